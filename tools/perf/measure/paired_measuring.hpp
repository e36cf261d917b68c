// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "tools/perf/measure/measuring.hpp"
#include "tools/perf/history/run.hpp"

/// Two builds measured by turns, in short slices on one core, so that what disturbs the machine disturbs
/// both.
namespace wend::perf {

/// A case by its name. What each side is timed for counts as one call: more calls for the head are a
/// slow-down of known size.
struct PairedCase {
    std::string name;
    std::size_t agents = 0;  ///< other than 0: in place of the name's
    std::uint32_t base_calls = 1;
    std::uint32_t head_calls = 1;

    [[nodiscard]] std::uint32_t calls(Side side) const noexcept {
        return side == Side::a ? base_calls : head_calls;
    }
};

/// Keeps this process, and what it starts meanwhile, on one core: the process that waits for an answer leaves
/// it to the one that computes it.
class OnOneCore {
  public:
    OnOneCore();
    ~OnOneCore();
    OnOneCore(const OnOneCore&) = delete;
    OnOneCore& operator=(const OnOneCore&) = delete;

  private:
    std::vector<unsigned char> before_;
};

class PairedMeasuring final : public Measuring {
  public:
    PairedMeasuring(std::filesystem::path base, std::filesystem::path head, std::vector<PairedCase> cases,
                    std::uint64_t seed);

    /// All cases of a pair share its processes; those of several threads have processes of their own, on
    /// every core.
    std::vector<std::vector<double>> measure(std::span<const std::size_t> cases, std::size_t pairs,
                                             const std::function<void()>& on_case) override;

    /// Times are the thread's own; of a case of several threads the wall clock's.
    [[nodiscard]] const std::vector<Sample>& samples(std::size_t which) const override {
        return samples_[which];
    }
    [[nodiscard]] std::vector<Counter> counters(std::size_t) const override { return {}; }
    [[nodiscard]] std::size_t crowded_pairs(std::size_t which) const override { return crowded_[which]; }
    [[nodiscard]] std::size_t rounds() const noexcept override { return rounds_; }
    [[nodiscard]] std::size_t disturbed_rounds() const noexcept override { return disturbed_; }

  private:
    class Pair;
    struct Round {
        double ratio;  ///< ln(time of head / time of base)
        bool disturbed;
        double nanoseconds;  ///< of both sides
    };
    [[nodiscard]] double measure_case(Pair& pair, std::size_t which);
    [[nodiscard]] Round measure_round(Pair& pair, std::size_t which, Side early, std::uint32_t number);

    std::filesystem::path base_;
    std::filesystem::path head_;
    std::vector<PairedCase> cases_;
    std::vector<std::uint64_t> calls_;  ///< a slice, the same on both sides; 0: not yet known
    std::vector<std::vector<Sample>> samples_;
    std::vector<std::size_t> crowded_;
    std::mt19937_64 random_;
    std::uint32_t pair_ = 0;
    std::size_t rounds_ = 0;
    std::size_t disturbed_ = 0;
};

}  // namespace wend::perf

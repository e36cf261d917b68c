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

#include "tools/perf/decision.hpp"
#include "tools/perf/run.hpp"

/// Two builds measured by turns, in short slices on one core, so that what disturbs the machine disturbs
/// both.
namespace wend::perf {

/// A case by its name. Numbers other than 0 replace the name's; more ticks for the head are a slow-down of
/// known size.
struct PairedCase {
    std::string name;
    std::size_t agents = 0;
    std::uint32_t base_ticks = 0;
    std::uint32_t head_ticks = 0;
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

class PairedMeasuring {
  public:
    PairedMeasuring(std::filesystem::path base, std::filesystem::path head, std::vector<PairedCase> cases,
                    std::uint64_t seed);

    /// Starts `pairs` fresh pairs of processes, each of which measures all of these cases, and returns what
    /// each pair gave: ln(time of head / time of base), a list for each of the cases. Cases of several
    /// threads have pairs of their own, on every core. `on_case` is called after each case in each pair.
    std::vector<std::vector<double>> measure(
        std::span<const std::size_t> cases, std::size_t pairs, const std::function<void()>& on_case = [] {});

    /// Every slice of a case so far. Times are the thread's own; of a case of several threads the wall
    /// clock's.
    [[nodiscard]] const std::vector<Sample>& samples(std::size_t which) const { return samples_[which]; }

    /// Rounds so far, and those among them that were left out because something else ran in the middle of a
    /// slice.
    [[nodiscard]] std::size_t rounds() const noexcept { return rounds_; }
    [[nodiscard]] std::size_t disturbed_rounds() const noexcept { return disturbed_; }

  private:
    class Pair;
    [[nodiscard]] double measure_case(Pair& pair, std::size_t which);

    std::filesystem::path base_;
    std::filesystem::path head_;
    std::vector<PairedCase> cases_;
    std::vector<std::uint64_t> calls_;  ///< a slice, the same on both sides; 0: not yet known
    std::vector<std::vector<Sample>> samples_;
    std::mt19937_64 random_;
    std::uint32_t pair_ = 0;
    std::size_t rounds_ = 0;
    std::size_t disturbed_ = 0;
};

}  // namespace wend::perf

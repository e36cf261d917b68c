// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "tools/perf/measure/measuring.hpp"
#include "tools/perf/history/run.hpp"

namespace wend::perf {

/// What one process took for one case.
struct ProcessTime {
    std::uint64_t iterations = 1;
    double nanoseconds = 0;                   ///< an iteration
    std::optional<double> cpu_nanoseconds{};  ///< of the whole process, where that is not the time itself
};

/// Any two programs, unchanged, whole processes taking turns: coarser and slower than workers. As
/// PairedMeasuring, but for what a pair is: each case in a process of its own, in the order A B B A or
/// B A A B.
class ProcessTurns final : public Measuring {
  public:
    using RunOnce = std::function<ProcessTime(Side side, const std::string& name)>;

    /// `run_once` runs one process of a side to its end.
    ProcessTurns(std::vector<std::string> cases, std::uint64_t seed, RunOnce run_once);

    std::vector<std::vector<double>> measure(std::span<const std::size_t> cases, std::size_t pairs,
                                             const std::function<void()>& on_case) override;

    [[nodiscard]] const std::vector<Sample>& samples(std::size_t which) const override {
        return samples_[which];
    }
    /// A case's `cpu_time`, where it is known.
    [[nodiscard]] std::vector<Counter> counters(std::size_t which) const override;
    [[nodiscard]] std::size_t crowded_pairs(std::size_t) const override { return 0; }
    [[nodiscard]] std::size_t rounds() const noexcept override { return pair_; }
    [[nodiscard]] std::size_t disturbed_rounds() const noexcept override { return 0; }

  private:
    std::vector<std::string> cases_;
    std::mt19937_64 random_;
    RunOnce run_once_;
    std::vector<std::vector<Sample>> samples_;
    std::vector<std::array<std::vector<double>, 2>> cpu_;  ///< of each case, by side
    std::uint32_t pair_ = 0;
};

}  // namespace wend::perf

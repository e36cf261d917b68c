// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/cases/measure.hpp"
#include "tools/support/command_line.hpp"

/// `wend bench --frame`: the cost of a call of one tick, as a game makes it once a frame, beside the fastest
/// plain loops, and the goals for their ratios.
namespace wend::report {

/// wend's speed at one tick a call as a multiple of a plain loop's.
struct FrameRatio {
    std::string rival;
    double rival_nanoseconds;
    double middle, low, high;  ///< with a 99 % interval
    double goal;               ///< 0: none

    [[nodiscard]] bool is_below() const noexcept { return high < goal; }
};

/// One kernel on one instruction set, in nanoseconds an agent and tick.
struct FrameRow {
    std::string kernel, isa;
    std::size_t agents;
    bool trusted;  ///< Inputs::trusted
    double one_tick;
    std::optional<double> one_tick_low{}, one_tick_high{};  ///< the middle half of its rounds
    std::optional<double> eight_ticks;
    std::optional<double> streams;  ///< the memory's limit, where streams lie beyond an L2
    std::optional<FrameRatio> ieee, any;
    /// Of obstacles to the best scalar loop; of views to one array.
    std::optional<FrameRatio> other{};
    std::uint64_t hash;
    double core_nanoseconds = 0;  ///< the median of `core_nanoseconds()` after each round

    /// Whether the row is certainly below a goal. Near the memory's limit none counts.
    [[nodiscard]] bool is_below() const;
};

/// The rows of one kernel and number of agents.
struct FrameStep {
    bench::Group group{};
    std::vector<FrameRow> rows{};
    std::vector<std::string> problems{};  ///< states that are not the reference's
    double core_nanoseconds = 0;          ///< of its rows
};

/// Measures the kernels with plain loops on the vector instruction sets that have goals, one thread. A step
/// that ran while the core was slow is measured again, and replaced where that ran while it was faster.
/// `show` gets the progress.
[[nodiscard]] std::vector<FrameStep> measure_frame(const bench::Registry& registry,
                                                   const support::NameFilter& filter,
                                                   const std::function<void(const std::string&)>& show);

}  // namespace wend::report

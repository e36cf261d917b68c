// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "bench/command/measure.hpp"

/// `wend bench --frame`: what a call of one tick costs, as a game makes it once a frame, beside the fastest
/// plain loops, and the ratios that are to be reached.
namespace wend::bench {

/// How many times as fast as a plain loop wend is at one tick a call.
struct FrameRatio {
    std::string rival;
    double rival_nanoseconds;
    double middle, low, high;  ///< with a 99 % interval
    double goal;

    [[nodiscard]] bool is_below() const noexcept { return high < goal; }
};

/// One kernel on one instruction set, in nanoseconds an agent and tick.
struct FrameRow {
    std::string kernel, isa;
    std::size_t agents;
    bool trusted;  ///< Inputs::trusted
    double one_tick;
    std::optional<double> eight_ticks;
    std::optional<double> streams;  ///< what the memory's limit is, where streams lie beyond an L2
    std::optional<FrameRatio> ieee, any;
    std::uint64_t hash;

    /// Whether the row is certainly below a goal. Near the memory's limit none counts.
    [[nodiscard]] bool is_below() const;
};

/// What a kernel and number of agents came to.
struct FrameStep {
    Group group{};
    std::vector<FrameRow> rows{};
    std::vector<std::string> problems{};  ///< states that are not the reference's
    double core_nanoseconds = 0;          ///< the median of `core_nanoseconds()` after each round
};

/// Measures all kernels that have a goal, on the vector instruction sets that have one, one thread, at 8,192
/// and 262,144 agents. A step that ran while the core was slow is measured again, and replaced where that ran
/// while it was faster. `on_step` gets each step that is done, or replaces one; `show` what is being done.
[[nodiscard]] std::vector<FrameStep> measure_frame(const Registry& registry, const std::regex& filter,
                                                   const std::function<void(const FrameStep&)>& on_step,
                                                   const std::function<void(const std::string&)>& show);

/// The table's head, and its lines for one step.
[[nodiscard]] std::string frame_head();
[[nodiscard]] std::string frame_lines(const FrameStep& step);

/// A line that says how fast the core was at its slowest, by the medians of the steps; empty where that
/// changed by less than a tenth.
[[nodiscard]] std::string core_note(const std::vector<FrameStep>& steps);

/// The results of a machine, as a page and as JSON; `command` is what made them.
[[nodiscard]] std::string frame_page(const std::vector<FrameStep>& steps, std::string_view command);
[[nodiscard]] std::string frame_json(const std::vector<FrameStep>& steps, std::string_view command);

}  // namespace wend::bench

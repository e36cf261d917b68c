// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/cases/measure.hpp"
#include "tools/support/command_line.hpp"

/// `wend bench --scale`: the cost of an agent and tick from 1,000 agents to as many as memory holds, and how
/// near memory's own limit it is.
namespace wend::report {

/// The rows of one kernel and number of agents.
struct ScaleStep {
    bench::Group group;   ///< empty when it was left out
    std::string problem;  ///< empty, or why it was left out, or a wrong state
    bool wrong = false;
};

/// Measures all headline kernels on the best instruction set where a row's name matches. `on_step` gets each
/// step once it is done, `show` what is being done.
void measure_scale(const bench::Registry& registry, const support::NameFilter& filter,
                   const std::function<void(ScaleStep)>& on_step,
                   const std::function<void(const std::string&)>& show);

/// The table's head, and its lines for one step: one for each number of threads.
[[nodiscard]] std::string scale_head();
[[nodiscard]] std::string scale_lines(const ScaleStep& step);

}  // namespace wend::report

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "tools/perf/comparison.hpp"

/// A comparison as people read it in a terminal.
namespace wend::perf {

/// A ratio's distance from 1: "+1.25 %".
[[nodiscard]] std::string percent(double ratio);

/// "+0.80 to +1.70 %"; two dots for an end that the pairs were too few for.
[[nodiscard]] std::string interval(const Evidence& one);

/// A line of the table. `other`: what came of the case in another link layout, or null.
[[nodiscard]] std::string case_line(std::string_view state, const std::string& name, const Evidence& one,
                                    const Evidence* other);

/// The cases that are not ok, all of them when `whole`, names that only one side has, what was not covered,
/// and a sum.
[[nodiscard]] std::string describe(const Comparison& comparison, bool whole);

}  // namespace wend::perf

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tools/perf/verdict/comparison.hpp"
#include "tools/perf/report/ratio_text.hpp"

/// A comparison as people read it in a terminal.
namespace wend::perf {

/// interval_text() of it.
[[nodiscard]] std::string interval(const Evidence& one);

/// A line of the table. `other`: what came of the case in another link layout, or null.
[[nodiscard]] std::string case_line(std::string_view state, const std::string& name, const Evidence& one,
                                    const Evidence* other);

/// The cases that are not ok, all of them when `whole`, names that only one side has, what was not covered,
/// and a sum.
[[nodiscard]] std::string describe(const Comparison& comparison, bool whole);

/// Several heads against one base: a row a case that is not ok in all of them (all cases when `whole`), then
/// a line a head.
[[nodiscard]] std::string describe_side_by_side(std::span<const Comparison> comparisons,
                                                std::span<const std::string> heads, bool whole);

}  // namespace wend::perf

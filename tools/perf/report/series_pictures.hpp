// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "tools/perf/history/trend.hpp"
#include "tools/support/html_page.hpp"

/// The series of a trend in pictures: by kernel, the instruction sets of one case together.
namespace wend::perf {

/// One case: a series for each of its instruction sets, or one that has none.
struct CaseSeries {
    /// Without kernel and instruction set, "agents:8192/threads:1"; the benchmark's where it has no such set.
    std::string name;
    std::vector<const TrendSeries*> series{};
};

struct SeriesGroup {
    std::string kernel;  ///< of other projects, the part of names before the first slash
    std::vector<CaseSeries> cases{};
    std::vector<CaseSeries> folded{};  ///< rivals and uneven starts

    [[nodiscard]] bool has_change() const;
};

/// By kernel's name; cases with short names, which have small numbers, come first. The series are those of
/// `trend`, which has to outlive the groups.
[[nodiscard]] std::vector<SeriesGroup> group_series(const Trend& trend);

/// The value that the picture of a series calls 0 %: 1 if values are multiples of a reference's, otherwise
/// the median before the first change.
[[nodiscard]] double base_of(const Trend& trend, const TrendSeries& series);

/// The series of a trend of several builds, in a part that folds for each kernel: one picture a case, with a
/// line for each instruction set. The pictures of a kernel share both axes. Kernels with a change are open.
void add_small_multiples(support::HtmlPage& page, const Trend& trend);

}  // namespace wend::perf

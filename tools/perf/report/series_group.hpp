// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "tools/perf/history/trend.hpp"

/// The series of a trend as pictures show them: by kernel, the instruction sets of one case together.
namespace wend::perf {

/// One case: a series for each of its instruction sets, or one that has none.
struct CaseSeries {
    /// Without kernel and instruction set, "agents:8192/threads:1"; the benchmark's where it has no such set.
    std::string name;
    std::vector<const TrendSeries*> series{};
};

struct SeriesGroup {
    std::string kernel;  ///< or what another project's names have before their first slash
    std::vector<CaseSeries> cases{};
    std::vector<CaseSeries> folded{};  ///< rivals and uneven starts

    [[nodiscard]] bool has_change() const;
};

/// By kernel's name; numbers in the names of cases go by their value. The series are those of `trend`, which
/// has to outlive the groups.
[[nodiscard]] std::vector<SeriesGroup> group_series(const Trend& trend);

/// The value that the picture of a series calls 0 %: 1 where values are multiples of a reference's, else the
/// median before the first change.
[[nodiscard]] double base_of(const Trend& trend, const TrendSeries& series);

}  // namespace wend::perf

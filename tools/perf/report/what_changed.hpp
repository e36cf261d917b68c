// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/perf/history/trend.hpp"

/// What changed, as rows that a page and Markdown show alike: in the series, and in a comparison.
namespace wend::perf {

struct ChangedRow {
    std::string benchmark;
    std::string state;  ///< "regressed", "faster", "candidate", or another state of decision.hpp
    double ratio = 1;   ///< of times, after to before
    std::string where;  ///< between which builds, or by how many pairs
    /// The direct comparison; none: none was made.
    std::optional<Verdict> direct{};
    std::string remark{};
};

/// The changes of all series: regressions, gains, candidates; the largest first.
[[nodiscard]] std::vector<ChangedRow> changed_rows(const Trend& trend);

/// The verdicts of a comparison, the most urgent first. What is ok and below the smallest slow-down's
/// counterpart with its whole interval is "faster".
[[nodiscard]] std::vector<ChangedRow> changed_rows(const Run& comparison);

/// "2 regressed, 1 faster": the states in the rows' order; empty without rows.
[[nodiscard]] std::string count_states(const std::vector<ChangedRow>& rows);

}  // namespace wend::perf

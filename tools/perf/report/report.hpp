// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/perf/history/history.hpp"
#include "tools/perf/history/trend.hpp"
#include "tools/perf/report/project_words.hpp"
#include "tools/support/table.hpp"

/// The content of a history about one machine, or one comparison, as a page; and their tables, for a terminal
/// and Markdown too.
namespace wend::perf {

/// A ratio's distance from 1: "+1.25 %".
[[nodiscard]] std::string percent(double ratio);

/// "+0.80 to +1.70 %"; two dots for an end for which the pairs were too few.
[[nodiscard]] std::string interval_text(double low, double high);

/// Four digits and a suitable unit.
[[nodiscard]] std::string time_text(double nanoseconds);

/// "1 case", "2 cases"
[[nodiscard]] std::string counted(std::size_t count, const std::string& noun);

struct KeyedRun {
    std::string key;
    StoredRun run;
    std::vector<std::string> pooled{};  ///< keys of earlier runs; the verdicts are of their pairs too
};

struct Report {
    std::string history;  ///< the file's name
    ProjectWords words{};
    Machine machine;
    std::optional<KeyedRun> comparison{};  ///< the newest of two builds
    std::optional<KeyedRun> times{};       ///< the newest of one
    std::optional<Trend> trend{};          ///< none: no run names its commit
};

/// Fails (words::FileError) if there is nothing to report, or no such machine or reference.
[[nodiscard]] Report make_report(const History& history, const TrendOptions& options);

/// The builds that it is about, for project_words.
[[nodiscard]] std::vector<std::string> builds_of(const Report& report);

/// One file that refers to no other.
[[nodiscard]] std::string to_html(const Report& report);

/// A change of a series, or a verdict of a comparison.
struct ChangedRow {
    std::string benchmark;
    std::string state;    ///< "regressed", "faster", "candidate", or another state of decision.hpp
    double ratio = 1;     ///< of times, after to before
    std::string where;    ///< the builds, or the number of pairs
    std::string after{};  ///< of a series: the first build after the change
    std::optional<Verdict> direct{};  ///< of a direct comparison, if one was made
    std::string remark{};
};

/// The changes of all series: slow-downs, gains, candidates; the largest first.
[[nodiscard]] std::vector<ChangedRow> changed_rows(const Trend& trend);

/// The verdicts of a comparison, the most urgent first. A case that is ok and whose whole interval is below
/// 1 / (1 + tau) is "faster".
[[nodiscard]] std::vector<ChangedRow> changed_rows(const StoredRun& comparison);

/// The same rows without those that are ok.
[[nodiscard]] std::vector<ChangedRow> without_ok(std::vector<ChangedRow> rows);

[[nodiscard]] support::Table changed_table(std::string title, const std::vector<ChangedRow>& rows);

/// "2 regressed, 1 faster": the states in the rows' order; empty without rows.
[[nodiscard]] std::string count_states(const std::vector<ChangedRow>& rows);

/// "2 regressed, 1 unclear, 97 ok; 52 cases have the same machine code in both builds and were not measured"
[[nodiscard]] std::string tally(const StoredRun& comparison);

/// "head def456 against base abc123"
[[nodiscard]] std::string title_of(const StoredRun& comparison);

/// Whether the trend has more than the comparison or the times, which are of one build.
[[nodiscard]] bool trend_says_more(const Report& report);

/// 12 digits, "+" if dirty.
[[nodiscard]] std::string short_build(std::string_view build);

/// A value with its unit: a time, or a multiple of the reference's.
[[nodiscard]] std::string value_text(const Trend& trend, double value);

/// The meaning of the values of the series, as a sentence.
[[nodiscard]] std::string value_sentence(const Trend& trend);

/// First and last value of each series, and its number of changes.
[[nodiscard]] support::Table series_table(const Trend& trend);

/// The medians of a run, and its notes.
[[nodiscard]] support::Table times_table(const KeyedRun& keyed);

}  // namespace wend::perf

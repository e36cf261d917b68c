// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/perf/history/history.hpp"
#include "tools/perf/history/trend.hpp"

/// What a history holds about one machine, as a page, as Markdown, and as JSON.
namespace wend::perf {

struct KeyedRun {
    std::string key;
    Run run;
};

struct Report {
    std::string history;  ///< the file's name
    Machine machine;
    std::optional<KeyedRun> comparison{};  ///< the newest of two builds
    std::optional<KeyedRun> times{};       ///< the newest of one
    std::optional<Trend> trend{};          ///< none: no run names its commit
};

/// Fails (scenario::FileError) when there is nothing to report, or no such machine or reference.
[[nodiscard]] Report make_report(const History& history, const TrendOptions& options);

/// Whether the trend says more than the comparison or the times do: not that of one build alone.
[[nodiscard]] bool trend_says_more(const Report& report);

/// Verdicts, the most urgent first; results without one are left out.
[[nodiscard]] std::vector<const BenchResult*> by_urgency(const Run& comparison);

/// "2 regressed, 1 unclear, 97 ok; 52 cases have the same machine code in both builds and were not measured"
[[nodiscard]] std::string tally(const Run& comparison);

/// "base abc123 against head def456"
[[nodiscard]] std::string title_of(const Run& comparison);

/// A build as a reader wants it: 12 digits, "+" when dirty.
[[nodiscard]] std::string short_build(std::string_view build);

/// "1 build", "9 builds"
[[nodiscard]] std::string build_count(const Trend& trend);

/// A value with its unit: a time, or a multiple of the reference's.
[[nodiscard]] std::string value_text(const Trend& trend, double value);

/// What the values of the series are, as a sentence.
[[nodiscard]] std::string value_sentence(const Trend& trend);

/// Why a candidate is no more than one, as far as comparisons were made; empty: none was.
[[nodiscard]] std::string doubt(const TrendChange& change);

/// The changes of all series in a line each: which benchmark, how much, between which builds, confirmed or
/// not.
[[nodiscard]] std::vector<std::string> change_lines(const Trend& trend);

/// One file that refers to no other.
[[nodiscard]] std::string to_html(const Report& report);
[[nodiscard]] std::string to_markdown(const Report& report);
[[nodiscard]] std::string to_json(const Report& report);

}  // namespace wend::perf

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/support/svg_canvas.hpp"
#include "tools/perf/report/ratio_text.hpp"
#include "tools/perf/report/report.hpp"
#include "tools/perf/report/time_text.hpp"
#include "tools/perf/report/what_changed.hpp"

namespace wend::perf {
namespace {

/// A table has no more, so that all of them fit into a comment (65,536 characters on GitHub).
constexpr std::size_t most_rows = 100;

/// Text within a table: a bar would end the cell, and < begin a tag.
std::string cell(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '|' || c == '<' || c == '*' || c == '_' || c == '`' || c == '[' || c == '\\') result += '\\';
        result += c == '\n' ? ' ' : c;
    }
    return result;
}

/// `head`: the first line and the one below it.
std::string table(std::string_view head, std::span<const std::string> rows) {
    std::string text = fmt::format("\n{}\n", head);
    for (const std::string& row : rows.first(std::min(rows.size(), most_rows))) text += row + "\n";
    if (rows.size() > most_rows)
        text += fmt::format("\nand {} more, which the page (`--html`) has\n", rows.size() - most_rows);
    return text;
}

std::string folded(std::string_view summary, std::string_view text) {
    return fmt::format("\n<details><summary>{}</summary>\n{}\n</details>\n", scenario::escaped(summary),
                       text);
}

std::string changed_table(std::span<const ChangedRow> rows) {
    std::vector<std::string> lines;
    for (const ChangedRow& row : rows)
        lines.push_back(fmt::format("| {} | {} | {} | {} | {}{}{} |", row.state, percent(row.ratio),
                                    row.direct ? interval_text(row.direct->low, row.direct->high) : "none",
                                    cell(row.benchmark), cell(row.where), row.remark.empty() ? "" : "; ",
                                    cell(row.remark)));
    return table("| state | change | direct comparison | benchmark | |\n|---|---:|---|---|---|", lines);
}

std::string trend_changes(const Trend& trend) {
    const std::vector<ChangedRow> rows = changed_rows(trend);
    return fmt::format("\nIn {}: {}.\n{}", build_count(trend),
                       rows.empty() ? "no change" : count_states(rows),
                       rows.empty() ? "" : changed_table(rows));
}

std::string name_changes(const Trend& trend) {
    std::vector<std::string> lines;
    for (const NameChange& name : trend.added)
        lines.push_back(fmt::format("| new since {} | {} |", short_build(name.build), cell(name.benchmark)));
    for (const NameChange& name : trend.gone)
        lines.push_back(fmt::format("| gone after {} | {} |", short_build(name.build), cell(name.benchmark)));
    if (lines.empty()) return {};
    return folded(fmt::format("{} new names, {} gone", trend.added.size(), trend.gone.size()),
                  table("| | benchmark |\n|---|---|", lines));
}

std::string comparison_part(const KeyedRun& keyed) {
    const std::vector<ChangedRow> rows = changed_rows(keyed.run);
    const auto first_ok =
        std::find_if(rows.begin(), rows.end(), [](const ChangedRow& row) { return row.state == "ok"; });
    std::string text = fmt::format("\nNewest comparison, {}: {} (run {}, {})\n", cell(title_of(keyed.run)),
                                   tally(keyed.run), keyed.key, keyed.run.started);
    if (first_ok != rows.begin()) text += changed_table({rows.begin(), first_ok});
    if (first_ok != rows.end())
        text += folded(fmt::format("{} ok", rows.end() - first_ok), changed_table({first_ok, rows.end()}));
    return text;
}

std::string series_part(const Trend& trend) {
    std::vector<std::string> lines;
    for (const TrendSeries& series : trend.series)
        lines.push_back(fmt::format("| {} | {} | {} | {} | {} |", cell(series.benchmark),
                                    series.points.size(), value_text(trend, series.points.front().value),
                                    value_text(trend, series.points.back().value), series.changes.size()));
    return folded(
        fmt::format("{} series of {}", trend.series.size(), build_count(trend)),
        fmt::format("\n{}\n{}", value_sentence(trend),
                    table("| benchmark | builds | first | last | changes |\n|---|---|---|---|---|", lines)));
}

/// `noted_alone`: only benchmarks that something is to be said of; the series have the others' times.
std::string times_part(const KeyedRun& keyed, bool noted_alone) {
    std::vector<std::string> lines;
    for (const BenchResult& result : keyed.run.results) {
        const std::optional<double> time = median_time(result);
        std::string notes;
        for (const Note& note : result.notes)
            if (note.kind != "label") notes += fmt::format("{}: {} ", note.kind, note.text);
        if (!noted_alone || !notes.empty())
            lines.push_back(fmt::format("| {} | {} | {} |", cell(result.name),
                                        time ? time_text(*time) : "none", cell(notes)));
    }
    if (lines.empty()) return {};
    return folded(fmt::format("Times of {}: {} benchmarks{}", short_name(keyed.run.a), lines.size(),
                              noted_alone ? " with a note" : ""),
                  fmt::format("\nMedians an iteration (run {}, {}).\n{}", keyed.key, keyed.run.started,
                              table("| benchmark | time | |\n|---|---|---|", lines)));
}

}  // namespace

std::string to_markdown(const Report& report) {
    const bool has_trend = trend_says_more(report);
    std::string text = fmt::format("**wend perf** on {} (machine {})\n", cell(describe(report.machine)),
                                   fingerprint(report.machine));
    if (has_trend && report.trend->builds.size() > 1) text += trend_changes(*report.trend);
    if (report.comparison) text += comparison_part(*report.comparison);
    if (has_trend) text += name_changes(*report.trend) + series_part(*report.trend);
    if (report.times) text += times_part(*report.times, has_trend);
    return text;
}

}  // namespace wend::perf

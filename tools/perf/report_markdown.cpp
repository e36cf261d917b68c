// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "tools/perf/report.hpp"
#include "tools/perf/time_text.hpp"

namespace wend::perf {
namespace {

/// Text within a table: a bar would end the cell, and < begin a tag.
std::string cell(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '|' || c == '<' || c == '*' || c == '_' || c == '`' || c == '[' || c == '\\') result += '\\';
        result += c == '\n' ? ' ' : c;
    }
    return result;
}

std::string comparison_part(const KeyedRun& keyed) {
    std::string text = fmt::format("\n## {}\n\n{} (run {}, {})\n", title_of(keyed.run), tally(keyed.run),
                                   keyed.key, keyed.run.started);
    const std::vector<const BenchResult*> results = by_urgency(keyed.run);
    if (results.empty()) return text;
    text += "\n| benchmark | ratio of times | interval | state | pairs |\n|---|---|---|---|---|\n";
    for (const BenchResult* result : results) {
        const Verdict& v = *result->verdict;
        text += fmt::format("| {} | {:.4f} | {:.4f} to {:.4f} | {} | {} |\n", cell(result->name), v.ratio,
                            v.low, v.high, v.state, v.pairs);
    }
    return text;
}

std::string trend_part(const Trend& trend) {
    const auto value = [&](double number) {
        return trend.reference.empty() ? time_text(number) : fmt::format("{:.4f}", number);
    };
    std::string text = fmt::format(
        "\n## {}\n\n{}\n\n", build_count(trend),
        trend.reference.empty()
            ? "Median times an iteration, taken when each build was recorded: they wander with the machine."
        : trend.paired
            ? fmt::format("Times in direct comparison with {}.", short_build(trend.reference))
            : fmt::format("Median times as multiples of those of {}: they wander with the machine.",
                          short_build(trend.reference)));
    for (const std::string& line : change_lines(trend)) text += fmt::format("- {}\n", cell(line));
    for (const NameChange& name : trend.added)
        text += fmt::format("- new since {}: {}\n", short_build(name.build), cell(name.benchmark));
    for (const NameChange& name : trend.gone)
        text += fmt::format("- gone after {}: {}\n", short_build(name.build), cell(name.benchmark));
    text += "\n| benchmark | builds | first | last | changes |\n|---|---|---|---|---|\n";
    for (const TrendSeries& series : trend.series)
        text += fmt::format("| {} | {} | {} | {} | {} |\n", cell(series.benchmark), series.points.size(),
                            value(series.points.front().value), value(series.points.back().value),
                            series.changes.size());
    return text;
}

std::string times_part(const KeyedRun& keyed) {
    std::string text = fmt::format(
        "\n## Times of {}\n\nMedians an iteration (run {}, {}).\n\n| benchmark | time | |\n|---|---|---|\n",
        short_name(keyed.run.a), keyed.key, keyed.run.started);
    for (const BenchResult& result : keyed.run.results) {
        const std::optional<double> time = median_time(result);
        std::string notes;
        for (const Note& note : result.notes)
            if (note.kind != "label") notes += fmt::format("{}: {} ", note.kind, note.text);
        text += fmt::format("| {} | {} | {} |\n", cell(result.name), time ? time_text(*time) : "none",
                            cell(notes));
    }
    return text;
}

}  // namespace

std::string to_markdown(const Report& report) {
    std::string text = fmt::format("# Performance\n\nMachine {}: {}\n", fingerprint(report.machine),
                                   cell(describe(report.machine)));
    if (report.comparison) text += comparison_part(*report.comparison);
    if (trend_says_more(report)) text += trend_part(*report.trend);
    if (report.times) text += times_part(*report.times);
    return text;
}

}  // namespace wend::perf

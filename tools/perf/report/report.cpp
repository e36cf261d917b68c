// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/report/report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "tools/perf/verdict/pooled.hpp"
#include "words/file_error.hpp"
#include "words/json.hpp"

namespace wend::perf {

std::string percent(double ratio) { return fmt::format("{:+.2f} %", 100 * (ratio - 1)); }

std::string interval_text(double low, double high) {
    const auto end = [](double ratio) { return fmt::format("{:+.2f}", 100 * (ratio - 1)); };
    return fmt::format("{} to {} %", low > 0 ? end(low) : "..", std::isfinite(high) ? end(high) : "..");
}

std::string time_text(double nanoseconds) {
    if (nanoseconds < 1e3) return fmt::format("{:.4g} ns", nanoseconds);
    if (nanoseconds < 1e6) return fmt::format("{:.4g} us", nanoseconds / 1e3);
    if (nanoseconds < 1e9) return fmt::format("{:.4g} ms", nanoseconds / 1e6);
    return fmt::format("{:.4g} s", nanoseconds / 1e9);
}

std::string counted(std::size_t count, const std::string& noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

namespace {

using support::ColumnKind;
using support::Table;

/// In the order of their urgency.
constexpr std::array<std::string_view, 7> states{"regressed", "unclear",   "faster", "accepted",
                                                 "layout",    "candidate", "ok"};

std::size_t urgency(const ChangedRow& row) {
    return static_cast<std::size_t>(std::ranges::find(states, row.state) - states.begin());
}

/// The result of the comparisons that did not confirm a change; empty without one.
std::string doubt(const TrendChange& change) {
    if (change.not_found_by.empty()) return {};
    const DirectComparison& last = change.not_found_by.back();
    if (last.in_one_layout) return fmt::format("run {} found it in one link layout only", last.run);
    return fmt::format("run {} compared {} with {}: {} ({})", last.run, short_build(last.before),
                       short_build(last.after), percent(last.verdict.ratio),
                       interval_text(last.verdict.low, last.verdict.high));
}

std::string place_of(const TrendSeries& series, const TrendChange& change, std::string_view between) {
    return fmt::format("{}{}{}", short_build(series.points[change.at - 1].build), between,
                       short_build(series.points[change.at].build));
}

ChangedRow row_of(const TrendSeries& series, const TrendChange& change) {
    ChangedRow row{.benchmark = series.benchmark,
                   .state = change.ratio > 1 ? "regressed" : "faster",
                   .ratio = change.ratio,
                   .where = place_of(series, change, " to "),
                   .after = series.points[change.at].build};
    if (change.is_confirmed()) {
        row.direct = change.confirmation->verdict;
        row.remark = "run " + change.confirmation->run;
    } else {
        row.state = "candidate";
        if (!change.not_found_by.empty()) row.direct = change.not_found_by.back().verdict;
        const std::string why = doubt(change);
        row.remark = why.empty() ? "no direct comparison yet" : "not confirmed: " + why;
    }
    return row;
}

std::vector<ChangedRow> most_urgent_first(std::vector<ChangedRow> rows) {
    std::ranges::stable_sort(rows, [](const ChangedRow& a, const ChangedRow& b) {
        if (urgency(a) != urgency(b)) return urgency(a) < urgency(b);
        return std::fabs(std::log(a.ratio)) > std::fabs(std::log(b.ratio));
    });
    return rows;
}

bool compares_same(const RunSummary& run, const StoredRun& other) {
    const auto is_same = [](const Build& a, const Build& b) {
        return !a.executable_hash.empty() && a.executable_hash == b.executable_hash;
    };
    return run.b && other.b && is_same(run.a, other.a) && is_same(*run.b, *other.b);
}

std::size_t same_code_of(const StoredRun& comparison) {
    const words::Json json = words::Json::parse(comparison.parameters, nullptr, false);
    const auto names = json.find("same_code");
    return names == json.end() ? 0 : names->size();
}

}  // namespace

Report make_report(const History& history, const TrendOptions& options) {
    Report report{.history = history.file().filename().string(), .machine = {}};
    const std::vector<RunSummary> runs = history.runs();
    bool has_machine = false;
    bool has_name = false;
    std::vector<StoredRun> earlier;  // comparisons of the same two executables as the newest one
    std::vector<std::string> keys;   // theirs
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        const bool is_comparison = run->kind == RunKind::compare || run->kind == RunKind::gate;
        const bool is_times = run->kind == RunKind::times;
        if (!is_comparison && !is_times) continue;
        if (!has_machine && !fingerprint(run->machine).starts_with(options.machine)) continue;
        if (!has_machine) report.machine = run->machine;
        has_machine = true;
        if (run->machine != report.machine) continue;
        has_name = has_name || (run->benchmarks > 0 && !(run->b ? *run->b : run->a).revision.empty());
        if (is_comparison && !report.comparison) {
            report.comparison = KeyedRun{run->key, history.load(run->key)};
        } else if (is_comparison && compares_same(*run, report.comparison->run)) {
            earlier.push_back(history.load(run->key));
            keys.push_back(run->key);
        }
        if (is_times && !report.times) report.times = KeyedRun{run->key, history.load(run->key)};
    }
    if (!has_machine)
        words::fail(history.file(), options.machine.empty()
                                        ? "has no run to report"
                                        : fmt::format("has no run of a machine {}", options.machine));
    if (report.comparison)
        for (const std::size_t i : pool_pairs(report.comparison->run, earlier))
            report.comparison->pooled.push_back(keys[i]);
    if (has_name || !options.reference.empty()) {
        TrendOptions of_machine = options;
        of_machine.machine = fingerprint(report.machine);
        report.trend = make_trend(history, of_machine);
    }
    return report;
}

std::vector<ChangedRow> changed_rows(const Trend& trend) {
    std::vector<ChangedRow> rows;
    for (const TrendSeries& series : trend.series)
        for (const TrendChange& change : series.changes) rows.push_back(row_of(series, change));
    return most_urgent_first(std::move(rows));
}

std::vector<ChangedRow> changed_rows(const StoredRun& comparison) {
    std::vector<ChangedRow> rows;
    for (const BenchResult& result : comparison.results) {
        if (!result.verdict) continue;
        const Verdict& verdict = *result.verdict;
        const bool is_faster = verdict.state == "ok" && verdict.high < 1 / (1 + verdict.least_effect);
        rows.push_back({.benchmark = result.name,
                        .state = is_faster ? "faster" : verdict.state,
                        .ratio = verdict.ratio,
                        .where = verdict.pairs == 0 ? "exact" : fmt::format("{} pairs", verdict.pairs),
                        .direct = verdict});
    }
    return most_urgent_first(std::move(rows));
}

std::vector<ChangedRow> without_ok(std::vector<ChangedRow> rows) {
    std::erase_if(rows, [](const ChangedRow& row) { return row.state == "ok"; });
    return rows;
}

Table changed_table(std::string title, const std::vector<ChangedRow>& rows) {
    Table table{
        .title = std::move(title),
        .columns = {
            {"state"}, {"change", ColumnKind::number}, {"direct comparison"}, {"benchmark"}, {"measured"}}};
    for (const ChangedRow& row : rows)
        table.rows.push_back({{row.state},
                              {percent(row.ratio)},
                              {row.direct ? interval_text(row.direct->low, row.direct->high) : "none"},
                              {row.benchmark},
                              {row.where + (row.remark.empty() ? "" : "; ") + row.remark}});
    return table;
}

std::string count_states(const std::vector<ChangedRow>& rows) {
    std::vector<std::pair<std::string, std::size_t>> counts;
    for (const ChangedRow& row : rows) {
        if (counts.empty() || counts.back().first != row.state) counts.emplace_back(row.state, 0);
        ++counts.back().second;
    }
    std::string text;
    for (const auto& [state, count] : counts)
        text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", count, state,
                            state == "candidate" && count > 1 ? "s" : "");
    return text;
}

std::string tally(const StoredRun& comparison) {
    std::string text = count_states(changed_rows(comparison));
    if (const std::size_t same = same_code_of(comparison); same > 0)
        text += fmt::format(
            "{}{} the same machine code in both builds and {} not measured", text.empty() ? "" : "; ",
            same == 1 ? "1 case has" : fmt::format("{} cases have", same), same == 1 ? "was" : "were");
    return text.empty() ? "nothing was measured" : text;
}

std::vector<std::string> builds_of(const Report& report) {
    std::vector<std::string> builds;
    if (report.trend) builds = report.trend->builds;
    if (report.comparison) {
        builds.push_back(report.comparison->run.a.revision);
        if (report.comparison->run.b) builds.push_back(report.comparison->run.b->revision);
    }
    return builds;
}

std::string title_of(const StoredRun& comparison) {
    return fmt::format("head {} against base {}", short_name(comparison.b ? *comparison.b : comparison.a),
                       short_name(comparison.a));
}

bool trend_says_more(const Report& report) {
    if (!report.trend) return false;
    const Trend& trend = *report.trend;
    const auto name = [](const Build& build) { return build.revision + (build.dirty ? "+" : ""); };
    if (trend.builds.size() > 1) return true;
    if (trend.reference.empty() && report.times) return name(report.times->run.a) != trend.builds[0];
    if (trend.paired && report.comparison)
        return name(report.comparison->run.a) != trend.reference ||
               name(*report.comparison->run.b) != trend.builds[0];
    return true;
}

std::string short_build(std::string_view build) {
    return fmt::format("{}{}", build.substr(0, 12), build.ends_with('+') && build.size() > 12 ? "+" : "");
}

std::string value_text(const Trend& trend, double value) {
    return trend.reference.empty() ? time_text(value) : fmt::format("{:.4f}", value);
}

std::string value_sentence(const Trend& trend) {
    if (trend.reference.empty())
        return "Median times an iteration, measured when each build was recorded. They drift with the "
               "machine: a "
               "change needs a direct comparison to be confirmed.";
    if (trend.paired) return fmt::format("Times in direct comparison with {}.", short_build(trend.reference));
    return fmt::format("Median times as multiples of those of {}. They drift with the machine.",
                       short_build(trend.reference));
}

Table series_table(const Trend& trend) {
    Table table{
        .title = fmt::format("{} series of {}", trend.series.size(), counted(trend.builds.size(), "build")),
        .note = value_sentence(trend),
        .columns = {{"benchmark"},
                    {"builds", ColumnKind::number},
                    {"first", ColumnKind::number},
                    {"last", ColumnKind::number},
                    {"changes"}}};
    for (const TrendSeries& series : trend.series) {
        const auto confirmed = std::ranges::count_if(series.changes, &TrendChange::is_confirmed);
        table.rows.push_back(
            {{series.benchmark},
             {fmt::format("{}", series.points.size())},
             {value_text(trend, series.points.front().value)},
             {value_text(trend, series.points.back().value)},
             {series.changes.empty() ? "-"
                                     : fmt::format("{} ({} confirmed)", series.changes.size(), confirmed)}});
    }
    return table;
}

Table times_table(const KeyedRun& keyed) {
    Table table{.title = fmt::format("Times of {}: {}", short_name(keyed.run.a),
                                     counted(keyed.run.results.size(), "benchmark")),
                .note = fmt::format("run {}, {}: medians an iteration", keyed.key, keyed.run.started),
                .columns = {{"benchmark"}, {"time", ColumnKind::number}, {"note"}}};
    for (const BenchResult& result : keyed.run.results) {
        const std::optional<double> time = median_time(result);
        std::string notes;
        for (const Note& note : result.notes)
            if (note.kind != "label") notes += fmt::format("{}: {} ", note.kind, note.text);
        table.rows.push_back(
            {{result.name}, {time ? time_text(*time) : "none"}, {notes, notes.empty() ? "" : "wrong"}});
    }
    return table;
}

}  // namespace wend::perf

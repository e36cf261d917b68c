// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "bench/support/command_line.hpp"
#include "tools/perf/history/history.hpp"
#include "tools/perf/history/history_place.hpp"
#include "tools/perf/options.hpp"
#include "tools/perf/measure/other_program.hpp"
#include "tools/perf/perf_command.hpp"
#include "tools/perf/report/report.hpp"
#include "tools/perf/history/trend.hpp"
#include "tools/perf/history/trend_confirmation.hpp"

namespace wend::perf {
namespace {

void print_series(const Trend& trend) {
    std::size_t width = 9;
    for (const TrendSeries& series : trend.series) width = std::max(width, series.benchmark.size());
    fmt::print("{:<{}}  {:>6}  {:>12}  {:>12}  {}\n", "benchmark", width, "builds", "first", "last",
               "changes");
    for (const TrendSeries& series : trend.series) {
        const auto confirmed = std::count_if(series.changes.begin(), series.changes.end(),
                                             [](const TrendChange& one) { return one.is_confirmed(); });
        fmt::print(
            "{:<{}}  {:>6}  {:>12}  {:>12}  {}\n", series.benchmark, width, series.points.size(),
            value_text(trend, series.points.front().value), value_text(trend, series.points.back().value),
            series.changes.empty() ? "-"
                                   : fmt::format("{} ({} confirmed)", series.changes.size(), confirmed));
    }
}

bool has_candidates(const Trend& trend) {
    return std::any_of(trend.series.begin(), trend.series.end(), [](const TrendSeries& series) {
        return std::any_of(series.changes.begin(), series.changes.end(),
                           [](const TrendChange& change) { return !change.is_confirmed(); });
    });
}

void print_changes(const Trend& trend, bool confirm) {
    const std::vector<std::string> lines = change_lines(trend);
    if (lines.empty()) return;
    fmt::print("\n");
    for (const std::string& line : lines) fmt::print("{}\n", line);
    if (!confirm && has_candidates(trend))
        fmt::print(
            "(--confirm compares a candidate's builds directly, and so does wend perf ab of two "
            "executables)\n");
}

void print_names(const char* what, const std::vector<NameChange>& names) {
    for (const NameChange& name : names)
        fmt::print("{} {}: {}\n", what, short_build(name.build), name.benchmark);
}

void store_confirmed(const std::string& database, const std::string& repository, const Trend& trend) {
    std::vector<ChangePoint> changes;
    for (const TrendSeries& series : trend.series)
        for (const TrendChange& change : series.changes)
            if (change.is_confirmed())
                changes.push_back({series.benchmark, trend.reference, series.points[change.at - 1].build,
                                   series.points[change.at].build, change.statistic,
                                   change.confirmation->verdict.p_adjusted, change.confirmation->run});
    if (!changes.empty()) open_history(database, History::Access::write, repository).add({}, changes);
}

/// Slower since the last change of some benchmark, for certain or perhaps.
int exit_status(const Trend& trend) {
    int status = exit_none;
    for (const TrendSeries& series : trend.series) {
        if (series.changes.empty() || series.changes.back().ratio <= 1) continue;
        if (series.changes.back().is_confirmed()) return exit_regression;
        status = exit_unclear;
    }
    return status;
}

}  // namespace

int main_trend(int argc, char** argv) {
    TrendOptions options;
    std::string database;
    std::string repository = ".";
    double percent = 1;
    bool confirm = false;
    OtherProgram other;
    CLI::App app(
        "Follows each benchmark through the builds of the history, and says where it became slower or faster "
        "for good. A change is\n"
        "reported as one when a direct comparison of the builds on both sides (`wend perf ab`, `gate`) is in "
        "the history and found it;\n"
        "what the series alone suggests is a candidate. With --confirm such comparisons are made.",
        "wend perf trend");
    app.add_option("--reference", options.reference,
                   "show times as multiples of this build's; where builds were compared with it directly, by "
                   "those comparisons")
        ->type_name("REV");
    add_trend_options(app, percent, options.machine, database);
    CLI::Option* const confirming =
        app.add_flag("--confirm", confirm,
                     "build the revisions around each candidate, and compare them directly, on this "
                     "machine: cases of this command's suite, or of --google's or --command's");
    app.add_option("--repository", repository,
                   "where --confirm finds the revisions, and the history is (the current folder)")
        ->type_name("FOLDER")
        ->needs(confirming);
    add_other_program(app, other);
    app.get_option("--build")->needs(confirming);
    app.footer(
        "Exit status: 0 no benchmark's last change is to the slower; 1 one is, confirmed; 2 misuse; 3 one "
        "is, "
        "a candidate.");
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;
    check(other);
    options.least_effect = percent / 100;

    Trend trend = make_trend(open_history(database, History::Access::read, repository), options);
    if (confirm && has_candidates(trend)) {
        History history = open_history(database, History::Access::write, repository);
        trend = confirm_candidates(history, options, repository, other);
    }
    fmt::print("machine {}: {}\n{}, {}\n", fingerprint(trend.machine), describe(trend.machine),
               build_count(trend),
               trend.reference.empty() ? "median times an iteration"
                                       : fmt::format("{} {}",
                                                     trend.paired ? "times in direct comparison with"
                                                                  : "median times as multiples of those of",
                                                     short_build(trend.reference)));
    if (!trend.paired)
        fmt::print(
            "times taken days apart wander with the machine: expect candidates that nothing confirms\n");
    if (trend.other_machines > 0)
        fmt::print("{} runs of other machines are left out\n", trend.other_machines);
    if (trend.unnamed > 0) fmt::print("{} runs are left out that name no commit\n", trend.unnamed);
    fmt::print("\n");
    print_series(trend);
    print_changes(trend, confirm);
    if (!trend.added.empty() || !trend.gone.empty()) fmt::print("\n");
    print_names("new since", trend.added);
    print_names("gone after", trend.gone);
    store_confirmed(database, repository, trend);
    return exit_status(trend);
}

}  // namespace wend::perf

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "bench/support/command_line.hpp"
#include "tools/perf/comparison.hpp"
#include "tools/perf/comparison_report.hpp"
#include "tools/perf/history.hpp"
#include "tools/perf/options.hpp"
#include "tools/perf/perf_command.hpp"

namespace wend::perf {

int main_ab(int argc, char** argv) {
    Plan plan{.base = {}, .head = {}};
    bool whole = false;
    std::string database = default_history;
    double tau_percent = 0;
    CLI::App app(
        "Measures two executables by turns, and says for each case whether the second one is slower.\n"
        "They are builds of this command, or with --google any two of Google Benchmark's.",
        "wend perf ab");
    app.add_option("base", plan.base, "the executable to compare with")->required()->type_name("BASE");
    app.add_option("head", plan.head, "the executable to judge")->required()->type_name("HEAD");
    add_filter(app, plan.filter);
    app.add_flag("--google", plan.google, "Google Benchmark's executables: whole processes take turns");
    app.add_flag("--all", whole, "list the cases that are ok too");
    CLI::Option* const tau = add_tau(app, tau_percent);
    add_seed(app, plan.seed);
    ReportFiles reports;
    add_report_files(app, reports);
    add_history(app, database, "the history that every slice is stored in");
    app.footer("Exit status: 0 none is slower, 1 some are, 2 misuse or nothing measured, 3 cannot tell.");
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;
    plan.tau = tau->count() > 0 ? tau_percent / 100 : plan.google ? 0.05 : 0.01;

    // Before anything is measured: a file that cannot be written is refused at once.
    History history(database, History::Access::write);
    const Comparison comparison = compare(plan);
    fmt::print("{}", describe(comparison, whole));
    const Run run = to_run(comparison, plan, Kind::ab);
    const std::string key = history.add(run);
    fmt::print("stored in {} as run {}\n", database, key);
    write_reports(reports, comparison, run, key);
    return exit_status(comparison);
}

}  // namespace wend::perf

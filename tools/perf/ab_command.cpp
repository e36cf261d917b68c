// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "bench/support/command_line.hpp"
#include "tools/perf/verdict/comparison.hpp"
#include "tools/perf/report/comparison_report.hpp"
#include "tools/perf/report/comparison_text.hpp"
#include "tools/perf/history/history.hpp"
#include "tools/perf/history/history_place.hpp"
#include "tools/perf/options.hpp"
#include "tools/perf/perf_command.hpp"

namespace wend::perf {
namespace {

/// A file of the current folder, or what the shell would find by that name.
std::filesystem::path file_of(const std::filesystem::path& name) {
    return !name.has_parent_path() && std::filesystem::exists(name) ? "." / name : name;
}

}  // namespace

int main_ab(int argc, char** argv) {
    Plan plan{.base = {}, .head = {}};
    std::vector<std::string> heads;
    bool whole = false;
    std::string database;
    double tau_percent = 0;
    bool is_command = false;
    std::string name;
    CLI::App app(
        "Measures executables by turns, and says for each case whether the second one is slower than the "
        "first, "
        "and each further one.\n"
        "They are builds of this command, with --google any of Google Benchmark's, or with --command any "
        "commands.",
        "wend perf ab");
    app.add_option("base", plan.base, "the executable to compare with")->required()->type_name("BASE");
    app.add_option("head", heads, "the executables to judge")->required()->type_name("HEAD");
    CLI::Option* const filter = add_filter(app, plan.filter);
    CLI::Option* const google =
        app.add_flag("--google", plan.google, "Google Benchmark's executables: whole processes take turns");
    add_command_name(app, name,
                     app.add_flag("--command", is_command,
                                  "BASE and HEAD are commands with arguments, measured by wall clock")
                         ->excludes(google)
                         ->excludes(filter));
    app.add_flag("--all", whole, "list the cases that are ok too");
    CLI::Option* const tau = add_tau(app, tau_percent);
    add_seed(app, plan.seed);
    ReportFiles reports;
    add_report_files(app, reports);
    add_history(app, database, "the history that every slice is stored in");
    app.footer("Exit status: 0 none is slower, 1 some are, 2 misuse or nothing measured, 3 cannot tell.");
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;
    plan.tau = tau->count() > 0 ? tau_percent / 100 : plan.google || is_command ? 0.05 : 0.01;
    if (!is_command) plan.base = file_of(plan.base);
    std::vector<Plan> plans;
    for (const std::string& head : heads) {
        Plan& one = plans.emplace_back(plan);
        one.head = file_of(head);
        one.seed = plan.seed + plans.size() - 1;
        if (heads.size() > 1) one.found = fmt::format("suspect {}", plans.size());
        if (!is_command) continue;
        one.commands = {.name = name.empty() ? head : name, .base = plan.base.string(), .head = head};
        one.base = one.head = std::filesystem::current_path();
    }

    // Before anything is measured: a file that cannot be written is refused at once.
    History history = open_history(database, History::Access::write);
    const std::vector<Comparison> comparisons = compare_all(plans);
    std::vector<StoredComparison> stored;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        if (plans.size() > 1) fmt::print("{}{}: {}\n", i == 0 ? "" : "\n", i + 1, heads[i]);
        fmt::print("{}", describe(comparisons[i], whole));
        Run run = to_run(comparisons[i], plans[i], Kind::ab);
        std::string key = history.add(run);
        fmt::print("stored in {} as run {}\n", history.file().string(), key);
        stored.push_back({comparisons[i], std::move(run), std::move(key)});
    }
    if (plans.size() > 1) fmt::print("\n{}", describe_side_by_side(comparisons, heads, whole));
    write_reports(reports, stored);
    return exit_status(comparisons);
}

}  // namespace wend::perf

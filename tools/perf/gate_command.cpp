// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/support/command_line.hpp"
#include "tools/perf/measure/base_revision.hpp"
#include "tools/perf/verdict/comparison.hpp"
#include "tools/perf/report/comparison_report.hpp"
#include "tools/perf/report/comparison_text.hpp"
#include "tools/perf/history/history.hpp"
#include "tools/perf/history/history_place.hpp"
#include "tools/perf/options.hpp"
#include "tools/perf/measure/other_program.hpp"
#include "tools/perf/perf_command.hpp"
#include "tools/perf/measure/revision_build.hpp"
#include "tools/perf/verdict/rules.hpp"
#include "tools/perf/verdict/side_comparison.hpp"

namespace wend::perf {
namespace {

struct Options {
    std::string base;
    std::string head;
    std::string filter;
    std::string database;
    std::string repository = ".";
    OtherProgram other;
    std::string rules;
    ReportFiles reports;
    double tau_percent = 1;
    std::uint64_t seed = 1;
    bool whole = false;
};

/// One side, by its revision: as this command is built, or any project's by its own command.
SideBuild build_side(const Repository& repository, const std::string& revision, const Options& options) {
    const std::string commit = repository.commit(revision);
    if (revision != commit) fmt::print(stderr, "wend perf gate: {} is {}\n", revision, commit.substr(0, 12));
    if (options.other.is_given()) return options.other.at(repository, commit);
    return side_of(repository, commit);
}

/// What is on record and holds for a base: it does not have the slow-down yet.
std::vector<AcceptedChange> accepted_for(const Repository& repository, const Rules& rules,
                                         const std::string& base) {
    std::vector<AcceptedChange> accepted = rules.accepted;
    std::erase_if(accepted,
                  [&](const AcceptedChange& one) { return !repository.is_ancestor(base, one.base); });
    return accepted;
}

/// The revision to compare with, told on stderr where it was not given.
std::string base_of(const Repository& repository, const Options& options) {
    if (!options.base.empty()) return options.base;
    const BaseRevision base = default_base(repository, options.head);
    fmt::print(stderr, "wend perf gate: compared with {}: {}\n", base.commit.substr(0, 12), base.why);
    return base.commit;
}

int run_gate(const Options& options) {
    History history = open_history(options.database, History::Access::write, options.repository);
    const Repository repository(options.repository);
    const Rules rules = options.rules.empty() ? read_rules_if_there(repository.root() / default_rules)
                                              : read_rules(options.rules);
    SideBuild head = options.other.is_given() ? options.other.here(repository) : this_side();
    if (!options.head.empty())
        head = build_side(repository, options.head, options);
    else if (!options.other.google.empty())
        fmt::print(stderr, "wend perf gate: judged is {} as it lies there; --head HEAD builds it\n",
                   head.executable.string());
    const SideBuild base = build_side(repository, base_of(repository, options), options);

    Plan plan = options.other.plan();
    plan.filter = options.filter;
    plan.seed = options.seed;
    plan.tau = options.tau_percent / 100;
    plan.own_tau = [&](const std::string& name) { return rules.tau_of(name); };
    const SideComparison outcome =
        compare_sides(history, base, head, plan, accepted_for(repository, rules, base.about.revision));
    if (!outcome.suspects.empty() && outcome.verdicts.other_layout.empty() && !options.other.is_given())
        fmt::print(
            "no second link layout of these builds (README.md: lld), so that suspects are not confirmed by "
            "one\n");
    fmt::print("{}", describe(outcome.verdicts, options.whole));
    fmt::print("stored in {} as run {}\n", history.file().string(), outcome.key);
    write_reports(options.reports, {{outcome.verdicts, outcome.run, outcome.key}});
    return exit_status(outcome.verdicts);
}

}  // namespace

int main_gate(int argc, char** argv) {
    Options options;
    CLI::App app(
        "Builds a base revision, or takes the build that is there, measures it and this command by turns, "
        "and decides for each kernel\n"
        "whether it became slower. Kernels whose machine code is the same are not measured. With --build and "
        "--google or --command: any\nproject's benchmark or command.",
        "wend perf gate");
    app.add_option(
           "--base", options.base,
           "the revision to compare with: a tag, HEAD~1 ... (where the branch left the main branch; on "
           "it, the parent)")
        ->type_name("REF");
    app.add_option("--head", options.head,
                   "judge this revision, built likewise, and not the command that runs")
        ->type_name("REF");
    CLI::Option* const filter = add_filter(app, options.filter);
    add_other_program(app, options.other)->excludes(filter);
    app.add_flag("--all", options.whole, "list the cases that are ok too");
    CLI::Option* const tau =
        add_tau(app, options.tau_percent, "; this machine's calibrated floor may be more");
    add_seed(app, options.seed);
    app.add_option("--repository", options.repository,
                   "where the revisions are, and the history (the current folder)")
        ->type_name("FOLDER");
    add_history(app, options.database, "the history that every slice is stored in");
    app.add_option(
           "--rules", options.rules,
           fmt::format("thresholds and accepted slow-downs ({} in the repository's root)", default_rules))
        ->type_name("FILE");
    add_report_files(app, options.reports);
    app.footer(
        "Exit status: 0 nothing became slower, 1 something did, 2 misuse or nothing measured, 3 cannot "
        "tell.");
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;
    check(options.other);
    if (options.other.is_given() && tau->count() == 0) options.tau_percent = 5;
    return run_gate(options);
}

}  // namespace wend::perf

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "tools/command.hpp"
#include "tools/perf/comparison.hpp"
#include "tools/perf/history.hpp"
#include "tools/perf/perf_command.hpp"
#include "tools/perf/revision_build.hpp"
#include "tools/perf/side_comparison.hpp"

namespace wend::perf {
namespace {

struct Options {
    std::string base;
    std::string head;
    std::string filter = default_filter;
    std::string database = default_history;
    std::string repository = ".";
    std::string google;  ///< somebody's benchmark, and how it is built
    std::string build;
    double tau_percent = 1;
    std::uint64_t seed = 1;
    bool whole = false;
};

void say_building(const std::string& revision, const std::string& commit) {
    fmt::print(stderr, "wend perf gate: {} is {}: built before, or now\n", revision, commit.substr(0, 12));
}

SideBuild build_side(const Repository& repository, const std::string& revision, const std::vector<std::string>& settings) {
    const std::string commit = repository.commit(revision);
    say_building(revision, commit);
    return side_of(repository, commit, settings);
}

int run_gate(const Options& options) {
    History history(options.database, History::Access::write);
    const Repository repository(options.repository);
    SideBuild head = this_side();
    const std::vector<std::string> settings = settings_like(head);
    if (!options.head.empty()) head = build_side(repository, options.head, settings);
    const SideBuild base = build_side(repository, options.base, settings);

    const SideComparison outcome =
        compare_sides(history, base, head, {.base = {}, .head = {}, .filter = options.filter, .seed = options.seed, .tau = options.tau_percent / 100});
    const std::size_t suspects = outcome.suspects.size();
    if (outcome.second_layout)
        fmt::print("{} suspect{}, measured again in another link layout:\n{}\n", suspects, suspects == 1 ? "" : "s", describe(*outcome.second_layout, true));
    else if (suspects > 0)
        fmt::print("no second link layout of these builds (README.md: lld), so that suspects are not confirmed by one\n");
    fmt::print("{}", describe(outcome.verdicts, options.whole));
    fmt::print("stored in {} as run {}\n", options.database, outcome.run);
    return exit_status(outcome.verdicts);
}

/// Any project's: its own command builds the revisions, whole processes take turns.
int run_gate_of_google(const Options& options) {
    History history(options.database, History::Access::write);
    const Repository repository(options.repository);
    const auto build = [&](const std::string& revision, Build& as) {
        as.revision = repository.commit(revision);
        as.parent = repository.parent(as.revision);
        say_building(revision, as.revision);
        return repository.build_with(as.revision, options.build, options.google);
    };
    Build base;
    Build head;
    Plan plan{.base = build(options.base, base), .head = repository.root() / options.google, .filter = options.filter};
    if (!options.head.empty()) plan.head = build(options.head, head);
    plan.google = true;
    plan.seed = options.seed;
    plan.tau = options.tau_percent / 100;
    const Comparison comparison = compare(plan);
    fmt::print("{}", describe(comparison, options.whole));
    Run run = to_run(comparison, plan, Kind::gate);
    run.a.revision = base.revision;
    run.a.parent = base.parent;
    run.b->revision = head.revision;
    run.b->parent = head.parent;
    fmt::print("stored in {} as run {}\n", options.database, history.add(run));
    return exit_status(comparison);
}

}  // namespace

int main_gate(int argc, char** argv) {
    Options options;
    CLI::App app(
        "Builds a base revision, or takes the build that is there, measures it and this command by turns, and decides for each kernel\n"
        "whether it became slower. Kernels whose machine code is the same are not measured. With --google and --build: any project's benchmark.",
        "wend perf gate");
    app.add_option("--base", options.base, "the revision to compare with: a tag, HEAD~1 ...")->required()->type_name("REF");
    app.add_option("--head", options.head, "judge this revision, built likewise, and not the command that runs")->type_name("REF");
    CLI::Option* const google = app.add_option("--google", options.google, "judge this executable of Google Benchmark's: its file in the repository")->type_name("FILE");
    google->needs(app.add_option("--build", options.build, "the shell command that makes it, in a work tree of the base")->type_name("COMMAND")->needs(google));
    CLI::Option* const filter = app.add_option("--filter", options.filter, "only cases whose name matches; otherwise every kernel and instruction set at 8,192 agents")->type_name("REGEX");
    app.add_flag("--all", options.whole, "list the cases that are ok too");
    CLI::Option* const tau =
        command::add_real(app, "--tau", options.tau_percent, "slow-downs up to so many per cent do not matter (1; with --google 5); this machine's calibrated floor may be more", 0.1, 100)
            ->type_name("PERCENT");
    command::add_number<std::uint64_t>(app, "--seed", options.seed, "of the order of slices, and of where memory begins");
    app.add_option("--repository", options.repository, "where the revisions are (the current folder)")->type_name("FOLDER");
    app.add_option("--db", options.database, fmt::format("the history that every slice is stored in ({})", default_history))->type_name("FILE");
    app.footer("Exit status: 0 nothing became slower, 1 something did, 2 misuse or nothing measured, 3 cannot tell.");
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;
    if (options.google.empty()) return run_gate(options);
    if (filter->count() == 0) options.filter = "";
    if (tau->count() == 0) options.tau_percent = 5;
    return run_gate_of_google(options);
}

}  // namespace wend::perf

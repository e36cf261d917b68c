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
    double tau_percent = 1;
    std::uint64_t seed = 1;
    bool whole = false;
};

SideBuild build_side(const Repository& repository, const std::string& revision, const std::vector<std::string>& settings) {
    const std::string commit = repository.commit(revision);
    fmt::print(stderr, "wend perf gate: {} is {}: built before, or now\n", revision, commit.substr(0, 12));
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

}  // namespace

int main_gate(int argc, char** argv) {
    Options options;
    CLI::App app(
        "Builds a base revision, or takes the build that is there, measures it and this command by turns, and decides for each kernel\n"
        "whether it became slower. Kernels whose machine code is the same are not measured.",
        "wend perf gate");
    app.add_option("--base", options.base, "the revision to compare with: a tag, HEAD~1 ...")->required()->type_name("REF");
    app.add_option("--head", options.head, "judge this revision, built likewise, and not the command that runs")->type_name("REF");
    app.add_option("--filter", options.filter, "only cases whose name matches; otherwise every kernel and instruction set at 8,192 agents")->type_name("REGEX");
    app.add_flag("--all", options.whole, "list the cases that are ok too");
    command::add_real(app, "--tau", options.tau_percent, "slow-downs up to so many per cent do not matter (1); this machine's calibrated floor may be more", 0.1, 100)
        ->type_name("PERCENT");
    command::add_number<std::uint64_t>(app, "--seed", options.seed, "of the order of slices, and of where memory begins");
    app.add_option("--repository", options.repository, "where the revisions are (the current folder)")->type_name("FOLDER");
    app.add_option("--db", options.database, fmt::format("the history that every slice is stored in ({})", default_history))->type_name("FILE");
    app.footer("Exit status: 0 nothing became slower, 1 something did, 2 misuse or nothing measured, 3 cannot tell.");
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;
    return run_gate(options);
}

}  // namespace wend::perf

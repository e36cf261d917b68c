// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <set>

#include "tools/command.hpp"
#include "tools/perf/comparison.hpp"
#include "tools/perf/history.hpp"
#include "tools/perf/machine_code.hpp"
#include "tools/perf/perf_command.hpp"
#include "tools/perf/revision_build.hpp"
#include "tools/perf/this_machine.hpp"

namespace wend::perf {
namespace {

/// Of the second link layout; any other than the linker's own order does.
constexpr unsigned layout_seed = 1;

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

/// One side: where it was built, if that is known, and what the history says of it.
struct SideBuild {
    std::filesystem::path executable;
    std::optional<BuildFolder> folder;
    Build about;
};

SideBuild build_side(const Repository& repository, const std::string& revision, const std::vector<std::string>& settings) {
    const std::string commit = repository.commit(revision);
    fmt::print(stderr, "wend perf gate: {} is {}: built before, or now\n", revision, commit.substr(0, 12));
    BuildFolder folder = repository.build(commit, settings);
    SideBuild side{folder.command(), folder, {}};
    side.about.revision = commit;
    side.about.parent = repository.parent(commit);
    return side;
}

SideBuild this_side() {
    const std::filesystem::path executable = std::filesystem::read_symlink("/proc/self/exe");
    return {executable, folder_of(executable), this_build()};
}

std::string isa_of(const std::string& name) {
    const std::size_t slash = name.find('/') + 1;
    return name.substr(slash, name.find('/', slash) - slash);
}

/// The instruction sets whose kernels are the same machine code in both builds.
std::set<std::string> same_code(const SideBuild& base, const SideBuild& head) {
    std::set<std::string> same;
    if (!base.folder || !head.folder) return same;
    const auto a = library_code(base.folder->path);
    const auto b = library_code(head.folder->path);
    for (const auto& [isa, hash] : a)
        if (const auto other = b.find(isa); other != b.end() && other->second == hash) same.insert(isa);
    return same;
}

/// A name as the regular expression that matches no other.
std::string any_of(const std::vector<std::string>& names) {
    std::string pattern;
    for (const std::string& name : names) {
        pattern += pattern.empty() ? "^(" : "|";
        for (const char letter : name) pattern += std::string_view("\\^$.|?*+()[]{}").find(letter) == std::string_view::npos ? std::string(1, letter) : fmt::format("\\{}", letter);
    }
    return pattern + ")$";
}

std::map<std::string, double> calibrated_floors(const History& history) {
    std::map<std::string, double> floors;
    if (const std::optional<Run> run = history.latest(Kind::calibrate, this_machine()))
        for (const BenchResult& result : run->results)
            for (const Counter& counter : result.counters)
                if (counter.name == floor_counter) floors[result.name] = counter.value;
    return floors;
}

std::string store(History& history, const Comparison& comparison, const Plan& plan, const SideBuild& base, const SideBuild& head,
                  unsigned layout, const std::string& confirmed_by) {
    Run run = to_run(comparison, plan, Kind::gate);
    const auto take_revision = [](Build& build, const Build& about) {
        build.revision = about.revision;
        build.parent = about.parent;
        build.dirty = about.dirty;
    };
    take_revision(run.a, base.about);
    take_revision(*run.b, head.about);
    run.a.layout_seed = run.b->layout_seed = layout;
    for (BenchResult& result : run.results)
        if (result.verdict && (result.verdict->state == "regressed" || result.verdict->state == "layout")) result.verdict->confirmed_by = confirmed_by;
    return history.add(run);
}

int run_gate(const Options& options) {
    History history(options.database, History::Access::write);
    const Repository repository(options.repository);
    SideBuild head = this_side();
    const std::vector<std::string> settings = head.folder ? head.folder->settings : std::vector<std::string>{"-DCMAKE_BUILD_TYPE=Release"};
    if (!options.head.empty()) head = build_side(repository, options.head, settings);
    const SideBuild base = build_side(repository, options.base, settings);

    Plan plan{.base = base.executable, .head = head.executable, .filter = options.filter, .seed = options.seed};
    plan.tau = options.tau_percent / 100;
    plan.floors = calibrated_floors(history);
    const std::set<std::string> same = same_code(base, head);
    plan.leave_out = [&](const std::string& name) { return same.contains(isa_of(name)); };
    Comparison first = compare(plan);

    std::vector<std::string> suspects;
    for (std::size_t i = 0; i < first.names.size(); ++i)
        if (first.evidence[i].state == State::regressed) suspects.push_back(first.names[i]);
    std::string confirmed_by;
    if (!suspects.empty() && base.folder && head.folder) {
        const auto base_layout = link_layout(*base.folder, layout_seed);
        const auto head_layout = link_layout(*head.folder, layout_seed);
        if (base_layout && head_layout) {
            Plan second = plan;
            second.base = *base_layout;
            second.head = *head_layout;
            second.filter = any_of(suspects);
            second.seed = plan.seed + 1;
            const Comparison again = compare(second);
            confirmed_by = store(history, again, second, base, head, layout_seed, "");
            fmt::print("{} suspect{}, measured again in another link layout:\n{}\n", suspects.size(), suspects.size() == 1 ? "" : "s", describe(again, true));
            for (std::size_t i = 0; i < again.names.size(); ++i)
                first.confirm(again.names[i], again.evidence[i].state);
        } else {
            fmt::print("no second link layout of these builds (README.md: lld), so that suspects are not confirmed by one\n");
        }
    }
    fmt::print("{}", describe(first, options.whole));
    fmt::print("stored in {} as run {}\n", options.database, store(history, first, plan, base, head, 0, confirmed_by));
    return exit_status(first);
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
    app.add_option("--tau", options.tau_percent, "slow-downs up to so many per cent do not matter (1); this machine's calibrated floor may be more")
        ->type_name("PERCENT")
        ->check(CLI::Range(0.1, 100.0));
    command::add_number<std::uint64_t>(app, "--seed", options.seed, "of the order of slices, and of where memory begins");
    app.add_option("--repository", options.repository, "where the revisions are (the current folder)")->type_name("FOLDER");
    app.add_option("--db", options.database, fmt::format("the history that every slice is stored in ({})", default_history))->type_name("FILE");
    app.footer("Exit status: 0 nothing became slower, 1 something did, 2 misuse or nothing measured, 3 cannot tell.");
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;
    return run_gate(options);
}

}  // namespace wend::perf

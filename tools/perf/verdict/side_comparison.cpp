// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/verdict/side_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "tools/perf/measure/built_with.hpp"
#include "tools/perf/measure/case_name.hpp"
#include "tools/perf/measure/counts.hpp"
#include "tools/perf/measure/machine_code.hpp"
#include "tools/perf/measure/this_machine.hpp"
#include "tools/support/command_line.hpp"

namespace wend::perf {
namespace {

/// Of the second link layout; any other than the linker's own order does.
constexpr unsigned layout_seed = 1;

/// Whether a case is the same machine code in both builds; false if a build's folder is not known.
std::function<bool(const std::string&)> same_code(const SideBuild& base, const SideBuild& head) {
    if (!base.folder || !head.folder) return [](const std::string&) { return false; };
    return [in_base = LibraryCode(base.folder->path), in_head = LibraryCode(head.folder->path)](
               const std::string& name) { return is_same_code(in_base, in_head, name); };
}

std::map<std::string, double> calibrated_floors(const History& history) {
    std::map<std::string, double> floors;
    if (const std::optional<StoredRun> run = history.latest(RunKind::calibrate, this_machine()))
        for (const BenchResult& result : run->results)
            for (const Counter& counter : result.counters)
                if (counter.name == floor_counter) floors[result.name] = counter.value;
    return floors;
}

/// The run for the history. `part`: the key of the part that measured the suspects again, in another link
/// layout; empty without one.
StoredRun run_of(const Comparison& comparison, const ComparisonPlan& plan, const SideBuild& base,
                 const SideBuild& head, unsigned layout, const std::vector<std::string>& suspects,
                 const std::string& part) {
    StoredRun run = to_run(comparison, plan, RunKind::gate);
    const auto take_revision = [](Build& build, const Build& about) {
        build.revision = about.revision;
        build.parent = about.parent;
        build.dirty = about.dirty;
    };
    take_revision(run.a, base.about);
    take_revision(*run.b, head.about);
    run.a.layout_seed = run.b->layout_seed = layout;
    for (BenchResult& result : run.results)
        if (std::find(suspects.begin(), suspects.end(), result.name) != suspects.end())
            result.verdict->confirmed_by = part;
    return run;
}

/// The functions that execute more in regressed cases, for as many cases as a reader takes in: each takes
/// seconds. Older builds cannot count.
void add_growth(Comparison& comparison, const ComparisonPlan& plan) {
    constexpr std::size_t most = 3;
    for (std::size_t i = 0; i < comparison.names.size() && comparison.growth.size() < most; ++i) {
        const std::string& name = comparison.names[i];
        // Kernels only: a path set takes millions of instructions, each of which is stepped through.
        if (comparison.evidence[i].state != State::regressed || has_threads(name) || !has_kernel(name))
            continue;
        try {
            comparison.growth[name] = describe(function_growth(plan.base, plan.head, name));
        } catch (const support::MisuseError&) {
            return;
        }
    }
}

}  // namespace

SideBuild this_side() {
    const std::filesystem::path command = std::filesystem::read_symlink("/proc/self/exe");
    const std::filesystem::path worker = command.parent_path() / "wend_perf_worker";
    if (!std::filesystem::exists(worker))
        throw support::MisuseError(fmt::format("{}: not there; build the target wend_perf", worker.string()));
    return {worker, folder_of(command), this_build()};
}

SideBuild side_of(const Repository& repository, const std::string& commit) {
    const BuildFolder folder = repository.build(commit, built_with());
    return {folder.worker(), folder, {.revision = commit, .parent = repository.parent(commit)}};
}

SideComparison compare_sides(History& history, const SideBuild& base, const SideBuild& head,
                             ComparisonPlan plan, const std::vector<AcceptedChange>& accepted) {
    plan.base = base.executable;
    plan.head = head.executable;
    if (!plan.google) plan.floors = calibrated_floors(history);  // which is measured in slices
    plan.leave_out = same_code(base, head);
    SideComparison outcome{.verdicts = compare(plan), .run = {}, .key = {}};
    Comparison& first = outcome.verdicts;
    for (std::size_t i = 0; i < first.names.size(); ++i)
        if (first.evidence[i].state == State::regressed) outcome.suspects.push_back(first.names[i]);
    std::string part;
    if (!outcome.suspects.empty() && base.folder && head.folder) {
        const auto base_layout = link_layout(*base.folder, layout_seed);
        const auto head_layout = link_layout(*head.folder, layout_seed);
        if (base_layout && head_layout) {
            ComparisonPlan second = plan;
            second.base = *base_layout;
            second.head = *head_layout;
            second.filter = any_of(outcome.suspects);
            second.seed = plan.seed + 1;
            second.compare_exact = false;
            second.found = "relinked";
            const Comparison again = compare(second);
            part = history.add(run_of(again, second, base, head, layout_seed, {}, ""));
            first.confirm(again, plan.rule);
        }
    }
    accept(first, accepted);
    if (!plan.google) add_growth(first, plan);
    outcome.run = run_of(first, plan, base, head, 0, outcome.suspects, part);
    outcome.key = history.add(outcome.run);
    return outcome;
}

}  // namespace wend::perf

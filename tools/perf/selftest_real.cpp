// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <regex>
#include <set>

#include "bench/cases/registry.hpp"
#include "bench/count/case_count.hpp"
#include "bench/support/command_line.hpp"
#include "bench/support/progress.hpp"
#include "tools/perf/comparison.hpp"
#include "tools/perf/memory_hogs.hpp"
#include "tools/perf/paired_measuring.hpp"
#include "tools/perf/revision_build.hpp"
#include "tools/perf/selftest.hpp"
#include "tools/perf/worker_process.hpp"

namespace wend::perf {
namespace {

/// Every behaviour on the instruction sets that differ most, and no case that takes long to make.
constexpr const char* trial_cases =
    "^(?!waypoint_advance_long)[^/]+/(sse2|avx2|avx512|neon64)/agents:8192/threads:1(/ticks:1)?$";

/// What a name says of calls of one tick.
constexpr std::string_view one_tick = "/ticks:1";

/// Those of several threads.
constexpr const char* threads_cases = "/threads:([2-9]|[0-9][0-9])";

/// The cost of these is not proportional to the ticks (they advance along a path, or stop when they arrive),
/// so that ticks cannot make them slower by a known part.
constexpr const char* not_by_ticks = "^(waypoint_advance|approach)";

constexpr unsigned layouts = 8;

constexpr std::uint32_t with_percent(std::uint32_t ticks, std::uint32_t percent) {
    return ticks * (100 + percent) / 100;
}

/// Fewer still, since every instruction is stepped through: the part that a call does once is larger than in
/// the trials, and a slow-down's true size looks smaller.
constexpr std::size_t counted_agents = 64;

std::vector<std::string> case_names(const std::filesystem::path& executable, const char* cases) {
    std::vector<std::string> names = WorkerProcess(executable, 0).suite();
    const std::regex filter(cases);
    std::erase_if(names, [&](const std::string& name) { return !std::regex_search(name, filter); });
    return names;
}

/// Calls of one tick stand for behaviours without longer ones: agents that see each other.
std::vector<std::string> trial_names(const std::filesystem::path& executable) {
    std::vector<std::string> names = case_names(executable, trial_cases);
    const std::set<std::string> all(names.begin(), names.end());
    std::erase_if(names, [&](const std::string& name) {
        return name.ends_with(one_tick) && all.contains(name.substr(0, name.size() - one_tick.size()));
    });
    return names;
}

struct Sides {
    std::filesystem::path base;
    std::filesystem::path head;
};

/// One run: the cases share processes, and each is judged by itself.
std::vector<Trial> measure_run(const Sides& sides, const Batch& batch, std::size_t run,
                               const std::vector<std::string>& names, const std::string& place) {
    std::vector<PairedCase> cases;
    for (const std::string& name : names) {
        PairedCase& one = cases.emplace_back(PairedCase{.name = name});
        if (batch.truth != Truth::slower) continue;
        one.agents = batch.threads              ? slower_threads_agents
                     : name.ends_with(one_tick) ? slower_seeing_agents
                                                : slower_agents;
        one.base_ticks = batch.threads ? slower_threads_ticks : slower_ticks;
        one.head_ticks = with_percent(one.base_ticks, batch.percent);
    }
    const auto seed = std::hash<std::string_view>{}(batch.name) + run;
    PairedMeasuring measuring(sides.base, sides.head, cases, seed);
    std::vector<Trial> trials;
    for (const std::string& name : names)
        trials.push_back({.batch = std::string(batch.name),
                          .run = run,
                          .name = name,
                          .evidence = evidence_of(name),
                          .seconds = 0});

    const Rule rule = rule_of(batch);
    const std::optional<MemoryHogs> hogs =
        batch.hogs ? std::optional<MemoryHogs>(std::in_place) : std::nullopt;
    const auto start = std::chrono::steady_clock::now();
    std::size_t pairs = 0;
    for (std::size_t stage = 0; stage < rule.pairs.size(); ++stage) {
        std::vector<std::size_t> unclear;
        for (std::size_t i = 0; i < trials.size(); ++i)
            if (const Evidence& one = trials[i].evidence;
                one.state == State::unclear && one.pairs.size() < one.most_pairs)
                unclear.push_back(i);
        if (unclear.empty()) break;
        std::size_t done = 0;
        const auto values = measuring.measure(unclear, rule.pairs[stage] - pairs, [&] {
            bench::show_progress(
                fmt::format("{}, {} cases: pair {}", place, unclear.size(), pairs + ++done / unclear.size()));
        });
        pairs = rule.pairs[stage];
        for (std::size_t i = 0; i < unclear.size(); ++i) {
            Evidence& one = trials[unclear[i]].evidence;
            for (const double value : values[i]) one.pairs.push_back(rounded_pair(value));
            one.crowded = measuring.crowded_pairs(unclear[i]);
            judge(std::span(&one, 1), std::array<std::size_t, 1>{0}, stage, rule);
        }
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    for (Trial& trial : trials) trial.seconds = seconds / static_cast<double>(trials.size());
    bench::show_progress("");
    return trials;
}

/// What is slower in one layout has to be slower in another one, as for the gate; here with other layouts on
/// both sides.
void confirm_layouts(std::vector<Trial>& trials, const Sides& others, const Batch& batch,
                     const std::string& place) {
    std::vector<std::string> suspects;
    for (const Trial& trial : trials)
        if (trial.evidence.state == State::regressed) suspects.push_back(trial.name);
    if (suspects.empty()) return;
    for (const Trial& again :
         measure_run(others, batch, trials.front().run + layouts, suspects, place + ", again"))
        for (Trial& trial : trials)
            if (trial.name == again.name)
                trial.evidence.state = confirmed_state(trial.evidence, again.evidence, rule_of(batch));
}

std::filesystem::path layout_of(const std::filesystem::path& executable, std::size_t number) {
    const std::optional<BuildFolder> folder = folder_of(executable);
    const auto seed = static_cast<unsigned>(number % layouts) + 1;
    const auto layout = folder ? link_layout(*folder, seed) : std::nullopt;
    if (!layout)
        throw command::MisuseError("the self-test needs its build folder, and lld for other link layouts");
    return *layout;
}

/// The slow-downs' true sizes: more ticks are not more of what a call does once. Not where agents look for
/// others: some million instructions a call, which take a minute.
void count_sizes(TrialFile& file, std::vector<std::string> names, double fraction) {
    std::erase_if(names, [](const std::string& name) { return name.ends_with(one_tick); });
    const bench::Registry registry;
    std::set<std::string> counted;
    for (const TrueSize& size : file.sizes()) counted.insert(size.name);
    const auto enough = static_cast<std::size_t>(std::ceil(fraction * static_cast<double>(names.size())));
    for (const bench::Case& which : registry.cases()) {
        if (counted.size() >= enough) break;
        if (counted.contains(which.name) || std::find(names.begin(), names.end(), which.name) == names.end())
            continue;
        bench::show_progress(fmt::format("counting {} of {}: {}", counted.size() + 1, enough, which.name));
        const auto instructions = [&](std::uint32_t percent) {
            return static_cast<double>(
                bench::count(registry.make_case(which.kernel, *which.wend_isa, counted_agents, 1,
                                                with_percent(slower_ticks, percent)))
                    .instructions);
        };
        TrueSize size{.name = which.name, .ratio = {}};
        const double base = instructions(0);
        for (const Batch& batch : batches)
            if (batch.truth == Truth::slower && !batch.threads)
                size.ratio[batch.percent] = instructions(batch.percent) / base;
        file.add(size);
        counted.insert(which.name);
    }
    bench::show_progress("");
}

}  // namespace

void run_trials(TrialFile& file, const std::filesystem::path& executable, double fraction) {
    const std::vector<std::string> suite = case_names(executable, "");
    const std::vector<std::string> all = trial_names(executable);
    const std::vector<std::string> threads = case_names(executable, threads_cases);
    const auto by_ticks = [](std::vector<std::string> names) {
        std::erase_if(
            names, [](const std::string& name) { return std::regex_search(name, std::regex(not_by_ticks)); });
        return names;
    };
    const std::vector<std::string> slowed = by_ticks(all);
    const std::vector<std::string> slowed_threads = by_ticks(threads);
    for (const Batch& batch : batches) {
        const bool is_slower = batch.truth == Truth::slower;
        const bool is_suite = batch.truth == Truth::same && !batch.hogs;
        const std::vector<std::string>& names = batch.threads ? (is_slower ? slowed_threads : threads)
                                                : is_slower   ? slowed
                                                : is_suite    ? suite
                                                              : all;
        if (names.empty()) continue;  // a machine of one core has no case of several threads
        const double trials = fraction * static_cast<double>(batch.trials);
        const bool is_layout = batch.truth == Truth::layout;
        const auto runs = static_cast<std::size_t>(
            std::ceil(is_layout ? trials : trials / static_cast<double>(names.size())));
        for (std::size_t run = file.runs(batch.name); run < runs; ++run) {
            const std::string place = fmt::format("{}: run {} of {}", batch.name, run + 1, runs);
            const Sides sides{executable, is_layout ? layout_of(executable, run) : executable};
            std::vector<Trial> measured = measure_run(sides, batch, run, names, place);
            if (is_layout)
                confirm_layouts(measured, {layout_of(executable, run + 1), layout_of(executable, run + 4)},
                                batch, place);
            file.add(measured);
        }
    }
    count_sizes(file, slowed, fraction);
}

}  // namespace wend::perf

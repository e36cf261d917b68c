// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <regex>

#include "bench/support/command_line.hpp"
#include "bench/support/progress.hpp"
#include "tools/perf/verdict/comparison.hpp"
#include "tools/perf/measure/memory_hogs.hpp"
#include "tools/perf/measure/paired_measuring.hpp"
#include "tools/perf/measure/revision_build.hpp"
#include "tools/perf/verdict/selftest.hpp"
#include "tools/perf/measure/worker_process.hpp"

namespace wend::perf {
namespace {

/// Every behaviour on the instruction sets that differ most, and no case that takes long to make.
constexpr const char* trial_cases =
    "^(?!waypoint_advance_long)[^/]+/(sse2|avx2|avx512|neon64)/agents:8192/threads:1/ticks:1$";

/// Those of several threads.
constexpr const char* threads_cases = "/threads:([2-9]|[0-9][0-9])";

/// Their calls cost less and less (agents advance along a path, or stop when they arrive), so that more calls
/// are not a known part more.
constexpr const char* not_by_calls = "^(waypoint_advance|approach)";

constexpr unsigned layouts = 8;

std::vector<std::string> case_names(const std::filesystem::path& executable, const char* cases) {
    std::vector<std::string> names = WorkerProcess(executable, 0).suite();
    const std::regex filter(cases);
    std::erase_if(names, [&](const std::string& name) { return !std::regex_search(name, filter); });
    return names;
}

/// What can be slowed down by a known part, where that is more than `tau`.
std::vector<std::string> slowed(std::vector<std::string> names, const Batch& batch) {
    std::erase_if(names, [&](const std::string& name) {
        return std::regex_search(name, std::regex(not_by_calls)) ||
               100 * evidence_of(name).tau >= batch.percent;
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
        one.agents = batch.threads        ? slower_threads_agents
                     : looks_around(name) ? slower_seeing_agents
                                          : slower_agents;
        one.base_calls = batch.threads ? slower_threads_calls : slower_calls;
        one.head_calls = one.base_calls * (100 + batch.percent) / 100;
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

}  // namespace

void run_trials(TrialFile& file, const std::filesystem::path& executable, double fraction) {
    const std::vector<std::string> suite = case_names(executable, "");
    const std::vector<std::string> all = case_names(executable, trial_cases);
    const std::vector<std::string> threads = case_names(executable, threads_cases);
    for (const Batch& batch : batches) {
        const bool is_slower = batch.truth == Truth::slower;
        const bool is_suite = batch.truth == Truth::same && !batch.hogs;
        const std::vector<std::string>& whole = batch.threads ? threads : is_suite ? suite : all;
        const std::vector<std::string> names = is_slower ? slowed(whole, batch) : whole;
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
}

}  // namespace wend::perf

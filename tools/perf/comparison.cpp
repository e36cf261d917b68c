// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <utility>

#include "bench/support/command_line.hpp"
#include "bench/support/progress.hpp"
#include "tools/perf/google_measuring.hpp"
#include "tools/perf/paired_measuring.hpp"
#include "tools/perf/perf_command.hpp"
#include "tools/perf/this_machine.hpp"
#include "tools/perf/worker_process.hpp"

namespace wend::perf {
namespace {

std::vector<std::string> names_of(const Plan& plan, const std::filesystem::path& executable) {
    std::vector<std::string> names =
        plan.google ? google_names(executable) : WorkerProcess(executable, 0).list();
    const std::regex filter = command::parse_filter(plan.filter);
    std::erase_if(names, [&](const std::string& name) { return !std::regex_search(name, filter); });
    std::sort(names.begin(), names.end());
    // Google Benchmark lets two functions have one name.
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

/// What is known of an executable: Google Benchmark's do not name their build.
Build build_of(const Plan& plan, const std::filesystem::path& executable) {
    if (!plan.google) return WorkerProcess(executable, 0).about();
    Build build;
    build.executable_hash = file_hash(executable);
    return build;
}

/// Two kinds of executables, measured alike.
template <class Measuring>
void measure_and_decide(Measuring& measuring, const Plan& plan, Comparison& comparison) {
    decide(
        comparison.evidence,
        [&](std::span<const std::size_t> cases, std::size_t pairs) {
            const auto values = measuring.measure(cases, pairs, [&](std::size_t done) {
                bench::show_progress(fmt::format("{} case{}: pair {} of {}", cases.size(),
                                                 cases.size() == 1 ? "" : "s", done, pairs));
            });
            bench::show_progress("");
            for (std::size_t i = 0; i < cases.size(); ++i) {
                auto& all = comparison.evidence[cases[i]].pairs;
                all.insert(all.end(), values[i].begin(), values[i].end());
            }
        },
        plan.rule);
    for (std::size_t i = 0; i < comparison.names.size(); ++i)
        comparison.samples.push_back(measuring.samples(i));
    comparison.disturbed = static_cast<double>(measuring.disturbed_rounds()) /
                           static_cast<double>(std::max<std::size_t>(1, measuring.rounds()));
}

std::string line_of(const std::string& name, const Evidence& one) {
    return fmt::format("{:<9}  {:+7.2f} %  ({:+.2f} to {:+.2f})  tau {:.1f} %, {} pairs, p {:.2g}  {}\n",
                       perf::name(one.state), 100 * (one.ratio - 1), 100 * (one.low - 1),
                       100 * (one.high - 1), 100 * one.tau, one.pairs.size(), one.p_adjusted, name);
}

}  // namespace

std::size_t Comparison::count(State state) const {
    return static_cast<std::size_t>(std::count_if(evidence.begin(), evidence.end(),
                                                  [&](const Evidence& one) { return one.state == state; }));
}

void Comparison::confirm(const std::string& which, State again) {
    const auto found = std::find(names.begin(), names.end(), which);
    if (found == names.end()) return;
    State& state = evidence[static_cast<std::size_t>(found - names.begin())].state;
    if (state == State::regressed && again != State::regressed)
        state = again == State::ok ? State::layout : State::unclear;
}

Comparison compare(const Plan& plan) {
    const std::vector<std::string> base = names_of(plan, plan.base);
    const std::vector<std::string> head = names_of(plan, plan.head);
    Comparison comparison;
    std::set_intersection(base.begin(), base.end(), head.begin(), head.end(),
                          std::back_inserter(comparison.names));
    std::set_difference(base.begin(), base.end(), head.begin(), head.end(),
                        std::back_inserter(comparison.only_base));
    std::set_difference(head.begin(), head.end(), base.begin(), base.end(),
                        std::back_inserter(comparison.only_head));
    if (plan.leave_out) {
        const auto rest =
            std::stable_partition(comparison.names.begin(), comparison.names.end(),
                                  [&](const std::string& name) { return !plan.leave_out(name); });
        comparison.same_code.assign(rest, comparison.names.end());
        comparison.names.erase(rest, comparison.names.end());
    }
    if (comparison.names.empty() && comparison.same_code.empty())
        throw command::MisuseError(fmt::format("no case that both executables have matches {}", plan.filter));

    for (const std::string& name : comparison.names) {
        const auto floor = plan.floors.find(name);
        comparison.evidence.push_back(
            {.tau = floor == plan.floors.end() ? plan.tau : std::max(plan.tau, floor->second)});
    }
    const auto start = std::chrono::steady_clock::now();
    if (plan.google) {
        GoogleMeasuring measuring(plan.base, plan.head, comparison.names, plan.seed);
        measure_and_decide(measuring, plan, comparison);
    } else {
        std::vector<PairedCase> cases;
        for (const std::string& name : comparison.names) cases.push_back({.name = name});
        PairedMeasuring measuring(plan.base, plan.head, std::move(cases), plan.seed);
        measure_and_decide(measuring, plan, comparison);
    }
    comparison.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return comparison;
}

int exit_status(const Comparison& comparison) {
    if (comparison.count(State::regressed) > 0) return exit_regression;
    return comparison.count(State::unclear) > 0 ? exit_unclear : exit_none;
}

std::string describe(const Comparison& comparison, bool whole) {
    std::string text;
    for (const State state : {State::regressed, State::unclear, State::layout, State::ok}) {
        if (state == State::ok && !whole) continue;
        for (std::size_t i = 0; i < comparison.names.size(); ++i)
            if (comparison.evidence[i].state == state)
                text += line_of(comparison.names[i], comparison.evidence[i]);
    }
    for (const std::string& name : comparison.only_base)
        text += fmt::format("missing    in the head's build: {}\n", name);
    for (const std::string& name : comparison.only_head)
        text += fmt::format("new        not in the base's build: {}\n", name);
    if (!comparison.same_code.empty())
        text += fmt::format("{} cases have the same machine code in both builds, and were not measured\n",
                            comparison.same_code.size());
    if (comparison.names.empty()) return text;
    return text + fmt::format(
                      "{} cases: {} regressed, {} unclear, {} by layout, {} ok; measured for {:.1f} s, "
                      "{:.0f} % of the rounds disturbed\n",
                      comparison.names.size(), comparison.count(State::regressed),
                      comparison.count(State::unclear), comparison.count(State::layout),
                      comparison.count(State::ok), comparison.seconds, 100 * comparison.disturbed);
}

Run to_run(const Comparison& comparison, const Plan& plan, Kind kind) {
    Run run;
    run.kind = kind;
    run.a = build_of(plan, plan.base);
    run.b = build_of(plan, plan.head);
    run.machine = this_machine();
    run.started = utc_now();
    run.load = load_average();
    run.tool = tool_name();
    run.seed = plan.seed;
    run.parameters = nlohmann::json{
        {"clock", plan.google ? "cpu_time" : "thread cpu"},
        {"filter", plan.filter},
        {"tau",
         plan.tau}}.dump();
    for (std::size_t i = 0; i < comparison.names.size(); ++i) {
        const Evidence& one = comparison.evidence[i];
        run.results.push_back({.name = comparison.names[i],
                               .samples = comparison.samples[i],
                               .verdict = Verdict{.ratio = one.ratio,
                                                  .low = one.low,
                                                  .high = one.high,
                                                  .p = one.p,
                                                  .p_adjusted = one.p_adjusted,
                                                  .least_effect = one.tau,
                                                  .state = std::string(name(one.state)),
                                                  .pairs = static_cast<std::uint32_t>(one.pairs.size()),
                                                  .confirmed_by = ""}});
    }
    return run;
}

}  // namespace wend::perf

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/verdict/selftest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <random>
#include <regex>

#include "tools/perf/measure/case_name.hpp"
#include "tools/perf/measure/measuring.hpp"
#include "tools/perf/measure/processes.hpp"
#include "tools/perf/measure/repository.hpp"
#include "tools/perf/measure/worker_process.hpp"
#include "tools/perf/verdict/comparison.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/progress.hpp"

namespace wend::perf {
namespace {

/// The rate at which so few events have a chance of 5 % (Clopper and Pearson).
double upper_bound(std::size_t trials, std::size_t events) {
    if (events >= trials) return 1;
    const auto n = static_cast<double>(trials);
    const auto chance = [&](double rate) {
        double sum = 0;
        for (std::size_t i = 0; i <= events; ++i) {
            const auto k = static_cast<double>(i);
            sum += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) +
                            k * std::log(rate) + (n - k) * std::log1p(-rate));
        }
        return sum;
    };
    double low = 0, high = 1;
    for (int step = 0; step < 60; ++step) {
        const double middle = (low + high) / 2;
        (chance(middle) > 0.05 ? low : high) = middle;
    }
    return high;
}

double part(std::size_t events, std::size_t trials) {
    return trials == 0 ? 0 : static_cast<double>(events) / static_cast<double>(trials);
}

/// Trials of one kind, with the default tau. Whole comparisons are drawn from them: a trial, and then some of
/// its pairs.
class Resampler {
  public:
    Resampler(const TrialFile& file, std::string_view batch) {
        for (const Trial& trial : file.trials())
            if (trial.batch == batch && evidence_of(trial.name).tau == Evidence{}.tau)
                sources_.push_back(&trial.evidence.pairs);
    }

    [[nodiscard]] bool empty() const { return sources_.empty(); }

    /// How many of the cases of a run are called regressed.
    std::size_t regressed(std::size_t cases, const Rule& rule) {
        std::vector<Evidence> run(cases);
        std::vector<const std::vector<double>*> source(cases);
        for (auto& one : source) one = sources_[random_() % sources_.size()];
        decide(
            run,
            [&](std::span<const std::size_t> which, std::size_t pairs) {
                for (const std::size_t i : which)
                    for (std::size_t pair = 0; pair < pairs; ++pair)
                        run[i].pairs.push_back((*source[i])[random_() % source[i]->size()]);
            },
            rule);
        return static_cast<std::size_t>(std::count_if(
            run.begin(), run.end(), [](const Evidence& one) { return one.state == State::regressed; }));
    }

  private:
    std::vector<const std::vector<double>*> sources_;
    std::mt19937_64 random_{20261121};
};

}  // namespace

std::optional<State> judged(const Trial& trial, const Batch& batch) {
    const Rule rule = rule_of(batch);
    Evidence again = evidence_of(trial.name);
    for (std::size_t stage = 0; stage < rule.pairs.size() && again.state == State::unclear; ++stage) {
        if (again.pairs.size() >= again.most_pairs) break;
        if (trial.evidence.pairs.size() < rule.pairs[stage]) {
            // Several threads that lacked cores were measured no further.
            const bool lacked_cores = has_threads(trial.name) && trial.evidence.state == State::unclear;
            return lacked_cores ? std::optional(State::unclear) : std::nullopt;
        }
        again.pairs.assign(trial.evidence.pairs.begin(),
                           trial.evidence.pairs.begin() + static_cast<std::ptrdiff_t>(rule.pairs[stage]));
        judge(std::span(&again, 1), std::array<std::size_t, 1>{0}, stage, rule);
    }
    const bool measured_again = batch.truth == Truth::layout && again.state == State::regressed;
    return measured_again ? trial.evidence.state : again.state;
}

std::vector<Criterion> judge_trials(const TrialFile& file, std::size_t resamples) {
    std::vector<Criterion> criteria;
    std::size_t same = 0;
    std::size_t alarms = 0;
    std::size_t too_short = 0;
    for (const Batch& batch : batches) {
        std::size_t trials = 0;
        std::size_t events = 0;
        for (const Trial& trial : file.trials()) {
            if (trial.batch != batch.name) continue;
            const std::optional<State> state = judged(trial, batch);
            trials += state ? 1 : 0;
            too_short += state ? 0 : 1;
            events += state == State::regressed ? 1 : 0;
        }
        const std::string_view kind = batch.hogs      ? " beside memory hogs"
                                      : batch.threads ? ", all threads"
                                                      : "";
        if (batch.truth == Truth::slower) {
            const double target = batch.percent < 5 ? 0.95 : 0.99;
            criteria.push_back({fmt::format("{} % slower{}, measured: found", batch.percent, kind), trials,
                                events, part(events, trials), target, false});
        } else if (batch.truth == Truth::layout) {
            criteria.push_back({fmt::format("{} other link layouts: false alarms", file.runs(batch.name)),
                                trials, events, static_cast<double>(events), 0, true});
        } else {
            same += trials;
            alarms += events;
            criteria.push_back({fmt::format("the same{}, measured: false alarms", kind), trials, events,
                                upper_bound(trials, events), trials < 299 ? 0.03 : 0.01, true});
        }
    }
    criteria.push_back({"trials that have too few pairs for the rule, left out", file.trials().size(),
                        too_short, part(too_short, file.trials().size()), 0.01, true});
    criteria.push_back({"the same, both: false alarms", same, alarms, upper_bound(same, alarms), 0.01, true});

    if (Resampler null(file, "same"); !null.empty()) {
        std::size_t events = 0;
        for (std::size_t i = 0; i < resamples; ++i) events += null.regressed(100, Rule{}) > 0 ? 1 : 0;
        criteria.push_back({"runs of 100 cases, drawn again: any false alarm", resamples, events,
                            upper_bound(resamples, events), 0.01, true});
    }
    for (const Batch& batch : batches) {
        if (batch.truth != Truth::slower || batch.percent < 10 || batch.threads) continue;
        Resampler slower(file, batch.name);
        if (slower.empty()) continue;
        std::size_t events = 0;
        for (std::size_t i = 0; i < resamples; ++i) events += slower.regressed(1, rule_of(batch));
        criteria.push_back({fmt::format("{} % slower, drawn again: found", batch.percent), resamples, events,
                            part(events, resamples), 0.999, false});
    }
    return criteria;
}

namespace {

/// Every behaviour on the instruction sets that differ most, and no case that takes long to make.
constexpr const char* trial_cases =
    "^(?!waypoint_advance_long)[^/]+/(sse2|avx2|avx512|neon64)/agents:8192/threads:1/ticks:1$";

/// Those of several threads.
constexpr const char* threads_cases = "/threads:([2-9]|[0-9][0-9])";

/// Their calls become cheaper (agents advance along a path, or stop when they arrive), so that more calls are
/// no known part of the time.
constexpr const char* not_by_calls = "^(waypoint_advance|approach)";

constexpr unsigned layouts = 8;

std::vector<std::string> case_names(const std::filesystem::path& executable, const char* cases) {
    std::vector<std::string> names = WorkerProcess(executable, 0).suite();
    const std::regex filter(cases);
    std::erase_if(names, [&](const std::string& name) { return !std::regex_search(name, filter); });
    return names;
}

/// The cases that can be slowed down by a known part, larger than their tau.
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
    const auto measuring = measure_workers(sides.base, sides.head, cases, seed);
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
        const auto values = measuring->measure(unclear, rule.pairs[stage] - pairs, [&] {
            support::show_progress(
                fmt::format("{}, {} cases: pair {}", place, unclear.size(), pairs + ++done / unclear.size()));
        });
        pairs = rule.pairs[stage];
        for (std::size_t i = 0; i < unclear.size(); ++i) {
            Evidence& one = trials[unclear[i]].evidence;
            for (const double value : values[i]) one.pairs.push_back(rounded_pair(value));
            one.crowded = measuring->crowded_pairs(unclear[i]);
            judge(std::span(&one, 1), std::array<std::size_t, 1>{0}, stage, rule);
        }
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    for (Trial& trial : trials) trial.seconds = seconds / static_cast<double>(trials.size());
    support::show_progress("");
    return trials;
}

/// A case that is slower in one layout has to be slower in another one, as for the gate; here with other
/// layouts on both sides.
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
        throw support::MisuseError("the self-test needs its build folder, and lld for other link layouts");
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

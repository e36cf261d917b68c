// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/math/distributions/binomial.hpp>
#include <optional>
#include <random>

#include "tools/perf/measure/case_name.hpp"
#include "tools/perf/verdict/comparison.hpp"
#include "tools/perf/verdict/selftest.hpp"

namespace wend::perf {
namespace {

/// A rate of at most this would show so few events with a chance of 5 % (Clopper and Pearson).
double upper_bound(std::size_t trials, std::size_t events) {
    if (events >= trials) return 1;
    return boost::math::binomial_distribution<>::find_upper_bound_on_p(static_cast<double>(trials),
                                                                       static_cast<double>(events), 0.05);
}

double part(std::size_t events, std::size_t trials) {
    return trials == 0 ? 0 : static_cast<double>(events) / static_cast<double>(trials);
}

/// Trials of one kind, with the tau of most, from which whole comparisons are drawn again: a trial, and then
/// some of its pairs.
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

}  // namespace wend::perf

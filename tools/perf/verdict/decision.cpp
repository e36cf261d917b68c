// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/verdict/decision.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "bench/statistics/signed_rank.hpp"

namespace wend::perf {

std::string_view name(State state) noexcept {
    switch (state) {
        case State::ok: return "ok";
        case State::regressed: return "regressed";
        case State::layout: return "layout";
        case State::accepted: return "accepted";
        case State::unclear: break;
    }
    return "unclear";
}

void judge(std::span<Evidence> run, std::span<const std::size_t> which, std::size_t stage, const Rule& rule) {
    std::vector<Evidence*> unclear;
    for (const std::size_t i : which)
        if (run[i].state == State::unclear && !run[i].pairs.empty()) unclear.push_back(&run[i]);
    for (Evidence* one : unclear) one->p = bench::signed_rank_p(one->pairs, std::log1p(one->tau));
    std::sort(unclear.begin(), unclear.end(),
              [](const Evidence* a, const Evidence* b) { return a->p < b->p; });

    auto hypotheses = static_cast<double>(std::count_if(
        run.begin(), run.end(), [](const Evidence& one) { return one.state != State::regressed; }));
    double adjusted = 0;
    for (Evidence* one : unclear) {
        // Where nothing may be spent, or the pairs are too few for so small a part, the interval that takes
        // in all of them.
        const double alpha = rule.family_alpha * rule.spend[stage] / hypotheses;
        const double least_alpha = std::ldexp(1.0, -static_cast<int>(one->pairs.size()));
        const bench::Estimate wide = bench::estimate_centre(one->pairs, std::max(alpha, least_alpha));
        one->ratio = std::exp(wide.middle);
        one->low = std::exp(wide.low);
        one->high = std::exp(bench::estimate_centre(one->pairs, rule.interval_alpha).high);
        adjusted = std::max(adjusted, alpha > 0 ? std::min(1.0, one->p * rule.family_alpha / alpha) : 1.0);
        one->p_adjusted = adjusted;
        if (adjusted <= rule.family_alpha) {
            one->state = State::regressed;
            --hypotheses;
        } else {
            if (one->lacked_cores() && one->high < 1 + one->tau) {
                one->high = 1 + one->tau;
                one->most_pairs = one->pairs.size();  // more of the kind would not say more
            }
            if (one->high < 1 + one->tau) one->state = State::ok;
            one->low = std::min(one->low, 1 + one->tau);
        }
    }
}

State confirmed_state(const Evidence& first, const Evidence& other, const Rule& rule) {
    if (first.state != State::regressed || other.state == State::regressed) return first.state;
    const bench::Estimate alone = bench::estimate_centre(other.pairs, rule.interval_alpha);
    if (other.state == State::ok && alone.low <= 0) return State::layout;
    // A pair of either layout, averaged: neither counts for more.
    std::vector<double> both(std::min(first.pairs.size(), other.pairs.size()));
    for (std::size_t i = 0; i < both.size(); ++i) both[i] = (first.pairs[i] + other.pairs[i]) / 2;
    const bench::Estimate together = bench::estimate_centre(both, rule.interval_alpha);
    if (together.low > std::log1p(first.tau)) return State::regressed;
    if (first.lacked_cores() || other.lacked_cores()) return State::unclear;
    return together.high < std::log1p(first.tau) ? State::ok : State::unclear;
}

void decide(std::span<Evidence> run, const MeasurePairs& measure, const Rule& rule) {
    const auto still_unclear = [&](std::vector<std::size_t> which) {
        std::erase_if(which, [&](std::size_t i) {
            return run[i].state != State::unclear || run[i].pairs.size() >= run[i].most_pairs;
        });
        return which;
    };
    const auto look = [&](const std::vector<std::size_t>& which, std::size_t stage) {
        const std::size_t before = stage == 0 ? 0 : rule.pairs[stage - 1];
        if (rule.pairs[stage] > before) measure(which, rule.pairs[stage] - before);
        judge(run, which, stage, rule);
    };
    std::vector<std::size_t> all(run.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (all.empty()) return;
    look(all, 0);
    std::vector<std::size_t> suspects = still_unclear(all);
    const auto rest = std::stable_partition(suspects.begin(), suspects.end(),
                                            [&](std::size_t i) { return run[i].ratio > 1 + run[i].tau; });
    for (std::vector<std::size_t> which :
         {std::vector(suspects.begin(), rest), std::vector(rest, suspects.end())})
        for (std::size_t stage = 1; stage < rule.pairs.size() && !which.empty(); ++stage) {
            look(which, stage);
            which = still_unclear(which);
        }
}

}  // namespace wend::perf

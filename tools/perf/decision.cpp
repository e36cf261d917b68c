// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/decision.hpp"

#include <algorithm>
#include <cmath>

#include "bench/support/signed_rank.hpp"

namespace wend::perf {

std::string_view name(State state) noexcept {
    switch (state) {
        case State::ok: return "ok";
        case State::regressed: return "regressed";
        case State::layout: return "layout";
        case State::unclear: break;
    }
    return "unclear";
}

void judge(std::span<Evidence> run, std::size_t stage, const Rule& rule) {
    std::vector<Evidence*> unclear;
    std::size_t hypotheses = 0;
    for (Evidence& one : run) {
        if (one.state != State::regressed) ++hypotheses;
        if (one.state != State::unclear) continue;
        const Estimate estimate = estimate_centre(one.pairs, rule.interval_alpha);
        one.ratio = std::exp(estimate.middle);
        one.low = std::exp(estimate.low);
        one.high = std::exp(estimate.high);
        one.p = signed_rank_p(one.pairs, std::log1p(one.tau));
        unclear.push_back(&one);
    }
    std::sort(unclear.begin(), unclear.end(),
              [](const Evidence* a, const Evidence* b) { return a->p < b->p; });

    double adjusted = 0;
    for (Evidence* one : unclear) {
        const double factor = static_cast<double>(hypotheses) / rule.spend[stage];
        adjusted = std::max(adjusted, std::min(1.0, one->p * factor));
        one->p_adjusted = adjusted;
        if (adjusted <= rule.family_alpha) {
            one->state = State::regressed;
            --hypotheses;
        } else if (one->high < 1 + one->tau) {
            one->state = State::ok;
        }
    }
}

void decide(std::span<Evidence> run, const MeasurePairs& measure, const Rule& rule) {
    std::size_t pairs = 0;
    for (std::size_t stage = 0; stage < rule.pairs.size(); ++stage) {
        std::vector<std::size_t> unclear;
        for (std::size_t i = 0; i < run.size(); ++i)
            if (run[i].state == State::unclear) unclear.push_back(i);
        if (unclear.empty()) return;
        measure(unclear, rule.pairs[stage] - pairs);
        pairs = rule.pairs[stage];
        judge(run, stage, rule);
    }
}

}  // namespace wend::perf

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/verdict/pooled.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "tools/perf/verdict/decision.hpp"

namespace wend::perf {
namespace {

/// Returns their number: 0 in runs of an earlier wend.
std::size_t add_pairs(const BenchResult& result, Evidence& one) {
    const std::size_t before = one.pairs.size();
    for (const Counter& counter : result.counters) {
        if (counter.name == pair_counter) one.pairs.push_back(counter.value);
        if (counter.name == crowded_counter) one.crowded += static_cast<std::size_t>(counter.value);
    }
    return one.pairs.size() - before;
}

void take(const Evidence& one, Verdict& verdict) {
    verdict.ratio = one.ratio;
    verdict.low = one.low;
    verdict.high = one.high;
    verdict.p = one.p;
    verdict.p_adjusted = one.p_adjusted;
    verdict.pairs = static_cast<std::uint32_t>(one.pairs.size());
    // Pairs of one link layout overrule neither another layout nor the record of accepted slow-downs.
    const bool is_overruled = !verdict.confirmed_by.empty() || verdict.state == name(State::accepted);
    if (one.state != State::regressed || !is_overruled) verdict.state = name(one.state);
}

}  // namespace

std::set<std::size_t> pool_pairs(StoredRun& comparison, std::span<const StoredRun> earlier) {
    std::vector<BenchResult*> results;  // measured; those that no earlier run has count as hypotheses
    std::vector<Evidence> evidence;
    std::vector<std::size_t> again;
    std::set<std::size_t> pooled;
    for (BenchResult& result : comparison.results) {
        if (!result.verdict || result.samples.empty()) continue;
        results.push_back(&result);
        const Evidence unmeasured{.tau = result.verdict->least_effect};
        Evidence one = unmeasured;
        const std::size_t own = add_pairs(result, one);
        for (std::size_t i = 0; i < earlier.size() && own > 0; ++i) {
            const auto found = std::ranges::find(earlier[i].results, result.name, &BenchResult::name);
            if (found != earlier[i].results.end() && found->verdict && add_pairs(*found, one) > 0)
                pooled.insert(i);
        }
        const bool is_again = one.pairs.size() > own;
        if (is_again) again.push_back(evidence.size());
        evidence.push_back(is_again ? std::move(one) : unmeasured);
    }
    const Rule rule;
    judge(evidence, again, rule.spend.size() - 1, rule);
    for (const std::size_t i : again) take(evidence[i], *results[i]->verdict);
    return pooled;
}

}  // namespace wend::perf

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "bench/statistics/signed_rank.hpp"
#include "tools/perf/commands.hpp"
#include "tools/perf/verdict/comparison.hpp"
#include "tools/perf/verdict/side_comparison.hpp"

namespace wend::perf {
namespace {

/// The first look of a comparison that may call a case slower.
constexpr std::size_t deciding_look = 1;

/// The largest change that an unchanged case seems to have after that look: the worst of two such looks.
double floor_of(const Evidence& one, const Rule& rule) {
    const std::size_t look = rule.pairs[deciding_look];
    double floor = 0;
    for (std::size_t first = 0; first + look <= one.pairs.size(); first += look) {
        const bench::Estimate estimate =
            bench::estimate_centre(std::span(one.pairs).subspan(first, look), rule.interval_alpha);
        floor = std::max({floor, std::exp(estimate.high) - 1, 1 - std::exp(estimate.low)});
    }
    return floor;
}

}  // namespace

int run_calibrate(const CalibrateOptions& options) {
    const std::filesystem::path self = this_side().executable;
    const Rule rule;
    ComparisonPlan plan{
        .base = self, .head = self, .filter = options.filter, .seed = options.seed, .compare_exact = false};
    plan.rule.pairs.fill(2 * rule.pairs[deciding_look]);  // one look, with the pairs of two
    History history = open_history(options.database, History::Access::write);
    const Comparison comparison = compare(plan);
    StoredRun run = to_run(comparison, plan, RunKind::calibrate);
    for (std::size_t i = 0; i < run.results.size(); ++i) {
        const double floor = floor_of(comparison.evidence[i], rule);
        run.results[i].verdict.reset();
        run.results[i].counters.push_back(
            {.side = Side::a, .round = 0, .name = floor_counter, .value = floor, .unit = "1"});
        fmt::print("{:5.2f} %  {}\n", 100 * floor, run.results[i].name);
    }
    fmt::print("measured for {:.1f} s, {:.0f} % of the rounds disturbed; stored in {} as run {}\n",
               comparison.seconds, 100 * comparison.disturbed, history.file().string(), history.add(run));
    return exit_none;
}

}  // namespace wend::perf

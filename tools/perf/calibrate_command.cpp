// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "bench/support/command_line.hpp"
#include "bench/support/signed_rank.hpp"
#include "tools/perf/verdict/comparison.hpp"
#include "tools/perf/history/history.hpp"
#include "tools/perf/history/history_place.hpp"
#include "tools/perf/options.hpp"
#include "tools/perf/perf_command.hpp"
#include "tools/perf/verdict/side_comparison.hpp"

namespace wend::perf {
namespace {

/// The first look of a comparison that may call a case slower.
constexpr std::size_t deciding_look = 1;

/// How far off an unchanged case may seem to be after that look: the worst of two such looks.
double floor_of(const Evidence& one, const Rule& rule) {
    const std::size_t look = rule.pairs[deciding_look];
    double floor = 0;
    for (std::size_t first = 0; first + look <= one.pairs.size(); first += look) {
        const Estimate estimate =
            estimate_centre(std::span(one.pairs).subspan(first, look), rule.interval_alpha);
        floor = std::max({floor, std::exp(estimate.high) - 1, 1 - std::exp(estimate.low)});
    }
    return floor;
}

}  // namespace

int main_calibrate(int argc, char** argv) {
    const std::filesystem::path self = this_side().executable;
    Plan plan{.base = self, .head = self, .compare_exact = false};
    std::string database;
    CLI::App app(
        "Measures this command against itself. What an unchanged case may seem to gain or lose is its floor "
        "on this machine: `gate` takes no\n"
        "smaller slow-down for one.",
        "wend perf calibrate");
    add_filter(app, plan.filter);
    add_seed(app, plan.seed);
    add_history(app, database, "the history that keeps it");
    app.footer("Exit status: 0, or 2 on misuse or when nothing could be measured.");
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;

    History history = open_history(database, History::Access::write);
    const Rule rule;
    plan.rule.pairs.fill(2 * rule.pairs[deciding_look]);  // one look, at two looks' pairs
    const Comparison comparison = compare(plan);
    Run run = to_run(comparison, plan, Kind::calibrate);
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

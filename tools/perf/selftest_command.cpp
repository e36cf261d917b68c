// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/statistics/signed_rank.hpp"
#include "tools/perf/commands.hpp"
#include "tools/perf/measure/this_machine.hpp"
#include "tools/perf/verdict/selftest.hpp"
#include "tools/perf/verdict/side_comparison.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/output_file.hpp"

namespace wend::perf {
namespace {

using Json = nlohmann::ordered_json;

double quantile(std::vector<double> values, double where) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(where * static_cast<double>(values.size() - 1))];
}

/// Times and measured sizes of a batch's trials.
Json describe(const TrialFile& file, const Batch& batch) {
    std::vector<double> seconds;
    std::vector<double> half_widths;
    std::vector<double> ratios;
    std::size_t unclear = 0;
    for (const Trial& trial : file.trials()) {
        if (trial.batch != batch.name) continue;
        const std::span<const double> all(trial.evidence.pairs);
        const bench::Estimate first = bench::estimate_centre(
            all.first(std::min<std::size_t>(all.size(), Rule{}.pairs[1])), Rule{}.interval_alpha);
        half_widths.push_back((first.high - first.low) / 2);
        ratios.push_back(100 * bench::estimate_centre(all, Rule{}.interval_alpha).middle);
        seconds.push_back(trial.seconds);
        unclear += judged(trial, batch) == State::unclear ? 1 : 0;
    }
    return {
        {"batch", batch.name},
        {"trials", ratios.size()},
        {"unclear", unclear},
        {"seconds_a_case", {{"median", quantile(seconds, 0.5)}, {"most", quantile(seconds, 1)}}},
        {"measured_percent",
         {{"least", quantile(ratios, 0)}, {"median", quantile(ratios, 0.5)}, {"most", quantile(ratios, 1)}}},
        {"half_width_percent_16_pairs",
         {{"median", 100 * quantile(half_widths, 0.5)}, {"p95", 100 * quantile(half_widths, 0.95)}}}};
}

}  // namespace

int run_selftest(const SelftestOptions& options) {
    if (!options.recorded && options.trials.size() > 1)
        throw support::MisuseError("selftest: several files of --trials are for --recorded");
    const std::filesystem::path self = options.recorded ? "" : this_side().executable;
    TrialFile file(options.trials.front(), options.recorded ? "" : file_hash(self),
                   options.recorded ? "" : describe(this_machine()));
    if (!options.recorded) run_trials(file, self, options.fraction);
    for (std::size_t i = 1; i < options.trials.size(); ++i) file.take(TrialFile(options.trials[i], "", ""));

    constexpr std::size_t repeats = 10'000;
    const std::vector<Criterion> criteria = judge_trials(file, repeats);

    Json report{{"command", fmt::format("wend perf selftest{} --trials {} --out {}",
                                        options.recorded ? " --recorded" : "", fmt::join(options.trials, " "),
                                        options.out)},
                {"machine", file.machine()},
                {"executable", file.executable()},
                {"criteria", Json::array()},
                {"batches", Json::array()}};
    bool holds = true;
    for (const Criterion& one : criteria) {
        fmt::print("{:<5} {:>6} of {:<6} {} {:.5f}, {} {}  {}\n", one.holds() ? "ok" : "FAILS", one.events,
                   one.trials, one.at_most ? "bound" : "part ", one.figure,
                   one.at_most ? "at most" : "at least", one.target, one.text);
        report["criteria"].push_back({{"what", one.text},
                                      {"trials", one.trials},
                                      {"events", one.events},
                                      {"figure", one.figure},
                                      {one.at_most ? "at_most" : "at_least", one.target},
                                      {"holds", one.holds()}});
        holds = holds && one.holds();
    }
    for (const Batch& batch : batches) {
        report["batches"].push_back(describe(file, batch));
        fmt::print("{}\n", report["batches"].back().dump());
    }
    if (!options.out.empty()) support::write_file(options.out, report.dump(2) + "\n");
    return holds ? exit_none : exit_regression;
}

}  // namespace wend::perf

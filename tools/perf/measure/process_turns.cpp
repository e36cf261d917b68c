// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/process_turns.hpp"

#include <cmath>
#include <utility>

#include "bench/support/median.hpp"

namespace wend::perf {

ProcessTurns::ProcessTurns(std::vector<std::string> cases, std::uint64_t seed, RunOnce run_once)
    : cases_(std::move(cases)),
      random_(seed),
      run_once_(std::move(run_once)),
      samples_(cases_.size()),
      cpu_(cases_.size()) {}

std::vector<std::vector<double>> ProcessTurns::measure(std::span<const std::size_t> cases, std::size_t pairs,
                                                       const std::function<void()>& on_case) {
    std::vector<std::vector<double>> values(cases.size());
    for (std::size_t done = 0; done < pairs; ++done, ++pair_) {
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const std::size_t which = cases[i];
            const Side outer = random_() % 2 == 0 ? Side::a : Side::b;
            const Side inner = other_side(outer);
            std::array<double, 2> spent{};
            std::uint32_t position = 0;
            for (const Side side : {outer, inner, inner, outer}) {
                const ProcessTime one = run_once_(side, cases_[which]);
                const auto index = static_cast<std::size_t>(side);
                spent[index] += one.nanoseconds;
                if (one.cpu_nanoseconds) cpu_[which][index].push_back(*one.cpu_nanoseconds);
                samples_[which].push_back({.side = side,
                                           .pair = pair_,
                                           .round = 0,
                                           .position = position++,
                                           .iterations = one.iterations,
                                           .nanoseconds = one.nanoseconds});
            }
            values[i].push_back(std::log(spent[1] / spent[0]));
            on_case();
        }
    }
    return values;
}

std::vector<Counter> ProcessTurns::counters(std::size_t which) const {
    std::vector<Counter> counters;
    for (const Side side : {Side::a, Side::b})
        if (const std::vector<double>& times = cpu_[which][static_cast<std::size_t>(side)]; !times.empty())
            counters.push_back(
                {.side = side, .name = "cpu_time", .value = bench::median(times), .unit = "ns"});
    return counters;
}

}  // namespace wend::perf

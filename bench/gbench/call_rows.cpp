// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/gbench/call_rows.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <vector>

#include "bench/command/measure.hpp"
#include "bench/support/median.hpp"

namespace wend::bench {

namespace {

constexpr Effort effort{.min_rounds = 31, .max_rounds = 31, .seconds = 0, .slice_seconds = 1e-3};

/// Takes turns with a call on so many agents that the overhead of the call is negligible.
void measure_call(benchmark::State& state, const Case& which, const Case& many) {
    Group group{.rows = {{.what = which}, {.what = many}}};
    for (auto _ : state) {
        measure(group, effort, [](std::size_t) {});
        state.SetIterationTime(group.rows[0].median_nanoseconds() * 1e-9 * static_cast<double>(which.agents));
    }
    std::vector<double> overhead;
    for (std::size_t round = 0; round < effort.min_rounds; ++round)
        overhead.push_back((group.rows[0].nanoseconds(round) - group.rows[1].nanoseconds(round)) *
                           static_cast<double>(which.agents));
    state.counters["agents"] = static_cast<double>(which.agents);
    state.counters["over_kernel_ns"] = median(overhead);
}

}  // namespace

void register_call_rows(const Registry& registry) {
    for (const Kernel kernel :
         {Kernel::wander, Kernel::seek, Kernel::path_follow, Kernel::waypoint_advance, Kernel::approach})
        for (const std::size_t agents : {16, 64, 1'000}) {
            const auto make_case = [&](std::size_t count) {
                return registry.make_case(kernel, supported_isas().back(), count, 1, 1);
            };
            benchmark::RegisterBenchmark(fmt::format("call/{}/agents:{}", info(kernel).name, agents).c_str(),
                                         measure_call, make_case(agents), make_case(in_cache_size))
                ->UseManualTime()
                ->Iterations(1);
        }
}

}  // namespace wend::bench

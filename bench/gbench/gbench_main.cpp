// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <chrono>
#include <exception>

#include "bench/cases/registry.hpp"
#include "bench/cases/setting.hpp"
#include "bench/gbench/rows.hpp"

/// The same cases as rows of Google Benchmark, with its options and its way of measuring.
namespace {

using wend::bench::Case;
using Clock = std::chrono::steady_clock;

void measure(benchmark::State& state, const Case& which) {
    if (which.is_rival()) {
        if (const std::string problem = which.disagreement(); !problem.empty()) {
            state.SkipWithError(problem.c_str());
            return;
        }
    } else {
        state.SetLabel(fmt::format("hash {:016x}", wend::bench::hash_of(which)));
    }
    const wend::bench::Run run = which.make();
    const std::uint64_t calls_before_reset = wend::bench::ticks_before_reset(which.agents) / which.ticks;
    std::uint64_t calls = 0;
    // Rates use the wall clock: Google Benchmark's own rates use the CPU time of one thread.
    double seconds = 0;
    Clock::time_point start = Clock::now();
    for (auto _ : state) {
        run.run(1);
        if (++calls % calls_before_reset != 0) continue;
        state.PauseTiming();
        seconds += std::chrono::duration<double>(Clock::now() - start).count();
        run.reset();
        start = Clock::now();
        state.ResumeTiming();
    }
    seconds += std::chrono::duration<double>(Clock::now() - start).count();
    const double agent_ticks =
        static_cast<double>(calls) * static_cast<double>(which.ticks) * static_cast<double>(which.agents);
    state.counters["agents"] = static_cast<double>(which.agents);
    state.counters["ticks"] = which.ticks;
    state.counters["ns_per_agent"] = seconds * 1e9 / agent_ticks;
    state.counters["agents_per_second"] = agent_ticks / seconds;
    state.counters["gigabytes_per_second"] = which.bytes * agent_ticks / seconds * 1e-9;
    state.counters["bytes_per_agent"] = which.bytes;
    state.counters["operations_per_agent"] = which.operations;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const wend::bench::Registry registry;
        wend::bench::add_benchmark_context();
        for (const Case& which : registry.cases())
            benchmark::RegisterBenchmark(which.name.c_str(), measure, which);
        wend::bench::register_flow_rows();
        wend::bench::register_journal_rows();
        wend::bench::register_locate_rows();
        wend::bench::register_open_rows();
        wend::bench::register_pool_rows();
        wend::bench::register_query_rows();
        wend::bench::register_neighbour_rows();
#if defined(WEND_HAS_DETOUR_CROWD)
        wend::bench::register_detour_rows();
#endif
#if defined(WEND_HAS_C)
        wend::bench::register_c_call_rows();
#endif
        benchmark::Initialize(&argc, argv);
        if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
        benchmark::RunSpecifiedBenchmarks();
        benchmark::Shutdown();
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "wend_gbench: {}\n", error.what());
        return 2;
    }
}

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "bench/gbench/rows.hpp"
#include "wend/journal.hpp"
#include "wend/wend.hpp"

namespace wend::bench {
namespace {

/// A way of recording calls.
struct Recording {
    const char* name;
    bool records = true;
    std::uint32_t hash_every = 1;
    bool declared = false;  ///< and nothing was changed
};
constexpr std::array recordings{Recording{"none", false}, Recording{"compared", true, 0},
                                Recording{"hashed", true, 1}, Recording{"declared", true, 60, true}};

Program seeking() {
    return *Program::build({Seek{}, Locomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}});
}
Program flocking() {
    return *Program::build({Separation{.max_neighbours = 16}, Alignment{.max_neighbours = 16},
                            Cohesion{.max_neighbours = 16},
                            Locomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}});
}

void record(benchmark::State& state, const Program& program, std::size_t agents, const Recording& how) {
    AgentBuffer crowd(program);
    crowd.make_workspace(program);
    crowd.spawn(agents);
    crowd.make_workspace(program);
    std::mt19937 random(1);
    std::uniform_real_distribution<float> place(0, 1.5f * std::sqrt(static_cast<float>(agents)));
    for (std::size_t i = 0; i < agents; ++i) {
        crowd.get<Stream::position_x>()[i] = place(random);
        crowd.get<Stream::position_y>()[i] = place(random);
    }
    const JournalOptions options{.hash_every = how.hash_every, .declared_changes = how.declared};
    std::vector<std::byte> memory(JournalWriter::memory_size(program, crowd.view(), options));
    const JournalSink sink{[](void*, std::span<const std::byte>) { return true; }, nullptr};
    std::optional<JournalWriter> journal;
    if (how.records)
        journal.emplace(std::move(*JournalWriter::start(program, crowd.view(), sink, memory, options)));
    Ticks ticks{.dt = 0.02f, .first_tick = 0};
    const Execution serial{.threading = Threading::serial};
    for (auto _ : state) {
        const Result result = journal ? journal->run(program, crowd.view(), ticks, serial)
                                      : run(program, crowd.view(), ticks, serial);
        if (!result.status) return state.SkipWithError(message(result.status).c_str());
        ++*ticks.first_tick;
    }
    state.counters["ns_per_agent"] =
        benchmark::Counter(static_cast<double>(agents) * 1e-9,
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    if (journal)
        state.counters["bytes_per_call"] =
            benchmark::Counter(static_cast<double>(journal->written()), benchmark::Counter::kAvgIterations);
}

}  // namespace

void register_journal_rows() {
    for (const Recording& how : recordings) {
        for (const std::size_t agents : {std::size_t{8'192}, std::size_t{100'000}})
            benchmark::RegisterBenchmark(
                ("journal/seek/" + std::string(how.name) + "/agents:" + std::to_string(agents)).c_str(),
                [&how, agents](benchmark::State& state) { record(state, seeking(), agents, how); });
        benchmark::RegisterBenchmark(
            ("journal/flock/" + std::string(how.name) + "/agents:8192").c_str(),
            [&how](benchmark::State& state) { record(state, flocking(), 8'192, how); });
    }
}

}  // namespace wend::bench

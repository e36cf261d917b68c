// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/gbench/c_call_rows.hpp"

#include <benchmark/benchmark.h>

#include <cstring>
#include <vector>

#include "wend/wend.h"
#include "wend/wend.hpp"

namespace wend::bench {
namespace {

struct Agents {
    std::vector<float> x, y, velocity_x, velocity_y, target_x, target_y;

    explicit Agents(std::size_t count)
        : x(count), y(count), velocity_x(count), velocity_y(count), target_x(count, 9), target_y(count, 3) {}
};

void from_cpp(benchmark::State& state) {
    Agents agents(static_cast<std::size_t>(state.range(0)));
    const auto program =
        Program::build({Seek{}, Locomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}});
    const Ticks ticks{.dt = 1.0f / 60};
    const Execution execution{.threading = Threading::serial};
    for (auto _ : state) {
        AgentView view;
        view.bind<Stream::position_x>(agents.x).bind<Stream::position_y>(agents.y);
        view.bind<Stream::velocity_x>(agents.velocity_x).bind<Stream::velocity_y>(agents.velocity_y);
        view.bind<Stream::target_x>(agents.target_x).bind<Stream::target_y>(agents.target_y);
        benchmark::DoNotOptimize(run(*program, view, ticks, execution).faults);
    }
}

void from_c(benchmark::State& state) {
    const auto count = static_cast<std::size_t>(state.range(0));
    Agents agents(count);
    const char* const words =
        R"([{"seek": {}}, {"locomotion": {"max_force": 20, "max_speed": 3, "mass": 1}}])";
    wend_program* program = nullptr;
    wend_program_from_json(words, std::strlen(words), nullptr, &program, nullptr);
    const wend_column columns[] = {WEND_COLUMN("position_x", agents.x.data(), count, WEND_F32),
                                   WEND_COLUMN("position_y", agents.y.data(), count, WEND_F32),
                                   WEND_COLUMN("velocity_x", agents.velocity_x.data(), count, WEND_F32),
                                   WEND_COLUMN("velocity_y", agents.velocity_y.data(), count, WEND_F32),
                                   WEND_COLUMN("target_x", agents.target_x.data(), count, WEND_F32),
                                   WEND_COLUMN("target_y", agents.target_y.data(), count, WEND_F32)};
    wend_view view = WEND_VIEW_INIT;
    view.columns = columns;
    view.column_count = std::size(columns);
    wend_ticks ticks = WEND_TICKS_INIT;
    ticks.dt = 1.0f / 60;
    wend_execution execution = WEND_EXECUTION_INIT;
    execution.threading = WEND_THREADING_SERIAL;
    wend_result result = WEND_RESULT_INIT;
    for (auto _ : state)
        if (wend_run(program, &view, &ticks, &execution, &result) != WEND_OK)
            state.SkipWithError(result.message);
    wend_program_destroy(program);
}

}  // namespace

void register_c_call_rows() {
    benchmark::RegisterBenchmark("call_from/cpp/agents", from_cpp)->Arg(64)->Arg(1'000);
    benchmark::RegisterBenchmark("call_from/c/agents", from_c)->Arg(64)->Arg(1'000);
}

}  // namespace wend::bench

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/gbench/rows.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <iterator>
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

const wend_parameter limits[] = {WEND_NUMBER("max_force", 20), WEND_NUMBER("max_speed", 3),
                                 WEND_NUMBER("mass", 1)};

/// Seek, with or without a custom force that does nothing.
wend_program* make_program(bool with_custom) {
    wend_custom custom = WEND_CUSTOM_INIT;
    custom.function = [](void*, const wend_custom_call*) -> std::int32_t { return 0; };
    std::vector<wend_stage> stages{WEND_STAGE("seek", nullptr, 0)};
    if (with_custom) stages.push_back(WEND_CUSTOM_STAGE("custom_force", &custom, nullptr, 0));
    stages.push_back(WEND_STAGE("locomotion", limits, std::size(limits)));
    wend_program* program = nullptr;
    wend_program_create(stages.data(), stages.size(), &program, nullptr);
    return program;
}

void from_c(benchmark::State& state, bool with_custom) {
    const auto count = static_cast<std::size_t>(state.range(0));
    Agents agents(count);
    wend_program* const program = make_program(with_custom);
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

void tune_from_c(benchmark::State& state) {
    wend_program* const program = make_program(false);
    const wend_parameter weight = WEND_NUMBER("weight", 0.5);
    const wend_stage stage = WEND_STAGE("seek", &weight, 1);
    wend_result result = WEND_RESULT_INIT;
    for (auto _ : state)
        if (wend_program_tune(program, 0, &stage, &result) != WEND_OK) state.SkipWithError(result.message);
    wend_program_destroy(program);
}

}  // namespace

void register_c_call_rows() {
    benchmark::RegisterBenchmark("call_from/cpp/agents", from_cpp)
        ->Arg(1)
        ->Arg(16)
        ->Arg(63)
        ->Arg(64)
        ->Arg(100)
        ->Arg(128)
        ->Arg(1'000);
    benchmark::RegisterBenchmark("call_from/c/agents", from_c, false)->Arg(64)->Arg(1'000);
    benchmark::RegisterBenchmark("custom_force_from/c/agents", from_c, true)->Arg(64)->Arg(1'000);
    benchmark::RegisterBenchmark("tune_from/c", tune_from_c);
}

}  // namespace wend::bench

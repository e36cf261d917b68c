// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "bench/gbench/rows.hpp"
#include "bench/peers/detour_crowd.hpp"
#include "bench/populations/population.hpp"
#include "wend/random.hpp"
#include "wend/wend.hpp"

namespace wend::bench {
namespace {

// Pedestrians cross a square in all directions; each has 16 within 10 m on average.
constexpr float frame = 1.0f / 60;
constexpr float range = 10, body = 0.25f, walking_speed = 1.4f, max_force = 20;
constexpr double near = 16;

struct Walker {
    float x, y, velocity_x, velocity_y;
};

float side_of(std::size_t agents) {
    return std::floor(range * static_cast<float>(std::sqrt(static_cast<double>(agents) * 3.14159265 / near)));
}

Walker walker(std::size_t i, std::size_t agents) {
    const auto draw = [i](std::uint32_t number) {
        return random_unit(random_bits(1, static_cast<std::uint32_t>(i), number, 1));
    };
    const float angle = 6.2831853f * draw(2);
    return {side_of(agents) * draw(0), side_of(agents) * draw(1), walking_speed * std::cos(angle),
            walking_speed * std::sin(angle)};
}

void run_detour(benchmark::State& state, std::size_t agents, float cell_size) {
    const auto side = static_cast<double>(side_of(agents));
    const std::array floor{Floor{{0, 0}, {side, 0}, {side, side}, {0, side}}};
    DetourCrowd crowd(floor, agents,
                      {.body_radius = body,
                       .max_speed = walking_speed,
                       .max_acceleration = max_force,
                       .range = range,
                       .cell_size = cell_size});
    for (std::size_t i = 0; i < agents; ++i) {
        const Walker one = walker(i, agents);
        crowd.add({static_cast<double>(one.x), static_cast<double>(one.y)});
        crowd.keep_velocity(i, one.velocity_x, one.velocity_y);
    }
    crowd.tick(frame);
    for (auto _ : state) crowd.tick(frame);
    state.SetItemsProcessed(static_cast<std::int64_t>(agents) * state.iterations());
}

void run_wend(benchmark::State& state, std::size_t agents, const Stage& avoidance) {
    const float side = side_of(agents);
    const Program program = build({MatchVelocity{.weight = 10}, avoidance,
                                   Locomotion{.max_force = max_force,
                                              .max_speed = walking_speed,
                                              .mass = 1,
                                              .bounds = Bounds::bounce,
                                              .area = {0, 0, side, side}}});
    AgentBuffer crowd(program);
    crowd.spawn(agents);
    for (std::size_t i = 0; i < agents; ++i) {
        const Walker one = walker(i, agents);
        crowd.get<Stream::position_x>()[i] = one.x;
        crowd.get<Stream::position_y>()[i] = one.y;
        crowd.get<Stream::target_velocity_x>()[i] = one.velocity_x;
        crowd.get<Stream::target_velocity_y>()[i] = one.velocity_y;
    }
    Clock clock{.dt = frame, .seed = 1};
    const auto tick = [&] {
        const Result result = run(program, crowd.view(), clock.next(), {.threading = Threading::serial});
        if (!result.status || result.faults != 0) state.SkipWithError(message(result.status).c_str());
    };
    tick();
    for (auto _ : state) tick();
    state.SetItemsProcessed(static_cast<std::int64_t>(agents) * state.iterations());
}

}  // namespace

void register_detour_rows() {
    const auto add = [](const std::string& name, std::size_t agents, const auto& function) {
        benchmark::RegisterBenchmark(("pedestrians/" + name + "/agents:" + std::to_string(agents)).c_str(),
                                     [=](benchmark::State& state) { function(state, agents); })
            ->Unit(benchmark::kMicrosecond)
            ->UseRealTime();
    };
    for (const std::size_t agents : {1'024, 8'192}) {
        // Detour's own cells, and wider ones.
        for (const float cell : {3 * body, 6.0f, 10.0f})
            add("detour_crowd/cell:" + std::to_string(cell).substr(0, 4), agents,
                [cell](benchmark::State& state, std::size_t count) { run_detour(state, count, cell); });
        add("orca", agents, [](benchmark::State& state, std::size_t count) {
            run_wend(state, count,
                     Orca{.radius = range, .max_neighbours = 10, .horizon = 2, .body_radius = body});
        });
        add("avoid_neighbours", agents, [](benchmark::State& state, std::size_t count) {
            run_wend(state, count,
                     AvoidNeighbours{
                         .radius = range, .horizon = 2, .body_radius = body, .method = Avoidance::power_law});
        });
    }
}

}  // namespace wend::bench

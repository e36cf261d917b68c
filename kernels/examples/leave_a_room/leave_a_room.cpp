// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Agents that see each other leave a room by its one door: walls, a flow field to a goal, neighbours,
// and agents sorted by position once a second.
#include <array>
#include <cstdio>
#include <vector>

#include <wend/wend.hpp>

using wend::Stream;

int fail(const wend::Status& status) {
    std::puts(wend::message(status).c_str());
    return 1;
}

int main() {
    // A room of 30 m by 20 m, whose right wall has a door of 2 m.
    const std::array<wend::Point, 6> wall{{{30, 9}, {30, 0}, {0, 0}, {0, 20}, {30, 20}, {30, 11}}};
    const auto walls = wend::ObstacleSetBuilder().add_wall(wall).build();
    if (!walls) return fail(walls.status());

    // Each cell of 20 cm holds the direction of the shortest way round the walls.
    const wend::FlowGrid grid{
        .area = {.min_x = -2, .min_y = -2, .max_x = 50, .max_y = 22}, .columns = 260, .rows = 120};
    const std::array<wend::Point, 1> goal{{{49, 10}}};
    const auto ways =
        wend::make_flow_to(grid, {.goals = goal, .obstacles = *walls, .clearance = 0.25f, .speed = 1.4f});
    if (!ways) return fail(ways.status());

    // A force keeps bodies off the walls, and the locomotion holds them there (kernels/docs/crowds.md).
    const auto program = wend::Program::build(
        {wend::AvoidObstacles{.obstacles = *walls, .horizon = 2.2f, .body_radius = 0.25f},
         wend::Separation{.radius = 0.75f, .cos_field_of_view = -1, .weight = 80},
         wend::AvoidNeighbours{.radius = 5,
                               .horizon = 2,
                               .body_radius = 0.25f,
                               .method = wend::Avoidance::power_law,
                               .weight = 1.5f},
         wend::FlowFollow{.field = *ways},
         wend::Locomotion{.composition = wend::Composition::prioritised,
                          .max_force = 20.0f,
                          .max_speed = 1.6f,
                          .mass = 1.0f,
                          .obstacles = *walls}});
    if (!program) return fail(program.status());
    // Behind each tick bodies that overlap are moved apart, in two iterations.
    const auto resolve =
        wend::Program::build({wend::ResolveOverlaps{.body_radius = 0.25f, .obstacles = *walls}});
    if (!resolve) return fail(resolve.status());

    wend::AgentBuffer agents(*program);  // with the workspace that neighbours are sorted into in each tick
    agents.make_workspace(*resolve);
    agents.spawn(200);
    const auto x = agents.get<Stream::position_x>(), y = agents.get<Stream::position_y>();
    for (std::size_t i = 0; i < agents.size(); ++i) {
        x[i] = 4 + 1.2f * static_cast<float>(i % 20);
        y[i] = 3 + 1.4f * static_cast<float>(i / 20);
    }

    wend::Clock clock{.dt = 1.0f / 30, .seed = 7};
    for (int second = 1; agents.size() > 0; ++second) {
        for (int frame = 0; frame < 30; ++frame) {
            const wend::Result result = wend::run(*program, agents.view(), clock.next());
            if (!result.status) return fail(result.status);
            const wend::Result apart = wend::run(*resolve, agents.view(), {.dt = clock.dt, .count = 2});
            if (!apart.status) return fail(apart.status);
            const auto now_x = agents.get<Stream::position_x>();
            for (std::size_t i = agents.size(); i > 0; --i)
                if (now_x[i - 1] > 40) agents.remove(i - 1);
        }
        // Neighbours become neighbours in memory; no bit depends on it.
        if (const wend::Status sorted = wend::sort_by_cell(agents, 5); !sorted) return fail(sorted);
        if (second % 30 == 0 || agents.size() == 0)
            std::printf("after %d s %zu of 200 are still there\n", second, agents.size());
        if (second == 600) return 1;
    }
}

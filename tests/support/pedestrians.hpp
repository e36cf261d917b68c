// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "support/program_cases.hpp"

/// Pedestrians and a room, for tests of published experiments.
namespace wend::test {

// The crowd of kernels/docs/crowds.md: 0.5 m wide, 1.34 m/s.
inline constexpr float body = 0.25f;
inline constexpr float walking_speed = 1.34f;
inline constexpr float frame = 1.0f / 30;

inline const Locomotion pedestrian{
    .composition = Composition::prioritised, .max_force = 20, .max_speed = 1.6f, .mass = 1};

/// Past the walls and each other, along a flow field. The walls come first, so that a crowd that pushes from
/// behind cannot take max_force from them.
inline std::vector<Stage> walking(const ObstacleSet& walls, const FlowField& ways) {
    Locomotion held = pedestrian;
    held.obstacles = walls;
    return {
        AvoidObstacles{.obstacles = walls, .horizon = 2.2f, .body_radius = body},
        Separation{.radius = 0.75f, .cos_field_of_view = -1, .weight = 80},
        AvoidNeighbours{
            .radius = 5, .horizon = 2, .body_radius = body, .method = Avoidance::power_law, .weight = 1.5f},
        FlowFollow{.field = ways}, held};
}

/// The same by the social force. Its parameters fit the speeds of Weidmann (rimea_test) and the flows of
/// Juelich (pedestrians_test).
inline std::vector<Stage> walking_by_social_force(const ObstacleSet& walls, const FlowField& ways) {
    std::vector<Stage> stages = walking(walls, ways);
    stages[2] = SocialForce{.strength = 0.33f, .range = 1, .step_time = 0.5f, .rear_weight = 0};
    stages[3] = FlowFollow{.field = ways, .weight = 1.7f};
    return stages;
}

/// Parts the bodies behind each tick.
inline Program parting(const ObstacleSet& walls) {
    return build({ResolveOverlaps{.body_radius = body, .obstacles = walls}});
}

/// A room of 30 m by 20 m, with doors 1.2 m wide in its right and left walls.
struct Room {
    std::vector<Point> doors;  ///< their middles
    float width = 30, height = 20, door = 1.2f;

    [[nodiscard]] ObstacleSet walls() const {
        ObstacleSetBuilder builder;
        const auto w = static_cast<double>(width);
        const auto h = static_cast<double>(height);
        const auto half = static_cast<double>(door) / 2;
        const auto add = [&](Point a, Point b) { builder.add_wall(std::array{a, b}); };
        add({0, 0}, {w, 0});
        add({0, h}, {w, h});
        for (const double x : {0.0, w}) {
            double from = 0;
            for (const Point& one : doors) {
                if (one.x != x) continue;
                add({x, from}, {x, one.y - half});
                from = one.y + half;
            }
            add({x, from}, {x, h});
        }
        return *builder.build();
    }
    [[nodiscard]] FlowField ways() const {
        std::vector<Point> goals;
        for (const Point& one : doors) goals.push_back({one.x == 0 ? -3.0 : one.x + 3, one.y});
        return *make_flow_to(
            {{-4, -2, width + 4, height + 2}, 190, 120},
            {.goals = goals, .obstacles = walls(), .clearance = body, .speed = walking_speed});
    }
};

}  // namespace wend::test

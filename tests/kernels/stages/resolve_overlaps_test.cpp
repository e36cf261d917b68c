// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/resolve_overlaps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/neighbour_scenes.hpp"
#include "wend/flow_field.hpp"

namespace wend::test {
namespace {

constexpr float body = 0.5f;
constexpr Ticks once{.dt = 1.0f / 60};

Population two_at(const Program& program, float distance) {
    Population agents = blank(program, 2);
    agents.set<Stream::position_x>(0, 3);
    agents.set<Stream::position_x>(1, 3 + distance);
    agents.set<Stream::velocity_x>(0, 7);
    return agents;
}

TEST(ResolveOverlaps, TwoBodiesAreApartAfterOneIteration) {
    const Program program = build({ResolveOverlaps{.body_radius = body}});
    Population two = two_at(program, 0.6f);
    ASSERT_TRUE(faultless(run(program, two.view(), once)));
    EXPECT_NEAR(two.get<Stream::position_x>(0), 2.8f, 1e-5f);
    EXPECT_NEAR(two.get<Stream::position_x>(1), 3.8f, 1e-5f);
    EXPECT_EQ(two.get<Stream::position_y>(0), 0);
    EXPECT_EQ(two.get<Stream::velocity_x>(0), 7) << "velocities stay";

    Population apart = two_at(program, 1.01f);
    ASSERT_TRUE(faultless(run(program, apart.view(), once)));
    EXPECT_EQ(apart.get<Stream::position_x>(0), 3);
}

TEST(ResolveOverlaps, TheLowerPriorityMoves) {
    const Program program = build({ResolveOverlaps{.body_radius = body}});
    Population two = two_at(program, 0.6f);
    std::vector<float> priority{1, 0};
    AgentView view = two.view();
    view.bind<Stream::priority>(priority);
    std::vector<float> memory(workspace_size(program, view));
    view.workspace(memory);
    ASSERT_TRUE(faultless(run(program, view, once)));
    EXPECT_EQ(two.get<Stream::position_x>(0), 3);
    EXPECT_NEAR(two.get<Stream::position_x>(1), 4, 1e-5f);
}

TEST(ResolveOverlaps, AgentsOnOneSpotPart) {
    const Program program = build({ResolveOverlaps{.body_radius = body}});
    for (const std::size_t size : {2u, 3u, 7u, 50u}) {
        Population agents = blank(program, size);
        ASSERT_TRUE(faultless(run(program, agents.view(), {.dt = 0, .count = 200})));
        EXPECT_GT(least_distance(agents), 2 * body * 0.99f) << size;
        for (std::size_t i = 0; i < size; ++i)
            EXPECT_LT(std::hypot(agents.get<Stream::position_x>(i), agents.get<Stream::position_y>(i)),
                      2 * body * std::sqrt(static_cast<float>(size)))
                << "they stay near";
    }
}

/// A crowd on a spot beside two walls and a circle: none comes through.
TEST(ResolveOverlaps, WallsHold) {
    const ObstacleSet walls = *ObstacleSetBuilder()
                                   .add_wall(std::array<Point, 3>{Point{-30, -0.1}, {0.1, -0.1}, {0.1, 30}})
                                   .add_circle({-3, 3}, 1)
                                   .build();
    const Program program = build({ResolveOverlaps{.body_radius = body, .obstacles = walls}});
    Population agents = blank(program, 60);
    ASSERT_TRUE(faultless(run(program, agents.view(), {.dt = 0, .count = 2000})));
    for (std::size_t i = 0; i < agents.size(); ++i) {
        const float x = agents.get<Stream::position_x>(i), y = agents.get<Stream::position_y>(i);
        EXPECT_LT(x, 0.1f) << i;
        EXPECT_GT(y, -0.1f) << i;
        EXPECT_GT(std::hypot(x + 3, y - 3), 1) << i;
    }
    EXPECT_GT(least_distance(agents), 2 * body * 0.95f);
}

/// Pedestrians press through a door of 1.2 m: after each tick one iteration.
TEST(ResolveOverlaps, ADoorWithoutOverlaps) {
    constexpr float radius = 0.25f;
    const ObstacleSet walls =
        *ObstacleSetBuilder()
             .add_wall(std::array<Point, 6>{Point{10, 4.4}, {10, 0}, {0, 0}, {0, 10}, {10, 10}, {10, 5.6}})
             .build();
    const std::array goal{Point{20, 5}};
    const FlowField ways =
        *make_flow_to({{-2, -2, 22, 12}, 240, 140},
                      {.goals = goal, .obstacles = walls, .clearance = radius, .speed = 1.4f});
    const Program walk = build({AvoidObstacles{.obstacles = walls, .horizon = 2.2f, .body_radius = radius},
                                Separation{.radius = 0.75f, .cos_field_of_view = -1, .weight = 80},
                                AvoidNeighbours{.radius = 5,
                                                .horizon = 2,
                                                .body_radius = radius,
                                                .method = Avoidance::power_law,
                                                .weight = 1.5f},
                                FlowFollow{.field = ways},
                                Locomotion{.composition = Composition::prioritised,
                                           .max_force = 20,
                                           .max_speed = 1.6f,
                                           .mass = 1,
                                           .obstacles = walls}});
    const Program resolve = build({ResolveOverlaps{.body_radius = radius, .obstacles = walls}});
    Population agents = blank(walk, 81);
    for (std::size_t i = 0; i < agents.size(); ++i) {
        agents.set<Stream::position_x>(i, 0.5f + static_cast<float>(i % 9) * 1.1f);
        agents.set<Stream::position_y>(i, 0.6f + static_cast<float>(i / 9) * 1.1f);
    }
    float least = std::numeric_limits<float>::infinity();
    for (std::uint64_t tick = 0; tick < 60 * 60; ++tick) {
        ASSERT_TRUE(faultless(run(walk, agents.view(), {.dt = 1.0f / 60, .first_tick = tick})));
        ASSERT_TRUE(faultless(run(resolve, agents.view(), {.dt = 1.0f / 60, .count = 2})));
        if (tick % 7 == 0) least = std::min(least, least_distance(agents));
    }
    EXPECT_GT(least, 2 * radius - 0.01f * radius);
    std::size_t out = 0;
    for (std::size_t i = 0; i < agents.size(); ++i) {
        const float x = agents.get<Stream::position_x>(i), y = agents.get<Stream::position_y>(i);
        out += x > 10 ? 1 : 0;
        EXPECT_TRUE(x >= 10 || (x > 0 && y > 0 && y < 10)) << "none crosses a wall";
    }
    EXPECT_GT(out, agents.size() * 9 / 10);
}

class ResolveOverlapsOn : public testing::TestWithParam<Isa> {};

TEST_P(ResolveOverlapsOn, NoOrderOfSlots) {
    const Program program = build({ResolveOverlaps{.body_radius = 0.7f}});
    ASSERT_NO_FATAL_FAILURE(expect_brute_force(GetParam(), program, crowd(program, 400, 20, 20)));
    ASSERT_NO_FATAL_FAILURE(expect_no_order(GetParam(), program, crowd(program, 600, 30, 20)));
}

/// The agents that are looked at stay where they are.
TEST_P(ResolveOverlapsOn, PartsSeeTheOthers) {
    const Program program = build({ResolveOverlaps{.body_radius = 0.7f}});
    ASSERT_NO_FATAL_FAILURE(expect_parts(GetParam(), program, crowd(program, 500, 20, 20)));
}

/// One iteration beside a sum in double precision: within the header's bound.
TEST_P(ResolveOverlapsOn, IsWithinItsError) {
    constexpr double widest = 0.7;
    const Program program = build({ResolveOverlaps{.body_radius = 0.7f}});
    Population before = crowd(program, 600, 20, 20, 500, -300, {Stream::body_radius, Stream::responsibility});
    for (std::size_t i = 0; i < before.size(); ++i) {
        before.set<Stream::body_radius>(i, 0.3f + 0.05f * static_cast<float>(i % 8));
        before.set<Stream::responsibility>(i, static_cast<float>(1 + i % 8) / 8);
    }
    Population after = before;
    ASSERT_TRUE(faultless(run(program, after.view(), once, serial_on(GetParam()))));
    const auto value = [&]<Stream stream>(std::size_t i) {
        return static_cast<double>(before.get<stream>(i));
    };
    const auto x = [&](std::size_t i) { return value.operator()<Stream::position_x>(i); };
    const auto y = [&](std::size_t i) { return value.operator()<Stream::position_y>(i); };
    std::size_t judged = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        double way_x = 0, way_y = 0;
        int contacts = 0;
        bool is_clear = true;  // roundings do not decide which bodies touch
        for (std::size_t j = 0; j < before.size(); ++j) {
            if (j == i) continue;
            const double dx = x(j) - x(i), dy = y(j) - y(i), distance = std::hypot(dx, dy);
            const double depth = value.operator()<Stream::body_radius>(i) +
                                 value.operator()<Stream::body_radius>(j) - distance;
            is_clear &= std::abs(depth) > 1e-4;
            if (depth <= 0) continue;
            const double own = value.operator()<Stream::responsibility>(i);
            const double share = own / (own + value.operator()<Stream::responsibility>(j));
            way_x -= share * depth * dx / distance;
            way_y -= share * depth * dy / distance;
            ++contacts;
        }
        if (!is_clear) continue;
        ++judged;
        const double root = std::sqrt(std::max(contacts, 1));
        const double of_contacts = contacts * 0x1p-17 * widest;
        EXPECT_NEAR(static_cast<double>(after.get<Stream::position_x>(i)), x(i) + way_x / root,
                    std::abs(x(i)) * 0x1p-22 + of_contacts);
        EXPECT_NEAR(static_cast<double>(after.get<Stream::position_y>(i)), y(i) + way_y / root,
                    std::abs(y(i)) * 0x1p-22 + of_contacts);
    }
    EXPECT_GT(judged, 500u);
}

INSTANTIATE_TEST_SUITE_P(AllIsas, ResolveOverlapsOn, each_vector_isa(), isa_name);

TEST(ResolveOverlaps, IsAProgramByItself) {
    const auto refusal = [](std::vector<Stage> stages) { return message(Program::build(stages).status()); };
    EXPECT_EQ(refusal({ResolveOverlaps{}, vehicle}),
              "stage 0 (resolve_overlaps): waypoint_advance, approach, resolve_overlaps and orient must be "
              "alone in "
              "a program");
    EXPECT_EQ(refusal({ResolveOverlaps{.body_radius = 0}}),
              "stage 0 (resolve_overlaps): body_radius is 0, must be in [8.6736174e-19, 1e+18]");
}

}  // namespace
}  // namespace wend::test

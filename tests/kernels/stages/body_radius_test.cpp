// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "support/neighbour_scenes.hpp"

// The stream body_radius: agents of different sizes avoid each other and obstacles.

namespace wend::test {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr std::array methods{Avoidance::nearest_approach, Avoidance::power_law};

ObstacleSet pillars() {
    ObstacleSetBuilder builder;
    for (int i = 0; i < 40; ++i) builder.add_circle({-60.0 + 3 * i, 20 * std::sin(i)}, 0.5 + i % 3);
    const std::array wall{Point{-50, 5}, Point{50, -8}};
    return *builder.add_wall(wall).build();
}

std::vector<Stage> avoiding(Avoidance method, float radius, std::uint32_t most = 0) {
    return {AvoidNeighbours{
                .radius = radius, .max_neighbours = most, .horizon = 4, .body_radius = 2, .method = method},
            AvoidObstacles{.obstacles = pillars(), .horizon = 5, .body_radius = 2.5f}, vehicle};
}

/// Radii from 0 to the largest.
Population of_all_sizes(const Program& program, const World& world) {
    Population agents =
        crowd(program, world.agents, world.width, world.height, world.x, world.y, {Stream::body_radius});
    for (std::size_t slot = 0; slot < agents.size(); ++slot)
        agents.set<Stream::body_radius>(slot, static_cast<float>(slot % 9) * 0.25f);
    return agents;
}

class BodyRadius : public ::testing::TestWithParam<Isa> {};

TEST_P(BodyRadius, TheGridSeesWhatBruteForceSees) {
    for (const World& world : worlds) {
        SCOPED_TRACE(world.what);
        for (const Avoidance method : methods) {
            const Program program = build(avoiding(method, world.radius));
            ASSERT_NO_FATAL_FAILURE(expect_brute_force(GetParam(), program, of_all_sizes(program, world)));
        }
    }
}

/// A radius beyond the stage's is a fault; that agent is neither seen nor among the nearest.
TEST_P(BodyRadius, RadiiAtFault) {
    for (const Avoidance method : methods) {
        const Program program = build(avoiding(method, 9, 4));
        Population start = of_all_sizes(program, {"many", 600, 50, 50, 9});
        for (std::size_t slot = 3; slot < start.size(); slot += 50) start.set<Stream::body_radius>(slot, nan);
        for (std::size_t slot = 4; slot < start.size(); slot += 60) start.set<Stream::body_radius>(slot, -1);
        for (std::size_t slot = 6; slot < start.size(); slot += 60)
            start.set<Stream::body_radius>(slot, 2.25f);  // legal for obstacles alone
        for (std::size_t slot = 5; slot < start.size(); slot += 70)
            start.set<Stream::body_radius>(slot, -1e-30f);  // read as 0
        ASSERT_NO_FATAL_FAILURE(expect_brute_force(GetParam(), program, start));
        EXPECT_EQ(run(program, start.view(), some_ticks, serial_on(GetParam())).faults,
                  3 * (12u + 10u + 10u));
    }
}

TEST_P(BodyRadius, TheStagesForAllGivesTheSameBits) {
    for (const Avoidance method : methods) {
        const Program program = build({AvoidNeighbours{.radius = 12, .body_radius = 2, .method = method},
                                       AvoidObstacles{.obstacles = pillars(), .body_radius = 2}, vehicle});
        Population with = of_all_sizes(program, {"many", 600, 80, 60, 9});
        Population without = crowd(program, 600, 80, 60);
        for (std::size_t slot = 0; slot < with.size(); ++slot) with.set<Stream::body_radius>(slot, 2);
        ASSERT_TRUE(faultless(run(program, with.view(), some_ticks, serial_on(GetParam()))));
        ASSERT_TRUE(faultless(run(program, without.view(), some_ticks, serial_on(GetParam()))));
        for (std::size_t slot = 0; slot < with.size(); ++slot) {
            ASSERT_EQ(with.get<Stream::velocity_x>(slot), without.get<Stream::velocity_x>(slot));
            ASSERT_EQ(with.get<Stream::position_y>(slot), without.get<Stream::position_y>(slot));
        }
    }
}

/// Several ticks a call: streams that are not written are read once.
TEST_P(BodyRadius, OfObstaclesAlone) {
    const Program program =
        build({AvoidObstacles{.obstacles = pillars(), .horizon = 6, .body_radius = 2}, vehicle});
    Population start = of_all_sizes(program, {"many", 700, 120, 50, 9});
    start.set<Stream::body_radius>(11, 1e-30f);
    start.set<Stream::body_radius>(12, 3);
    ASSERT_NO_FATAL_FAILURE(expect_brute_force(GetParam(), program, start));
}

TEST_P(BodyRadius, PartsSeeTheBodiesOfTheView) {
    const Program program = build(avoiding(Avoidance::power_law, 9));
    ASSERT_NO_FATAL_FAILURE(
        expect_parts(GetParam(), program, of_all_sizes(program, {"many", 500, 50, 50, 9})));
}

INSTANTIATE_TEST_SUITE_P(AllIsas, BodyRadius, each_vector_isa(), isa_name);

/// Agents that pass at 3 m are in the way of large ones alone.
TEST(Bodies, LargerOnesAvoidEarlier) {
    for (const Avoidance method : methods) {
        const Program program =
            build({AvoidNeighbours{.radius = 40, .body_radius = 4, .method = method}, vehicle});
        for (const float radius : {1.0f, 1.5f, 2.0f}) {
            Population agents = crowd(program, 2, 0, 0, 0, 0, {Stream::body_radius, Stream::force_x});
            for (std::size_t slot = 0; slot < 2; ++slot) {
                const float side = slot == 0 ? 1.0f : -1.0f;
                agents.set<Stream::position_x>(slot, -10 * side);
                agents.set<Stream::position_y>(slot, 1.5f * side);
                agents.set<Stream::velocity_x>(slot, 5 * side);
                agents.set<Stream::velocity_y>(slot, 0);
                agents.set<Stream::body_radius>(slot, radius);
            }
            ASSERT_TRUE(faultless(forces(program, agents.view(), {.dt = 0.1f, .first_tick = 0})));
            EXPECT_EQ(agents.get<Stream::force_x>(0) != 0, radius > 1.5f) << radius;
            EXPECT_LE(agents.get<Stream::force_x>(0), 0);
        }
    }
}

}  // namespace
}  // namespace wend::test

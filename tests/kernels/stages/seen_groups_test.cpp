// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "support/neighbour_scenes.hpp"

// seen_groups of a stage: only neighbours in these groups count, of those that the agent sees.

namespace wend::test {
namespace {

/// Groups 1, 2, 4 and both of the first two; agents see one or two.
Population in_groups(const Program& program, const World& world, bool own_sight) {
    std::vector<Stream> streams{Stream::groups};
    if (own_sight) streams.push_back(Stream::seen_groups);
    Population agents = crowd(program, world.agents, world.width, world.height, world.x, world.y, streams);
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        const std::uint32_t group[] = {1, 2, 3, 4};
        const std::uint32_t sight[] = {every_group, 1, 6};
        agents.set<Stream::groups>(slot, group[slot % 4]);
        if (own_sight) agents.set<Stream::seen_groups>(slot, sight[slot % 3]);
    }
    return agents;
}

std::vector<Stage> flock_with(std::uint32_t separated, std::uint32_t others, float radius) {
    return {
        Separation{.radius = radius, .seen_groups = separated},
        Alignment{.radius = radius, .cos_field_of_view = -1},
        Cohesion{.radius = radius, .cos_field_of_view = 0.25f, .max_neighbours = 4, .seen_groups = others},
        vehicle};
}

class SeenGroups : public ::testing::TestWithParam<Isa> {};

TEST_P(SeenGroups, TheGridSeesWhatBruteForceSees) {
    for (const World& world : worlds)
        for (const bool own_sight : {false, true}) {
            SCOPED_TRACE(world.what);
            for (const auto& stages :
                 {flock_with(1, 6, world.radius),
                  std::vector<Stage>{AvoidNeighbours{.radius = world.radius,
                  .seen_groups = 2,
                  .horizon = 4,
                  .body_radius = 1.5f,
                  .method = Avoidance::power_law},
                                     vehicle},
                  std::vector<Stage>{
                      Seek{}, Orca{.radius = world.radius, .seen_groups = 5, .horizon = 3, .body_radius = 1},
                      vehicle}}) {
                const Program program = build(stages);
                ASSERT_NO_FATAL_FAILURE(
                    expect_brute_force(GetParam(), program, in_groups(program, world, own_sight)));
            }
        }
}

/// As the agents' own stream, where all of them see the same.
TEST_P(SeenGroups, OfAStageIsThatOfItsAgents) {
    const auto stages = [](std::uint32_t groups) {
        return std::vector<Stage>{Separation{.radius = 8, .seen_groups = groups},
                                  Cohesion{.radius = 8, .max_neighbours = 3, .seen_groups = groups}, vehicle};
    };
    const Program by_stage = build(stages(2)), by_agent = build(stages(every_group));
    const World world{"both", 500, 60, 60, 8};
    Population one = in_groups(by_stage, world, true);
    for (std::size_t slot = 0; slot < one.size(); ++slot) one.set<Stream::seen_groups>(slot, every_group);
    Population other = one;
    for (std::size_t slot = 0; slot < other.size(); ++slot) other.set<Stream::seen_groups>(slot, 2u);
    ASSERT_TRUE(run(by_stage, one.view(), some_ticks, serial_on(GetParam())));
    ASSERT_TRUE(run(by_agent, other.view(), some_ticks, serial_on(GetParam())));
    for (std::size_t slot = 0; slot < one.size(); ++slot)
        ASSERT_EQ(one.get<Stream::velocity_x>(slot), other.get<Stream::velocity_x>(slot)) << slot;
}

/// One program: agents flock with their own kind, and keep away from the other.
TEST_P(SeenGroups, DifferFromStageToStage) {
    const Program program =
        build({Cohesion{.radius = 20, .cos_field_of_view = -1, .seen_groups = 1},
               Separation{.radius = 20, .cos_field_of_view = -1, .seen_groups = 2}, vehicle});
    Population agents = crowd(program, 3, 100, 100, 0, 0, {Stream::groups});
    const float x[] = {50, 60, 40};
    for (std::size_t slot = 0; slot < 3; ++slot) {
        agents.set<Stream::position_x>(slot, x[slot]);
        agents.set<Stream::position_y>(slot, 50);
        agents.set<Stream::velocity_x>(slot, 0);
        agents.set<Stream::velocity_y>(slot, 0);
        agents.set<Stream::groups>(slot, slot == 2 ? 2u : 1u);
    }
    ASSERT_TRUE(run(program, agents.view(), some_ticks, serial_on(GetParam())));
    EXPECT_GT(agents.get<Stream::velocity_x>(0), 0);  // to its kind at 60, away from the other at 40
    EXPECT_EQ(std::abs(agents.get<Stream::velocity_y>(0)), 0);
}

TEST(SeenGroupsOfAStage, NoneIsRefused) {
    const Status status = Program::build({Separation{.seen_groups = 0}, vehicle}).status();
    EXPECT_EQ(message(status), "stage 0 (separation): seen_groups is 0, must be in [1, 4294967296)");
}

INSTANTIATE_TEST_SUITE_P(AllIsas, SeenGroups, each_vector_isa(), isa_name);

}  // namespace
}  // namespace wend::test

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "support/neighbour_scenes.hpp"

// height_band: neighbours that are too far above or below do not count.

namespace wend::test {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

std::vector<Stage> flock_within(float band, float radius) {
    return {Separation{.radius = radius, .height_band = band},
            Alignment{.radius = radius, .cos_field_of_view = -1},
            Cohesion{.radius = radius, .cos_field_of_view = 0.25f, .height_band = band * 2}, vehicle};
}
std::vector<Stage> avoiding_within(float band, Avoidance method, float radius) {
    return {AvoidNeighbours{
                .radius = radius, .height_band = band, .horizon = 4, .body_radius = 1.5f, .method = method},
            vehicle};
}

/// Six floors, 3 m apart.
Population on_floors(const Program& program, const World& world) {
    Population agents = crowd(program, world.agents, world.width, world.height, world.x, world.y);
    for (std::size_t slot = 0; slot < agents.size(); ++slot)
        agents.set<Stream::position_z>(slot, static_cast<float>(slot % 6 * 3));
    return agents;
}

class HeightBand : public ::testing::TestWithParam<Isa> {};

TEST_P(HeightBand, TheGridSeesWhatBruteForceSees) {
    for (const World& world : worlds) {
        SCOPED_TRACE(world.what);
        for (const auto& stages :
             {flock_within(3, world.radius), avoiding_within(1, Avoidance::nearest_approach, world.radius),
              avoiding_within(6, Avoidance::power_law, world.radius)}) {
            const Program program = build(stages);
            ASSERT_NO_FATAL_FAILURE(expect_brute_force(GetParam(), program, on_floors(program, world)));
        }
    }
}

TEST_P(HeightBand, HeightsAtFault) {
    const Program program = build(flock_within(4, 9));
    Population start = on_floors(program, {"many", 600, 50, 50, 9});
    for (std::size_t slot = 3; slot < start.size(); slot += 50) start.set<Stream::position_z>(slot, nan);
    for (std::size_t slot = 4; slot < start.size(); slot += 60) start.set<Stream::position_z>(slot, -2e18f);
    for (std::size_t slot = 5; slot < start.size(); slot += 70) start.set<Stream::position_z>(slot, 1e-30f);
    ASSERT_NO_FATAL_FAILURE(expect_brute_force(GetParam(), program, start));
    EXPECT_EQ(run(program, start.view(), some_ticks, serial_on(GetParam())).faults, 3 * (12u + 10u));
}

/// No fault of agents on which only stages without a height band act.
TEST_P(HeightBand, HeightsOfOthersAreNoFaults) {
    const Program program = build(flock_within(4, 9));
    Population start = crowd(program, 300, 50, 50, 0, 0, {Stream::stages});
    for (std::size_t slot = 0; slot < start.size(); ++slot) {
        start.set<Stream::position_z>(slot, slot % 3 == 0 ? nan : 2);
        start.set<Stream::stages>(slot, slot % 2 == 0 ? 8u + 2u : 15u);  // alignment, locomotion; all
    }
    ASSERT_NO_FATAL_FAILURE(expect_brute_force(GetParam(), program, start));
    EXPECT_EQ(run(program, start.view(), some_ticks, serial_on(GetParam())).faults, 3 * 50u);
}

/// Each floor gets the forces that it gets alone.
TEST_P(HeightBand, FloorsDoNotSeeEachOther) {
    std::vector<Stage> stages = flock_within(1, 8);
    std::get<Alignment>(stages[1]).height_band = 1;
    const Program program = build(stages);
    Population all = on_floors(program, {"all", 600, 60, 60, 8});
    Population one_floor = all;
    for (std::size_t slot = 0; slot < one_floor.size(); ++slot)
        if (slot % 6 != 2) one_floor.set<Stream::position_x>(slot, 1e6f + 1000 * static_cast<float>(slot));
    ASSERT_TRUE(faultless(run(program, all.view(), some_ticks, serial_on(GetParam()))));
    ASSERT_TRUE(faultless(run(program, one_floor.view(), some_ticks, serial_on(GetParam()))));
    for (std::size_t slot = 2; slot < all.size(); slot += 6) {
        EXPECT_EQ(all.get<Stream::velocity_x>(slot), one_floor.get<Stream::velocity_x>(slot));
        EXPECT_EQ(all.get<Stream::position_y>(slot), one_floor.get<Stream::position_y>(slot));
    }
}

/// On one spot, but above each other.
TEST_P(HeightBand, AgentsAboveEachOtherAreNotOnOneSpot) {
    const Program program = build({Separation{.radius = 5, .height_band = 1}, vehicle});
    ASSERT_NO_FATAL_FAILURE(
        expect_brute_force(GetParam(), program, on_floors(program, {"spot", 300, 0, 0, 5, 3, 4})));
    Population two = on_floors(program, {"two", 2, 0, 0, 5});
    for (std::size_t slot = 0; slot < 2; ++slot) two.set<Stream::velocity_x>(slot, 0);
    two.set<Stream::velocity_y>(0, 0);
    two.set<Stream::velocity_y>(1, 0);
    ASSERT_TRUE(faultless(run(program, two.view(), some_ticks, serial_on(GetParam()))));
    EXPECT_EQ(two.get<Stream::position_x>(0), two.get<Stream::position_x>(1));
}

TEST_P(HeightBand, PartsSeeTheHeightsOfTheView) {
    const Program program = build(flock_within(4, 9));
    ASSERT_NO_FATAL_FAILURE(expect_parts(GetParam(), program, on_floors(program, {"many", 500, 50, 50, 9})));
}

INSTANTIATE_TEST_SUITE_P(AllIsas, HeightBand, each_vector_isa(), isa_name);

TEST(Heights, AreNeededOfTheAgentsAndOfThoseTheyLookAt) {
    const Program program = build(flock_within(4, 9));
    Population agents = on_floors(program, {"some", 20, 50, 50, 9});
    const Ticks one{.dt = 0.1f, .first_tick = 3};
    AgentView without;
    for (const Stream stream : agents.streams()) {
        if (stream == Stream::position_z) continue;
        ASSERT_TRUE(without.bind(stream, agents.view().column(stream)).ok());
    }
    EXPECT_EQ(message(run(program, without, one).status),
              "stage 0 (separation): stream position_z is needed, and not bound");

    AgentView part = agents.view();
    std::vector<float> start(4 * agents.size());
    AgentView copy = keep_start(agents.view(), start);
    AgentView seen(copy.first_id());
    for (const Stream stream :
         {Stream::position_x, Stream::position_y, Stream::velocity_x, Stream::velocity_y})
        ASSERT_TRUE(seen.bind(stream, copy.column(stream)).ok());
    part.look_at(seen);
    const Status status = run(program, part, one).status;
    EXPECT_EQ(status.code, Code::length_mismatch) << message(status);
    EXPECT_STREQ(status.subject, "position_z");
}

TEST(Heights, WhatIsWrongIsRefused) {
    for (const float band : {-1.0f, 2e18f, nan})
        EXPECT_EQ(Program::build({Cohesion{.height_band = band}, vehicle}).status().code,
                  Code::parameter_out_of_range);
    Program program = build({Cohesion{}, vehicle});
    EXPECT_EQ(program.tune(0, Cohesion{.height_band = 3}).code, Code::not_tunable) << "it needs a stream";
}

}  // namespace
}  // namespace wend::test

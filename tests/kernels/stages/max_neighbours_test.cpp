// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "support/neighbour_scenes.hpp"

// max_neighbours: of the neighbours only the nearest ones count, by (squared distance, id).

namespace wend::test {
namespace {

std::vector<Stage> flock_of(std::uint32_t separating, std::uint32_t aligning, std::uint32_t cohering,
                            float radius) {
    return {Separation{.radius = radius, .max_neighbours = separating},
            Alignment{.radius = radius, .cos_field_of_view = -1, .max_neighbours = aligning},
            Cohesion{.radius = radius, .cos_field_of_view = 0.25f, .max_neighbours = cohering}, vehicle};
}

/// As many for each, so that one search serves all three.
std::vector<Stage> flock_of_five(float radius) {
    return {Separation{.radius = radius * 0.5f, .cos_field_of_view = -1, .max_neighbours = 5},
            Alignment{.radius = radius, .cos_field_of_view = -1, .max_neighbours = 5},
            Cohesion{.radius = radius * 0.75f, .cos_field_of_view = -1, .max_neighbours = 5}, vehicle};
}

std::vector<Stage> avoiding(Avoidance method, std::uint32_t most, float radius) {
    return {
        AvoidNeighbours{
            .radius = radius, .max_neighbours = most, .horizon = 4, .body_radius = 1.5f, .method = method},
        vehicle};
}

Population on_lattice(const Program& program, std::size_t apart) {
    Population agents = crowd(program, 900, 1, 1);
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        agents.set<Stream::position_x>(slot, static_cast<float>(slot % 30 * apart));
        agents.set<Stream::position_y>(slot, static_cast<float>(slot / 30 * apart));
    }
    return agents;
}

class MaxNeighbours : public ::testing::TestWithParam<Isa> {};

TEST_P(MaxNeighbours, TheGridFindsWhatBruteForceFinds) {
    for (const World& world : worlds) {
        SCOPED_TRACE(world.what);
        for (const auto& stages :
             {flock_of(7, 1, 32, world.radius), flock_of(0, 5, 0, world.radius), flock_of_five(world.radius),
              avoiding(Avoidance::nearest_approach, 3, world.radius),
              avoiding(Avoidance::power_law, 6, world.radius)}) {
            const Program program = build(stages);
            ASSERT_NO_FATAL_FAILURE(expect_brute_force(
                GetParam(), program,
                crowd(program, world.agents, world.width, world.height, world.x, world.y)));
        }
    }
}

TEST_P(MaxNeighbours, GroupsFaultsAndWorldsThatWrap) {
    std::vector<Stage> stages = flock_of(4, 2, 6, 9);
    stages.back() = wrapping(60, 40);
    const Program program = build(stages);
    Population start = crowd(program, 500, 90, 60, 0, 0, {Stream::groups, Stream::seen_groups});
    for (std::size_t slot = 3; slot < start.size(); slot += 50) start.set<Stream::position_x>(slot, 2e18f);
    ASSERT_NO_FATAL_FAILURE(expect_brute_force(GetParam(), program, start));
}

/// Of equally distant ones those with the lower ids count, whatever their slots.
TEST_P(MaxNeighbours, EqualDistancesAreDecidedByTheIds) {
    const Program program = build(flock_of(5, 3, 7, 8));
    Population spot = crowd(program, 300, 0, 0, 3, 4);
    ASSERT_NO_FATAL_FAILURE(expect_brute_force(GetParam(), program, spot));
    ASSERT_NO_FATAL_FAILURE(expect_no_order(GetParam(), program, spot));
    const Population lattice = on_lattice(program, 4);
    ASSERT_NO_FATAL_FAILURE(expect_brute_force(GetParam(), program, lattice));
    ASSERT_NO_FATAL_FAILURE(expect_no_order(GetParam(), program, lattice));
}

TEST_P(MaxNeighbours, OneSearchServesSeveralRadii) {
    const Program program = build(flock_of_five(8));
    ASSERT_NO_FATAL_FAILURE(expect_brute_force(GetParam(), program, crowd(program, 300, 0, 0, 3, 4)));
    const Population lattice = on_lattice(program, 2);
    ASSERT_NO_FATAL_FAILURE(expect_brute_force(GetParam(), program, lattice));
}

TEST_P(MaxNeighbours, AsManyAsThereAreIsNoLimit) {
    const Program all = build(flock_of(0, 0, 0, 6));
    const Program most = build(flock_of(32, 32, 32, 6));
    Population one = crowd(all, 200, 40, 40);
    Population other = one;
    ASSERT_TRUE(faultless(run(all, one.view(), some_ticks, serial_on(GetParam()))));
    ASSERT_TRUE(faultless(run(most, other.view(), some_ticks, serial_on(GetParam()))));
    EXPECT_TRUE(same_bits(one, other));
}

/// Nine in a row, a metre apart: with radius 2.5 those in the middle have four neighbours, the next three,
/// the last two. Agent 4 is at fault.
TEST_P(MaxNeighbours, WhoseNeighboursAreLeftOutIsCounted) {
    const auto capped = [](std::vector<Stage> stages, bool at_fault = false) {
        stages.push_back(vehicle);
        const Program program = build(stages);
        Population agents = crowd(program, 9, 0, 0);
        for (std::size_t slot = 0; slot < agents.size(); ++slot)
            agents.set<Stream::position_x>(slot, static_cast<float>(slot));
        if (at_fault) agents.set<Stream::velocity_x>(4, std::numeric_limits<float>::quiet_NaN());
        const Ticks ticks{.dt = 1e-6f, .count = 2, .first_tick = 0};
        Population expected = agents;
        const Result reference = run(program, expected.view(), ticks, serial_on(Isa::reference));
        EXPECT_TRUE(same_result(reference, run(program, agents.view(), ticks, serial_on(GetParam()))));
        return reference.capped;
    };
    const auto separation = [](std::uint32_t most, float radius = 2.5f) {
        return Separation{.radius = radius, .cos_field_of_view = -1, .max_neighbours = most};
    };
    EXPECT_EQ(capped({separation(0)}), 0u);
    EXPECT_EQ(capped({separation(4)}), 0u);
    EXPECT_EQ(capped({separation(3)}), 2u * 5);
    EXPECT_EQ(capped({separation(2)}), 2u * 7);
    EXPECT_EQ(capped({separation(2)}, true), 2u * 6) << "the one at fault neither counts nor is seen";
    EXPECT_EQ(
        capped({separation(2, 1.5f), Cohesion{.radius = 2.5f, .cos_field_of_view = -1, .max_neighbours = 2}}),
        2u * 7)
        << "an agent counts once, and only for the wider circle";
    EXPECT_EQ(capped({AvoidNeighbours{.radius = 2.5f, .max_neighbours = 1}}), 2u * 9);
    EXPECT_EQ(capped({separation(0), Orca{.radius = 2.5f, .max_neighbours = 3, .body_radius = 0.1f}}),
              2u * 5);
}

INSTANTIATE_TEST_SUITE_P(AllIsas, MaxNeighbours, each_vector_isa(), isa_name);

/// The force of cohesion on the first of agents on a line, which is the mean of those that count.
float mean_of(const std::vector<float>& places, std::uint32_t most, std::vector<std::uint32_t> ids = {}) {
    const Program program = build(
        {Cohesion{.radius = 100, .cos_field_of_view = -1, .max_neighbours = most, .weight = 1}, vehicle});
    Population agents = crowd(program, places.size(), 0, 0, 0, 0, {Stream::force_x});
    for (std::size_t slot = 0; slot < places.size(); ++slot) {
        agents.set<Stream::position_x>(slot, places[slot]);
        agents.set<Stream::velocity_x>(slot, 0);
        agents.set<Stream::id>(slot, ids.empty() ? static_cast<std::uint32_t>(slot) : ids[slot]);
    }
    EXPECT_TRUE(faultless(forces(program, agents.view(), {.dt = 0.1f, .first_tick = 0})));
    return agents.get<Stream::force_x>(0);
}

TEST(NearestNeighbours, OnlyTheNearestCount) {
    EXPECT_NEAR(mean_of({0, 40, -8, 16, 4}, 0), 13, 1e-3);
    EXPECT_NEAR(mean_of({0, 40, -8, 16, 4}, 1), 4, 1e-3);
    EXPECT_NEAR(mean_of({0, 40, -8, 16, 4}, 2), -2, 1e-3);
    EXPECT_NEAR(mean_of({0, 40, -8, 16, 4}, 3), 4, 1e-3);
    EXPECT_NEAR(mean_of({0, 40, -8, 16, 4}, 9), 13, 1e-3);
}

TEST(NearestNeighbours, IdsDecideAsUnsignedNumbers) {
    EXPECT_NEAR(mean_of({0, 5, -5}, 1, {7, 3, 0x80000000}), 5, 1e-3);
    EXPECT_NEAR(mean_of({0, 5, -5}, 1, {7, 0xffffffff, 0}), -5, 1e-3);
}

TEST(NearestNeighbours, OfSeveralOnOneSpotAndOfOneIdAllCount) {
    EXPECT_NEAR(mean_of({0, 5, 5, -9}, 1, {7, 3, 3, 1}), 5, 1e-3);
    EXPECT_NEAR(mean_of({0, 6, -6, -9}, 1, {7, 3, 3, 1}), 0, 1e-3);
}

TEST(NearestNeighbours, WhatIsWrongIsRefused) {
    EXPECT_EQ(message(Program::build({Cohesion{.max_neighbours = 33}, vehicle}).status()),
              "stage 0 (cohesion): max_neighbours is 33, must be in [0, 32]");
}

}  // namespace
}  // namespace wend::test

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "support/neighbour_scenes.hpp"
#include "wend/avoid_neighbours.hpp"
#include "wend/orca.hpp"
#include "wend/right_of_way.hpp"

// Right of way: wend/right_of_way.hpp.
namespace wend::test {
namespace {

const Orca meeting{.radius = 9, .max_neighbours = 8, .horizon = 3, .body_radius = 0.5f};
const std::vector<Stream> both{Stream::priority, Stream::responsibility};

Population of_shares(const Program& program, std::size_t agents, float side,
                     std::vector<Stream> streams = both) {
    Population start = crowd(program, agents, side, side, 0, 0, streams);
    for (std::size_t slot = 0; slot < start.size(); ++slot) {
        if (start.has(Stream::priority)) start.set<Stream::priority>(slot, static_cast<float>(slot % 5) - 2);
        if (start.has(Stream::responsibility))
            start.set<Stream::responsibility>(slot, static_cast<float>(slot % 9) * 0.125f);
    }
    return start;
}

class RightOfWay : public ::testing::TestWithParam<Isa> {
  protected:
    static void expect_brute_force(const Program& program, const Population& start) {
        test::expect_brute_force(GetParam(), program, start);
    }
};

TEST_P(RightOfWay, TheReferencesBits) {
    const Program program = build({Seek{.target = {1, -2}}, Wander{}, meeting, vehicle});
    for (const std::vector<Stream>& streams : {both, {Stream::priority}, {Stream::responsibility}})
        for (const float side : {12.0f, 40.0f})
            ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, of_shares(program, 300, side, streams)));
}

TEST_P(RightOfWay, ValuesAtFault) {
    const Program program = build({Seek{.target = {1, -2}}, meeting, vehicle});
    Population start = of_shares(program, 300, 30);
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (std::size_t slot = 3; slot < start.size(); slot += 40) start.set<Stream::priority>(slot, nan);
    for (std::size_t slot = 5; slot < start.size(); slot += 50) start.set<Stream::priority>(slot, 2e18f);
    for (std::size_t slot = 7; slot < start.size(); slot += 60)
        start.set<Stream::responsibility>(slot, -0.1f);
    for (std::size_t slot = 9; slot < start.size(); slot += 70)
        start.set<Stream::responsibility>(slot, 1.01f);
    for (std::size_t slot = 11; slot < start.size(); slot += 80)
        start.set<Stream::responsibility>(slot, -1e-30f);  // read as 0
    ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
    EXPECT_EQ(run(program, start.view(), some_ticks, serial_on(GetParam())).faults, 3u * 24);
}

/// The default values give the bits of a program without the streams.
TEST_P(RightOfWay, DefaultsChangeNothing) {
    const Program program = build({Seek{.target = {1, -2}}, meeting, vehicle});
    Population without = crowd(program, 300, 30, 30);
    Population with = crowd(program, 300, 30, 30, 0, 0, both);
    for (std::size_t slot = 0; slot < with.size(); ++slot) {
        with.set<Stream::priority>(slot, 3);
        with.set<Stream::responsibility>(slot, 0.5f);
    }
    ASSERT_TRUE(faultless(run(program, without.view(), some_ticks, serial_on(GetParam()))));
    ASSERT_TRUE(faultless(run(program, with.view(), some_ticks, serial_on(GetParam()))));
    for (std::size_t slot = 0; slot < with.size(); ++slot) {
        ASSERT_EQ(without.get<Stream::position_x>(slot), with.get<Stream::position_x>(slot));
        ASSERT_EQ(without.get<Stream::velocity_y>(slot), with.get<Stream::velocity_y>(slot));
    }
}

TEST_P(RightOfWay, NoOrderOfSlotsNorParts) {
    const Program program = build({Seek{.target = {1, -2}}, meeting, vehicle});
    const Population start = of_shares(program, 600, 50);
    ASSERT_NO_FATAL_FAILURE(expect_no_order(GetParam(), program, start));
    ASSERT_NO_FATAL_FAILURE(expect_parts(GetParam(), program, start));
}

/// A side bias with ids of all kinds.
TEST_P(RightOfWay, ASideBiasHasTheReferencesBits) {
    Orca biased = meeting;
    biased.side_bias = 0x1p-6f;
    const Program program = build({Seek{.target = {1, -2}}, biased, vehicle});
    Population start = of_shares(program, 300, 30);
    ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
    ASSERT_NO_FATAL_FAILURE(expect_no_order(GetParam(), program, start));
}

INSTANTIATE_TEST_SUITE_P(AllIsas, RightOfWay, each_vector_isa(), isa_name);

// ---- behaviour

struct Start {
    float x, y, target_x, target_y, priority, responsibility;
};

Population walk(
    const Program& program, const std::vector<Start>& starts, float dt, int ticks,
    const std::function<void(const Population&)>& look = [](const Population&) {}) {
    Population agents = crowd(program, starts.size(), 0, 0, 0, 0, both);
    for (std::size_t slot = 0; slot < starts.size(); ++slot) {
        const Start& one = starts[slot];
        agents.set<Stream::id>(slot, static_cast<std::uint32_t>(slot));
        agents.set<Stream::position_x>(slot, one.x);
        agents.set<Stream::position_y>(slot, one.y);
        agents.set<Stream::velocity_x>(slot, 0);
        agents.set<Stream::velocity_y>(slot, 0);
        agents.set<Stream::target_x>(slot, one.target_x);
        agents.set<Stream::target_y>(slot, one.target_y);
        agents.set<Stream::priority>(slot, one.priority);
        agents.set<Stream::responsibility>(slot, one.responsibility);
    }
    Clock clock{.dt = dt};
    for (int i = 0; i < ticks; ++i) {
        EXPECT_TRUE(faultless(run(program, agents.view(), clock.next())));
        look(agents);
    }
    return agents;
}

const Locomotion walker{.max_force = 20, .max_speed = 1.4f, .mass = 1};
const std::array side_biases{Orca{}.side_bias, 0x1p-6f};

/// The first one does not leave its line, whether by its priority or because it is responsible for nothing;
/// the second one gives way. They touch at no time.
void expect_the_other_avoids(const Program& program) {
    for (const bool by_priority : {true, false}) {
        float aside = 0, other_aside = 0, least = 100;
        const Population two = walk(program,
                                    {{-6, 0, 40, 0, by_priority ? 1.0f : 0.0f, by_priority ? 0.5f : 0.0f},
                                     {6, 0.01f, -40, 0.01f, 0, 0.5f}},
                                    1.0f / 60, 700, [&](const Population& now) {
                                        aside = std::max(aside, std::abs(now.get<Stream::position_y>(0)));
                                        other_aside =
                                            std::max(other_aside, std::abs(now.get<Stream::position_y>(1)));
                                        least = std::min(least, least_distance(now));
                                    });
        EXPECT_EQ(aside, 0);
        EXPECT_GT(other_aside, 0.5f);
        EXPECT_GT(least, 0.599f);
        EXPECT_GT(two.get<Stream::position_x>(0), 8);
        EXPECT_LT(two.get<Stream::position_x>(1), -6);
    }
}
TEST(RightOfWay, ByOrcaTheOtherOneAvoids) {
    for (const float side_bias : side_biases)
        expect_the_other_avoids(build(
            {Seek{}, Orca{.radius = 10, .horizon = 4, .body_radius = 0.3f, .side_bias = side_bias}, walker}));
}
TEST(RightOfWay, ByAvoidNeighboursTheOtherOneAvoids) {
    for (const Avoidance method : {Avoidance::nearest_approach, Avoidance::power_law}) {
        SCOPED_TRACE(static_cast<int>(method));
        expect_the_other_avoids(
            build({Seek{},
                   AvoidNeighbours{
                       .radius = 10, .horizon = 4, .body_radius = 0.3f, .method = method, .weight = 1.5f},
                   walker}));
    }
}

/// Two and four agents that swap places on their axes all arrive, at every horizon.
void expect_places_swapped(float horizon, float side_bias, std::size_t agents, float dt) {
    SCOPED_TRACE(::testing::Message() << horizon << ' ' << side_bias << ' ' << agents << ' ' << dt);
    const Program program =
        build({Arrive{.slowing_radius = 1},
               Orca{.radius = 10, .horizon = horizon, .body_radius = 0.3f, .side_bias = side_bias}, walker});
    std::vector<Start> starts{
        {-4, 0, 4, 0, 0, 0.5f}, {4, 0, -4, 0, 0, 0.5f}, {0, -4, 0, 4, 0, 0.5f}, {0, 4, 0, -4, 0, 0.5f}};
    starts.resize(agents);
    float least = 100;
    const Population end = walk(program, starts, dt, static_cast<int>(40 / dt),
                                [&](const Population& now) { least = std::min(least, least_distance(now)); });
    for (std::size_t slot = 0; slot < agents; ++slot)
        EXPECT_LT(std::hypot(end.get<Stream::position_x>(slot) - starts[slot].target_x,
                             end.get<Stream::position_y>(slot) - starts[slot].target_y),
                  0.3f);
    EXPECT_GT(least, 0.59f);
}
TEST(RightOfWay, ASideBiasEndsSymmetry) {
    for (const float horizon : {0.5f, 1.0f, 2.0f, 3.0f, 5.0f, 10.0f})
        for (const float side_bias : side_biases)
            for (const std::size_t agents : {2u, 4u})
                for (const float dt : {1.0f / 30, 1.0f / 120})
                    expect_places_swapped(horizon, side_bias, agents, dt);
}

}  // namespace
}  // namespace wend::test

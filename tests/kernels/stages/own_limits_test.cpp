// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "support/neighbour_scenes.hpp"
#include "wend/explain.hpp"
#include "wend/orca.hpp"

// Limits of an agent's own: the streams neighbour_radius, neighbour_horizon and neighbour_weight, and the
// bodies of separation.

namespace wend::test {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
const std::vector<Stream> own_limits{Stream::neighbour_horizon, Stream::neighbour_radius,
                                     Stream::neighbour_weight};

std::vector<std::vector<Stage>> programs_of(float radius) {
    const auto avoiding = [&](Avoidance method, std::uint32_t most) {
        return AvoidNeighbours{
            .radius = radius, .max_neighbours = most, .horizon = 4, .body_radius = 1, .method = method};
    };
    return {{Separation{.radius = radius}, Alignment{.radius = radius},
             Cohesion{.radius = radius, .cos_field_of_view = 0.25f}, vehicle},
            {Separation{.radius = radius, .max_neighbours = 4, .falloff = Falloff::inverse},
             Cohesion{.radius = radius * 0.5f, .max_neighbours = 4}, vehicle},
            {Alignment{.radius = radius}, Cohesion{.radius = radius * 2}, vehicle},
            {avoiding(Avoidance::nearest_approach, 0), vehicle},
            {avoiding(Avoidance::power_law, 5), SocialForce{.radius = radius, .range = 2}, vehicle},
            {Settle{.target = {1, -2}, .radius = radius, .arrival_radius = 3},
             Queue{.target = {1, -2}, .radius = radius, .lane_width = 4, .slowing_radius = 3}, vehicle},
            {Seek{.target = {1, -2}}, Orca{.radius = radius, .horizon = 3}, vehicle}};
}

/// Some agents see no other, and some have limits above those of every stage.
Population of_all_limits(const Program& program, const World& world,
                         const std::vector<Stream>& streams = own_limits) {
    Population agents = crowd(program, world.agents, world.width, world.height, world.x, world.y, streams);
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        const auto part = [&](std::size_t of) { return static_cast<float>(slot % of) / 4; };
        if (agents.has(Stream::neighbour_horizon))
            agents.set<Stream::neighbour_horizon>(slot, slot % 9 == 0 ? 0x1p-20f : part(23));
        if (agents.has(Stream::neighbour_horizon) && slot % 23 == 0)
            agents.set<Stream::neighbour_horizon>(slot, 0x1p20f);
        if (agents.has(Stream::neighbour_radius))
            agents.set<Stream::neighbour_radius>(slot, slot % 31 == 0 ? 1e18f : world.radius * part(7));
        if (agents.has(Stream::neighbour_weight)) agents.set<Stream::neighbour_weight>(slot, part(11));
    }
    return agents;
}

class OwnLimits : public ::testing::TestWithParam<Isa> {
  protected:
    static void expect_brute_force(const Program& program, const Population& start) {
        test::expect_brute_force(GetParam(), program, start);
    }
};

TEST_P(OwnLimits, TheGridSeesWhatBruteForceSees) {
    for (const World& world : worlds) {
        SCOPED_TRACE(world.what);
        for (const std::vector<Stage>& stages : programs_of(world.radius)) {
            const Program program = build(stages);
            ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, of_all_limits(program, world)));
        }
    }
}

TEST_P(OwnLimits, EachAlone) {
    const World world{"many", 300, 40, 30, 9};
    for (const std::vector<Stage>& stages : programs_of(world.radius))
        for (const Stream stream : own_limits) {
            const Program program = build(stages);
            ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, of_all_limits(program, world, {stream})));
        }
}

TEST_P(OwnLimits, GroupsFloorsAndWorldsThatWrap) {
    const World world{"wraps", 400, 90, 60, 9};
    for (std::vector<Stage> stages : programs_of(world.radius)) {
        stages.back() = wrapping(60, 40);
        if (auto* const first = std::get_if<Separation>(&stages[0])) first->height_band = 3;
        const Program program = build(stages);
        std::vector<Stream> streams = own_limits;
        for (const Stream more : {Stream::groups, Stream::seen_groups, Stream::stages})
            streams.push_back(more);
        Population start = of_all_limits(program, world, streams);
        for (std::size_t slot = 0; slot < start.size(); ++slot) {
            start.set<Stream::stages>(slot, static_cast<std::uint32_t>(slot * 2654435761u >> 16));
            if (start.has(Stream::position_z))
                start.set<Stream::position_z>(slot, static_cast<float>(slot % 4));
        }
        ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
    }
}

TEST_P(OwnLimits, NoOrderOfSlotsNorParts) {
    const World world{"many", 500, 50, 50, 9};
    for (const std::vector<Stage>& stages : programs_of(world.radius)) {
        const Program program = build(stages);
        const Population start = of_all_limits(program, world);
        ASSERT_NO_FATAL_FAILURE(expect_no_order(GetParam(), program, start));
        if (start.has(Stream::settled)) continue;  // of which a part would see the tick's end
        ASSERT_NO_FATAL_FAILURE(expect_parts(GetParam(), program, start));
    }
}

/// Values beyond the limits of every stage leave the bits of a program without the streams, and so do the
/// first values of a buffer.
TEST_P(OwnLimits, TheUsualValuesChangeNothing) {
    const World world{"many", 400, 50, 40, 9};
    for (const std::vector<Stage>& stages : programs_of(world.radius))
        for (const bool of_stage : {false, true}) {
            const Program program = build(stages);
            Population with = crowd(program, world.agents, world.width, world.height, 0, 0, own_limits);
            Population without = crowd(program, world.agents, world.width, world.height);
            for (std::size_t slot = 0; slot < with.size(); ++slot) {
                const auto initial = [](Stream stream) { return static_cast<float>(info(stream).initial); };
                with.set<Stream::neighbour_horizon>(slot, of_stage ? 4 : initial(Stream::neighbour_horizon));
                with.set<Stream::neighbour_radius>(slot, of_stage ? 18 : initial(Stream::neighbour_radius));
                with.set<Stream::neighbour_weight>(slot, of_stage ? 1 : initial(Stream::neighbour_weight));
            }
            ASSERT_TRUE(faultless(run(program, with.view(), some_ticks, serial_on(GetParam()))));
            ASSERT_TRUE(faultless(run(program, without.view(), some_ticks, serial_on(GetParam()))));
            for (std::size_t slot = 0; slot < with.size(); ++slot) {
                ASSERT_EQ(with.get<Stream::velocity_x>(slot), without.get<Stream::velocity_x>(slot));
                ASSERT_EQ(with.get<Stream::position_y>(slot), without.get<Stream::position_y>(slot));
            }
        }
}

TEST_P(OwnLimits, ValuesAtFault) {
    const Program program = build({AvoidNeighbours{.radius = 9, .max_neighbours = 3, .horizon = 4},
                                   Orca{.radius = 9, .max_neighbours = 4, .horizon = 3}, vehicle});
    const Population fine = of_all_limits(program, {"many", 600, 50, 50, 9});
    const auto faults = [&](auto set, std::initializer_list<float> values) {
        Population start = fine;
        std::size_t slot = 3;
        for (const float value : values) set(start, slot += 40, value);
        expect_brute_force(program, start);
        return run(program, start.view(), some_ticks, serial_on(GetParam())).faults;
    };
    const auto radius = [](Population& all, std::size_t slot, float value) {
        all.set<Stream::neighbour_radius>(slot, value);
    };
    const auto horizon = [](Population& all, std::size_t slot, float value) {
        all.set<Stream::neighbour_horizon>(slot, value);
    };
    const auto weight = [](Population& all, std::size_t slot, float value) {
        all.set<Stream::neighbour_weight>(slot, value);
    };
    EXPECT_EQ(faults(radius, {nan, -1, 2e18f, -0x1p-60f}), 3u * 4);
    EXPECT_EQ(faults(radius, {0, -0.0f, 1e-30f, -1e-30f, 1e18f}), 0u) << "small ones are read as 0";
    EXPECT_EQ(faults(horizon, {nan, -1, 0, 0x1.fffffep-21f, 0x1.000002p20f, 1e18f}), 3u * 6);
    EXPECT_EQ(faults(horizon, {0x1p-20f, 0x1p20f}), 0u);
    EXPECT_EQ(faults(weight, {nan, -1, -0x1p-60f, 0x1.000002p20f}), 3u * 4);
    EXPECT_EQ(faults(weight, {0, -0.0f, -1e-30f, 0x1p20f}), 0u);
}

/// Extremes of the agent's own limits, among parameters of all sizes: no sum overflows.
TEST_P(OwnLimits, ExtremesHaveTheReferencesBits) {
    for (const Avoidance method : {Avoidance::nearest_approach, Avoidance::power_law})
        for (const float radius : {0x1p-60f, 1.0f, 1e18f})
            for (const float horizon : {0x1p-20f, 1.0f, 0x1p20f}) {
                SCOPED_TRACE(::testing::Message() << radius << ' ' << horizon);
                const float body = std::max(radius / 4, 0x1p-60f);
                const Program program = build(
                    {AvoidNeighbours{
                         .radius = radius, .horizon = horizon, .body_radius = body, .method = method},
                     Separation{
                         .radius = std::max(radius, 2 * body), .cos_field_of_view = -1, .body_radius = body},
                     vehicle});
                std::vector<Stream> streams = own_limits;
                streams.push_back(Stream::body_radius);
                Population start = crowd(program, 150, 8, 8, 0, 0, streams);
                for (std::size_t slot = 0; slot < start.size(); ++slot) {
                    const float far = std::ldexp(1.0f, static_cast<int>(slot % 120) - 60);
                    if (slot % 3 == 0) start.set<Stream::position_x>(slot, slot % 2 == 0 ? far : -far);
                    if (slot % 5 == 0) start.set<Stream::position_x>(slot, 3);
                    if (slot % 5 == 0) start.set<Stream::position_y>(slot, 3);
                    start.set<Stream::neighbour_radius>(slot, slot % 4 == 0 ? 0 : far);
                    start.set<Stream::neighbour_horizon>(slot,
                                                         std::ldexp(1.0f, static_cast<int>(slot % 41) - 20));
                    start.set<Stream::neighbour_weight>(slot,
                                                        std::ldexp(1.0f, static_cast<int>(slot % 81) - 60));
                    start.set<Stream::body_radius>(slot, slot % 7 == 0 ? 0 : std::min(far, body));
                }
                ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
            }
}

// ---- bodies of separation

std::vector<std::vector<Stage>> separating(float radius) {
    const auto separation = [&](Falloff falloff, std::uint32_t most) {
        return Separation{.radius = radius,
                          .cos_field_of_view = -1,
                          .max_neighbours = most,
                          .falloff = falloff,
                          .body_radius = radius / 2};
    };
    return {{separation(Falloff::smooth, 0), vehicle},
            {separation(Falloff::inverse, 4), vehicle},
            {separation(Falloff::smooth, 5), Alignment{.radius = radius, .max_neighbours = 5},
             Cohesion{.radius = radius}, vehicle}};
}

Population of_all_sizes(const Program& program, const World& world, std::vector<Stream> streams = {}) {
    streams.push_back(Stream::body_radius);
    Population agents = of_all_limits(program, world, streams);
    for (std::size_t slot = 0; slot < agents.size(); ++slot)
        agents.set<Stream::body_radius>(slot, world.radius / 2 * static_cast<float>(slot % 9) / 8);
    return agents;
}

TEST_P(OwnLimits, SeparationOfBodiesHasTheReferencesBits) {
    for (const World& world : worlds) {
        SCOPED_TRACE(world.what);
        for (const std::vector<Stage>& stages : separating(world.radius)) {
            const Program program = build(stages);
            ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, of_all_sizes(program, world)));
            ASSERT_NO_FATAL_FAILURE(
                expect_brute_force(program, of_all_sizes(program, world, {Stream::neighbour_radius})));
        }
    }
}

TEST_P(OwnLimits, BodiesOnOneSpotAndInParts) {
    for (const std::vector<Stage>& stages : separating(8)) {
        const Program program = build(stages);
        ASSERT_NO_FATAL_FAILURE(
            expect_brute_force(program, of_all_sizes(program, {"spot", 200, 0, 0, 8, 3, 4})));
        const Population many = of_all_sizes(program, {"many", 500, 50, 50, 8});
        ASSERT_NO_FATAL_FAILURE(expect_no_order(GetParam(), program, many));
        ASSERT_NO_FATAL_FAILURE(expect_parts(GetParam(), program, many));
    }
}

/// Bodies that are all as large as the parameter, or of no stream, leave the bits of a stage without bodies.
TEST_P(OwnLimits, TheLargestBodiesSeparateAsWithoutBodies) {
    for (const Falloff falloff : {Falloff::smooth, Falloff::inverse}) {
        Separation stage{.radius = 6.3f, .falloff = falloff};
        const Program without = build({stage, vehicle});
        stage.body_radius = 0.7f;
        const Program with = build({stage, vehicle});
        Population expected = crowd(without, 500, 60, 40);
        Population of_parameter = expected;
        Population of_stream = crowd(with, 500, 60, 40, 0, 0, {Stream::body_radius});
        for (std::size_t slot = 0; slot < of_stream.size(); ++slot)
            of_stream.set<Stream::body_radius>(slot, 0.7f);
        ASSERT_TRUE(faultless(run(without, expected.view(), some_ticks, serial_on(GetParam()))));
        ASSERT_TRUE(faultless(run(with, of_parameter.view(), some_ticks, serial_on(GetParam()))));
        ASSERT_TRUE(faultless(run(with, of_stream.view(), some_ticks, serial_on(GetParam()))));
        EXPECT_TRUE(same_bits(expected, of_parameter));
        for (std::size_t slot = 0; slot < expected.size(); ++slot) {
            ASSERT_EQ(expected.get<Stream::velocity_x>(slot), of_stream.get<Stream::velocity_x>(slot));
            ASSERT_EQ(expected.get<Stream::position_y>(slot), of_stream.get<Stream::position_y>(slot));
        }
    }
}

/// A body at fault is one of separation alone: agents on which only the other stages of its pass act are
/// fine, and are seen by those.
TEST_P(OwnLimits, BodiesAtFault) {
    const Program program = build(separating(9)[2]);
    Population start = of_all_sizes(program, {"many", 600, 50, 50, 9}, {Stream::stages});
    for (std::size_t slot = 0; slot < start.size(); ++slot)
        start.set<Stream::stages>(slot, slot % 2 == 0 ? 15u : 14u);
    for (std::size_t slot = 3; slot < start.size(); slot += 25) start.set<Stream::body_radius>(slot, nan);
    for (std::size_t slot = 4; slot < start.size(); slot += 60) start.set<Stream::body_radius>(slot, 4.75f);
    for (std::size_t slot = 6; slot < start.size(); slot += 60) start.set<Stream::body_radius>(slot, -1);
    for (std::size_t slot = 5; slot < start.size(); slot += 70)
        start.set<Stream::body_radius>(slot, -1e-30f);  // read as 0
    ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
    EXPECT_EQ(run(program, start.view(), some_ticks, serial_on(GetParam())).faults, 3 * (12u + 10u + 10u));
}

INSTANTIATE_TEST_SUITE_P(AllIsas, OwnLimits, each_vector_isa(), isa_name);

// ---- purpose

/// Two agents on the x axis, 3 m apart, that walk towards each other; the first one's forces.
struct TwoAgents {
    explicit TwoAgents(const std::vector<Stage>& stages, std::vector<Stream> streams = own_limits,
                       float apart = 3)
        : program(build(stages)), agents(2, all_of(program, std::move(streams))) {
        for (std::size_t slot = 0; slot < 2; ++slot) {
            for (const Stream stream : agents.streams())
                if (info(stream).element == ElementType::f32)
                    agents.set_number(stream, slot, static_cast<float>(info(stream).initial));
            const float side = slot == 0 ? 1.0f : -1.0f;
            agents.set<Stream::id>(slot, static_cast<std::uint32_t>(slot));
            agents.set<Stream::position_x>(slot, -apart / 2 * side);
            agents.set<Stream::position_y>(slot, 0.25f * side);
            agents.set<Stream::velocity_x>(slot, side);
        }
    }
    OracleVector force(std::size_t slot = 0) {
        EXPECT_TRUE(faultless(forces(program, agents.view(), {.dt = 1.0f / 32, .first_tick = 0, .seed = 1})));
        return {static_cast<double>(agents.get<Stream::force_x>(slot)),
                static_cast<double>(agents.get<Stream::force_y>(slot)), 0};
    }

    Program program;
    Population agents;

  private:
    static std::vector<Stream> all_of(const Program& program, std::vector<Stream> streams) {
        for (const Stream stream : verify::streams_and_outputs_of(program)) streams.push_back(stream);
        for (const Stream stream : {Stream::id, Stream::force_x, Stream::force_y})
            if (std::ranges::find(streams, stream) == streams.end()) streams.push_back(stream);
        return streams;
    }
};

const std::vector<std::vector<Stage>>& weighted_forces() {
    static const std::vector<std::vector<Stage>> all{
        {Separation{.radius = 8, .cos_field_of_view = -1}, vehicle},
        {Separation{.radius = 8, .cos_field_of_view = -1, .falloff = Falloff::inverse}, vehicle},
        {Alignment{.radius = 8, .cos_field_of_view = -1}, vehicle},
        {Cohesion{.radius = 8, .cos_field_of_view = -1}, vehicle},
        {AvoidNeighbours{.radius = 8, .horizon = 4}, vehicle},
        {AvoidNeighbours{.radius = 8, .horizon = 4, .method = Avoidance::power_law}, vehicle},
        {SocialForce{.radius = 8, .range = 1}, vehicle}};
    return all;
}

TEST(OwnRadius, OnlyNeighboursWithinItActOnTheAgent) {
    for (const std::vector<Stage>& stages : weighted_forces()) {
        SCOPED_TRACE(name(stages[0]));
        TwoAgents two(stages);
        const OracleVector usual = two.force();
        EXPECT_GT(std::hypot(usual.x, usual.y), 1e-3);
        two.agents.set<Stream::neighbour_radius>(0, 2.9f);
        EXPECT_EQ(std::hypot(two.force(0).x, two.force(0).y), 0);
        EXPECT_GT(std::hypot(two.force(1).x, two.force(1).y), 1e-3) << "the other one sees it";
    }
}

/// The falloff ends at the agent's radius.
TEST(OwnRadius, IsTheRadiusOfTheFalloff) {
    TwoAgents two({Separation{.radius = 8, .cos_field_of_view = -1, .weight = 1}, vehicle});
    const double square = 3 * 3 + 0.5 * 0.5;
    for (const float radius : {3.25f, 4.0f, 6.0f, 8.0f, 100.0f}) {
        two.agents.set<Stream::neighbour_radius>(0, radius);
        const double counted = std::min(static_cast<double>(radius), 8.0);
        EXPECT_NEAR(two.force().x, -3 * std::pow(1 - square / (counted * counted), 2), 2e-5) << radius;
    }
}

TEST(OwnWeight, ScalesTheForce) {
    for (const std::vector<Stage>& stages : weighted_forces()) {
        SCOPED_TRACE(name(stages[0]));
        TwoAgents two(stages);
        const OracleVector usual = two.force(), other = two.force(1);
        for (const float weight : {0.0f, 0.5f, 2.0f}) {
            two.agents.set<Stream::neighbour_weight>(0, weight);
            EXPECT_EQ(two.force().x, usual.x * static_cast<double>(weight));
            EXPECT_EQ(two.force().y, usual.y * static_cast<double>(weight));
            EXPECT_EQ(two.force(1).x, other.x);
        }
    }
}

/// The way to the target is none of the neighbours' forces.
TEST(OwnWeight, LeavesTheTargetOfSettleAndQueue) {
    const std::vector<std::vector<Stage>> all{
        {Settle{.target = {20, 0}, .radius = 8}, vehicle},
        {Queue{.target = {20, 0}, .radius = 8, .lane_width = 2, .slowing_radius = 3}, vehicle}};
    for (const std::vector<Stage>& stages : all) {
        SCOPED_TRACE(name(stages[0]));
        TwoAgents two(stages);
        const OracleVector usual = two.force();
        EXPECT_NE(usual.x, 0);
        two.agents.set<Stream::neighbour_weight>(0, 0);
        EXPECT_EQ(two.force().x, usual.x);
    }
}

/// The distance at which an agent that walks towards another one at rest first turns aside.
float first_reaction(const Stage& avoidance, std::optional<float> horizon) {
    const Program program = build(
        {Seek{.target = {50, 0.1f}}, avoidance, Locomotion{.max_force = 20, .max_speed = 1, .mass = 1}});
    Population agents = crowd(program, 2, 0, 0, 0, 0, {Stream::neighbour_horizon});
    for (std::size_t slot = 0; slot < 2; ++slot) {
        agents.set<Stream::position_x>(slot, slot == 0 ? -12.0f : 0.0f);
        agents.set<Stream::position_y>(slot, slot == 0 ? 0.1f : 0.0f);
        agents.set<Stream::velocity_x>(slot, slot == 0 ? 1.0f : 0.0f);
        agents.set<Stream::velocity_y>(slot, 0);
        agents.set<Stream::neighbour_horizon>(slot, horizon.value_or(1000));
    }
    const float start_y = 0.1f;
    for (int tick = 0; tick < 1000; ++tick) {
        agents.set<Stream::position_x>(1, 0);
        agents.set<Stream::position_y>(1, 0);
        agents.set<Stream::velocity_x>(1, 0);
        agents.set<Stream::velocity_y>(1, 0);
        EXPECT_TRUE(faultless(run(program, agents.view(), {.dt = 1.0f / 64, .first_tick = 0})));
        if (std::abs(agents.get<Stream::position_y>(0) - start_y) > 1e-3f) break;
    }
    return -agents.get<Stream::position_x>(0);
}

TEST(OwnHorizon, HalfOfItReactsLater) {
    const std::vector<Stage> stages{
        AvoidNeighbours{.radius = 20, .horizon = 8},
        AvoidNeighbours{.radius = 20, .horizon = 8, .method = Avoidance::power_law, .weight = 4},
        Orca{.radius = 20, .horizon = 8}};
    for (const Stage& stage : stages) {
        SCOPED_TRACE(name(stage));
        const float usual = first_reaction(stage, std::nullopt);
        EXPECT_EQ(first_reaction(stage, 8), usual);
        const float half = first_reaction(stage, 4);
        EXPECT_LT(half, usual - 1);
        EXPECT_GT(half, 1);
        EXPECT_LT(first_reaction(stage, 2), half - 1);
    }
}

/// The distance at which two bodies of that radius rest, pressed together by their targets.
float distance_at_rest(float body) {
    const Program program =
        build({Separation{.radius = 0.9f, .cos_field_of_view = -1, .body_radius = 0.3f, .weight = 40},
               Seek{.target = {0, 0}}, Locomotion{.max_force = 20, .max_speed = 1, .mass = 1}});
    Population agents = crowd(program, 2, 0, 0, 0, 0, {Stream::body_radius});
    for (std::size_t slot = 0; slot < 2; ++slot) {
        agents.set<Stream::position_x>(slot, slot == 0 ? -2.0f : 2.0f);
        agents.set<Stream::position_y>(slot, 0);
        agents.set<Stream::velocity_x>(slot, 0);
        agents.set<Stream::velocity_y>(slot, 0);
        agents.set<Stream::body_radius>(slot, body);
    }
    EXPECT_TRUE(faultless(run(program, agents.view(), {.dt = 1.0f / 64, .count = 1000, .first_tick = 0})));
    return least_distance(agents);
}

TEST(SeparationOfBodies, SmallerOnesComeCloser) {
    const float large = distance_at_rest(0.3f), small = distance_at_rest(0.2f);
    EXPECT_GT(large, 0.5f);
    EXPECT_GT(small, 0.4f);
    EXPECT_LT(small, large - 0.1f);
    EXPECT_GT(small, large - 0.3f);
}

TEST(SeparationOfBodies, EndsAtTheRadiusLessTheMissingBodies) {
    TwoAgents two(
        {Separation{.radius = 4, .cos_field_of_view = -1, .body_radius = 0.5f, .weight = 1}, vehicle},
        {Stream::body_radius});
    const double square = 3 * 3 + 0.5 * 0.5;
    for (const float own : {0.0f, 0.25f, 0.5f})
        for (const float other : {0.0f, 0.25f, 0.5f}) {
            two.agents.set<Stream::body_radius>(0, own);
            two.agents.set<Stream::body_radius>(1, other);
            const double reach = 3 + static_cast<double>(own + other);
            const double share = square > reach * reach ? 0 : std::pow(1 - square / (reach * reach), 2);
            EXPECT_NEAR(two.force().x, -3 * share, 1e-5) << own << ' ' << other;
        }
}

/// To the bit, as without bodies.
TEST(SeparationOfBodies, TwoAgentsPushEachOtherEqually) {
    for (const Falloff falloff : {Falloff::smooth, Falloff::inverse}) {
        TwoAgents two(
            {Separation{
                 .radius = 4, .cos_field_of_view = -1, .falloff = falloff, .body_radius = 0.7f, .weight = 1},
             vehicle},
            {Stream::body_radius});
        two.agents.set<Stream::body_radius>(0, 0.61f);
        two.agents.set<Stream::body_radius>(1, 0.333f);
        for (const float y : {-0.5f, 0.1f, 0.37f}) {
            two.agents.set<Stream::position_y>(0, y);
            EXPECT_NE(two.force(0).x, 0);
            EXPECT_EQ(two.force(0).x, -two.force(1).x);
            EXPECT_EQ(two.force(0).y, -two.force(1).y);
        }
    }
}

TEST(SeparationOfBodies, WhatIsWrongIsRefused) {
    const auto refused = [](float radius, float body) {
        return message(Program::build({Separation{.radius = radius, .body_radius = body}, vehicle}).status());
    };
    EXPECT_EQ(refused(0.75f, 0.5f), "stage 0 (separation): radius is 0.75, must be in [1, 1e+18]");
    EXPECT_EQ(refused(0.75f, 0), "stage 0 (separation): body_radius is 0, must be in [8.6736174e-19, 1e+18]");
    EXPECT_EQ(refused(1, 0.5f), "ok");
    Program program = build({Separation{}, vehicle});
    EXPECT_EQ(program.tune(0, Separation{.body_radius = 1}).code, Code::not_tunable) << "it needs a stream";
    EXPECT_TRUE(build({Separation{.body_radius = 1}, vehicle}).tune(0, Separation{.body_radius = 2}).ok());
}

TEST(OwnLimitsAreExplained, ByTheirRanges) {
    const Program program =
        build({Separation{.radius = 3, .body_radius = 0.5f}, AvoidNeighbours{.radius = 8}, vehicle});
    AgentBuffer buffer(program, {Stream::body_radius, Stream::neighbour_horizon, Stream::neighbour_radius,
                                 Stream::neighbour_weight});
    buffer.spawn(3);
    const Ticks ticks{.dt = 0.1f, .first_tick = 0};
    EXPECT_TRUE(faultless(run(program, buffer.view(), ticks))) << "first values are legal";
    const auto reason = [&] { return message(explain(program, buffer.view(), ticks, 1)); };
    EXPECT_EQ(reason(), "ok");
    buffer.get<Stream::neighbour_horizon>()[1] = 0;
    EXPECT_EQ(reason(),
              "stage 1 (avoid_neighbours): neighbour_horizon is 0, must be in [9.536743e-07, 1048576]");
    buffer.get<Stream::neighbour_horizon>()[1] = 2;
    buffer.get<Stream::neighbour_radius>()[1] = -1;
    EXPECT_EQ(reason(), "stage 0 (separation): neighbour_radius is -1, must be in [0, 1e+18]");
    buffer.get<Stream::neighbour_radius>()[1] = 2;
    buffer.get<Stream::neighbour_weight>()[1] = nan;
    EXPECT_EQ(reason(), "stage 0 (separation): neighbour_weight is nan, must be in [0, 1048576]");
    buffer.get<Stream::neighbour_weight>()[1] = 2;
    buffer.get<Stream::body_radius>()[1] = 1;
    EXPECT_EQ(reason(), "stage 0 (separation): body_radius is 1, must be in [0, 0.5]");
    buffer.get<Stream::body_radius>()[1] = 0.5f;
    EXPECT_EQ(reason(), "ok");
}

}  // namespace
}  // namespace wend::test

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/oracle.hpp"
#include "support/oracle_quarry.hpp"
#include "support/program_cases.hpp"
#include "wend/hide.hpp"

namespace wend::test {
namespace {

// ---- the oracle: every obstacle, in double

/// The hunter's place, if there is a hunter.
std::optional<OracleVector> hunter_of(const Hide& stage, const OracleAgent& agent) {
    if (stage.quarry == Quarry::point) return agent.position_of(stage.target);
    const std::optional<OracleQuarry> hunter = oracle_quarry(agent, stage.quarry, stage.target);
    return hunter ? std::optional(hunter->position) : std::nullopt;
}

/// The place behind an obstacle; its scale includes the error of its direction.
OracleVector place_behind(const Obstacle& one, const OracleVector& hunter, double distance) {
    const auto half = [](float from, float to) {
        return (static_cast<double>(from) + static_cast<double>(to)) / 2;
    };
    const OracleVector middle = of_terms(half(one.from_x, one.to_x), half(one.from_y, one.to_y), 0);
    const OracleVector away = sum(middle, times(hunter, -1));
    const double length = std::hypot(away.x, away.y);
    const double reach = static_cast<double>(one.radius) + distance;
    const double per_length = length > 0 ? reach / length : 0;
    OracleVector place = sum(middle, times(away, per_length));
    place.scale = std::max({place.scale, reach, away.scale * per_length});
    return place;
}

const OracleOf<Hide> oracle(
    [](const Hide& stage, const OracleAgent& agent) {
        const std::optional<OracleVector> hunter = hunter_of(stage, agent);
        if (!hunter) return OracleVector{};
        const OracleVector position = agent.position();
        const double radius = static_cast<double>(stage.radius);
        const auto distance_of = [&](const OracleVector& place) {
            return std::hypot(place.x - position.x, place.y - position.y);
        };
        std::vector<OracleVector> places;
        for (std::size_t i = 0; i < stage.obstacles.size(); ++i)
            places.push_back(
                place_behind(stage.obstacles.obstacle(i), *hunter, static_cast<double>(stage.distance)));
        const auto nearest = std::ranges::min_element(places, {}, distance_of);
        if (nearest == places.end()) return OracleVector{};
        const double least = distance_of(*nearest);
        const bool hides = least <= radius;
        bool ambiguous = false;  // whether a place counts at all, and which is the nearest
        for (const OracleVector& place : places) {
            const double distance = distance_of(place);
            const double blur = 32 * error_unit * std::max(place.scale, position.scale);
            ambiguous |= std::abs(distance - radius) <= blur;
            ambiguous |= hides && std::abs(distance - least) <= blur &&
                         std::hypot(place.x - nearest->x, place.y - nearest->y) > 0;
        }
        OracleVector force =
            hides ? oracle_seek(agent, *nearest, 1, static_cast<double>(stage.slowing_radius.value_or(0)))
                  : OracleVector{};
        if (ambiguous) force.scale = static_cast<double>(std::numeric_limits<float>::max());
        return force;
    },
    8);

// ---- scenes

const Locomotion vehicle{.max_force = 20.0f, .max_speed = 4.0f, .mass = 1.0f};
constexpr Ticks a_minute{.dt = 1.0f / 30, .count = 1800};

ObstacleSet pillars(std::initializer_list<Point> middles, double radius) {
    ObstacleSetBuilder builder;
    for (const Point& middle : middles) builder.add_circle(middle, radius);
    return *builder.build();
}

TEST(Hide, AnAgentEndsBehindThePillar) {
    const Program program = build({Hide{.obstacles = pillars({{10, 0}}, 1.5),
                                        .target = {-20.0f, 0.0f},
                                        .distance = 0.5f,
                                        .slowing_radius = 2.0f},
                                   vehicle});
    Population agents = blank(program, 1);
    agents.set<Stream::position_y>(0, 7);
    ASSERT_TRUE(faultless(run(program, agents.view(), a_minute)));
    EXPECT_NEAR(agents.get<Stream::position_x>(0), 12, 1e-2);
    EXPECT_NEAR(agents.get<Stream::position_y>(0), 0, 1e-2);
}

TEST(Hide, TheNearestPlaceCountsNotTheNearestPillar) {
    // From a hunter at the right, the place of the pillar at x = 4 is at 2, and that of the one at -1 at -3.
    const Program program = build({Hide{.obstacles = pillars({{-1, 0}, {4, 0}}, 1),
                                        .target = {100.0f, 0.0f},
                                        .distance = 1,
                                        .slowing_radius = 1.0f},
                                   vehicle});
    Population agents = blank(program, 1);
    ASSERT_TRUE(faultless(run(program, agents.view(), a_minute)));
    EXPECT_NEAR(agents.get<Stream::position_x>(0), 2, 1e-2);
}

TEST(Hide, APieceOfWallHidesBehindItsMiddle) {
    ObstacleSetBuilder wall;
    wall.add_wall(std::array{Point{5, -4}, Point{5, 4}});
    const Program program =
        build({Hide{.obstacles = *wall.build(), .distance = 1, .slowing_radius = 1.0f}, vehicle});
    Population agents = blank(program, 1);
    agents.set<Stream::position_y>(0, 9);
    ASSERT_TRUE(faultless(run(program, agents.view(), a_minute)));
    EXPECT_NEAR(agents.get<Stream::position_x>(0), 6, 1e-2);
    EXPECT_NEAR(agents.get<Stream::position_y>(0), 0, 1e-2);
}

/// Agent 1 hunts agent 0 around a pillar, twice as slow: it never sees it for long.
TEST(Hide, FromAnotherAgentThatMoves) {
    const Program program =
        build({Hide{.obstacles = pillars({{0, 0}}, 3), .quarry = Quarry::agent, .distance = 1},
               Seek{.weight = 0}, vehicle});
    Population agents = blank(program, 2);
    agents.set<Stream::position_x>(0, 4);
    agents.set<Stream::position_x>(1, -30);
    agents.set<Stream::velocity_x>(1, 0.5f);
    agents.set<Stream::velocity_y>(1, 1);
    agents.set<Stream::target_agent>(1, -1);
    agents.set<Stream::target_agent>(0, 1);
    for (int second = 0; second < 30; ++second) {
        ASSERT_TRUE(faultless(run(program, agents.view(), {.dt = 1.0f / 30, .count = 30})));
        const double x = static_cast<double>(agents.get<Stream::position_x>(1));
        const double y = static_cast<double>(agents.get<Stream::position_y>(1));
        const double far = std::hypot(x, y);
        EXPECT_NEAR(agents.get<Stream::position_x>(0), -4 * x / far, 0.2) << second;
        EXPECT_NEAR(agents.get<Stream::position_y>(0), -4 * y / far, 0.2) << second;
    }
    EXPECT_FLOAT_EQ(agents.get<Stream::velocity_x>(1), 0.5f) << "-1 is no hunter: no force";
}

TEST(Hide, WithoutAPlaceWithinTheRadiusThereIsNoForce) {
    for (const ObstacleSet& obstacles : {ObstacleSet(), pillars({{200, 0}}, 1)}) {
        const Program program =
            build({Hide{.obstacles = obstacles, .target = {1.0f, 1.0f}, .radius = 50}, vehicle});
        Population agents = blank(program, 3);
        agents.set<Stream::velocity_x>(1, 2);
        ASSERT_TRUE(faultless(run(program, agents.view(), {.dt = 1})));
        EXPECT_EQ(agents.get<Stream::velocity_x>(1), 2);
        EXPECT_EQ(agents.get<Stream::velocity_x>(0), 0);
    }
    EXPECT_EQ(Program::build({Hide{.radius = 0}, vehicle}).status().code, Code::parameter_out_of_range);
    EXPECT_EQ(Program::build({Hide{.quarry = Quarry::agent, .target = {1.0f, 2.0f}}, vehicle}).status().code,
              Code::invalid_program);
}

// ---- the grid, and faults

class Hiding : public ::testing::TestWithParam<Isa> {};

/// In worlds of all sizes, with many obstacles, places at the radius, NaN and hunters on an obstacle.
TEST_P(Hiding, TheGridFindsWhatBruteForceFinds) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (const double size : {1e-12, 1.0, 300.0, 1e9, 1e17})
        for (const float share : {0.01f, 0.2f, 4.0f})
            for (const std::size_t count : {std::size_t{1}, std::size_t{400}}) {
                std::mt19937 random(11);
                const auto draw = [&] { return static_cast<double>(random() >> 8) * 0x1p-24 - 0.5; };
                ObstacleSetBuilder builder;
                for (std::size_t i = 0; i < count; ++i) {
                    const Point at{draw() * size, draw() * size};
                    if (i % 2 == 0)
                        builder.add_circle(at, std::abs(draw()) * size / 30);
                    else
                        builder.add_wall(
                            std::array{at, Point{at.x + draw() * size / 9, at.y + draw() * size / 9}});
                }
                const auto metres = static_cast<float>(size);
                const Program program = build({Hide{.obstacles = *builder.build(),
                                                    .distance = metres / 50,
                                                    .radius = metres * share,
                                                    .weight = 0.5f},
                                               Seek{.target = TargetStreams::other_target}, vehicle});
                Population start(500, verify::streams_and_outputs_of(program));
                for (std::size_t slot = 0; slot < start.size(); ++slot) {
                    const auto place = [&] { return static_cast<float>(draw() * size * 1.5); };
                    start.set<Stream::position_x>(slot, place());
                    start.set<Stream::position_y>(slot, place());
                    start.set<Stream::target_x>(slot, place());
                    start.set<Stream::target_y>(slot, place());
                    if (slot % 37 == 0) start.set<Stream::position_x>(slot, nan);
                    if (slot % 41 == 0) start.set<Stream::target_y>(slot, slot % 2 == 0 ? nan : -3e18f);
                }
                SCOPED_TRACE(::testing::Message() << size << ' ' << share << ' ' << count);
                const Ticks ticks{.dt = 0.1f, .count = 3};
                Population expected = start;
                const Result reference = run(program, expected.view(), ticks, serial_on(Isa::reference));
                EXPECT_GT(reference.faults, 0u);
                EXPECT_TRUE(same_result(reference, run(program, start.view(), ticks, serial_on(GetParam()))));
                EXPECT_TRUE(same_bits(expected, start));
            }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Hiding, each_vector_isa(), isa_name);

}  // namespace
}  // namespace wend::test

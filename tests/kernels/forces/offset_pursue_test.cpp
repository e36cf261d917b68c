// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>

#include "support/bit_compare.hpp"
#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/oracle.hpp"
#include "support/oracle_quarry.hpp"
#include "support/program_cases.hpp"
#include "wend/offset_pursue.hpp"

namespace wend::test {
namespace {

const OracleOf<OffsetPursue> oracle(
    [](const OffsetPursue& stage, const OracleAgent& agent) {
        const std::optional<OracleQuarry> quarry = oracle_quarry(agent, stage.quarry, stage.target);
        if (!quarry) return OracleVector{};
        const double x = agent.limit<Stream::offset_x>(stage.offset_x);
        const double y = agent.limit<Stream::offset_y>(stage.offset_y);
        OracleVector heading = unit(quarry->velocity.x, quarry->velocity.y);
        if (heading.scale == 0) heading = {1, 0, 1};
        const OracleVector offset =
            of_terms(x * heading.x - y * heading.y, x * heading.y + y * heading.x, std::hypot(x, y));
        const OracleVector place = sum(quarry->position, offset);
        return oracle_seek(agent, oracle_ahead(agent, {place, quarry->velocity}, place), 1,
                           static_cast<double>(stage.slowing_radius.value_or(0)));
    },
    8);

const Locomotion fast{.max_force = 40.0f, .max_speed = 8.0f, .mass = 1.0f};

/// The leader's, and four places of a V behind it.
constexpr std::array<Point, 5> places{{{0, 0}, {-2, 2}, {-2, -2}, {-4, 4}, {-4, -4}}};

/// Agent 0 has no quarry and keeps its velocity; the others follow it.
Population formation(const Program& program, float leader_x, float leader_y) {
    Population agents = blank(program, places.size());
    agents.set<Stream::velocity_x>(0, leader_x);
    agents.set<Stream::velocity_y>(0, leader_y);
    for (std::size_t slot = 1; slot < agents.size(); ++slot) {
        agents.set<Stream::target_agent>(slot, 0);
        agents.set<Stream::offset_x>(slot, static_cast<float>(places[slot].x));
        agents.set<Stream::offset_y>(slot, static_cast<float>(places[slot].y));
        agents.set<Stream::position_x>(slot, static_cast<float>(3 * slot));
        agents.set<Stream::position_y>(slot, -10);
    }
    return agents;
}

/// The agent's distance from its place, ahead and to the left of a leader with that heading.
Point off_place(const Population& agents, std::size_t slot, Point heading) {
    const auto way = [&]<Stream S>() {
        return static_cast<double>(agents.get<S>(slot)) - static_cast<double>(agents.get<S>(0));
    };
    const double x = way.operator()<Stream::position_x>();
    const double y = way.operator()<Stream::position_y>();
    return {x * heading.x + y * heading.y - places[slot].x, y * heading.x - x * heading.y - places[slot].y};
}

TEST(OffsetPursue, AFormationReachesItsPlacesAboutALeaderAtRest) {
    const Program program = build({OffsetPursue{.quarry = Quarry::agent, .slowing_radius = 2.0f}, fast});
    Population agents = formation(program, 0, 0);
    ASSERT_TRUE(faultless(run(program, agents.view(), {.dt = 1.0f / 60, .count = 1200})));
    for (std::size_t slot = 1; slot < agents.size(); ++slot) {
        const Point off = off_place(agents, slot, {1, 0});
        EXPECT_NEAR(off.x, 0, 1e-3) << slot;
        EXPECT_NEAR(off.y, 0, 1e-3) << slot;
    }
}

// Within the slowing radius r the desired velocity equals that of a leader of speed v where the agent is
// short of its place by v r / (max_speed + v).
TEST(OffsetPursue, AFormationFollowsAMovingLeaderWithTheLagOfArrival) {
    const Program program = build({OffsetPursue{.quarry = Quarry::agent, .slowing_radius = 2.0f}, fast});
    Population agents = formation(program, 1.5f, 2);
    ASSERT_TRUE(faultless(run(program, agents.view(), {.dt = 1.0f / 60, .count = 1200})));
    EXPECT_EQ(agents.get<Stream::velocity_x>(0), 1.5f) << "an agent without a quarry has no force";
    for (std::size_t slot = 1; slot < agents.size(); ++slot) {
        const Point off = off_place(agents, slot, {0.6, 0.8});
        EXPECT_NEAR(off.x, -2.5 * 2 / (8 + 2.5), 1e-2) << slot;
        EXPECT_NEAR(off.y, 0, 1e-2) << slot;
    }
}

TEST(OffsetPursue, AValueAndAStreamOfItGiveTheSameBits) {
    const Program by_stream = build({OffsetPursue{}, fast});
    const Program by_value = build({OffsetPursue{.offset_x = -3.5f, .offset_y = 1e-30f}, fast});
    Population expected(300, streams_of(by_stream));
    fill(expected, 5, Values::ordinary);
    Population actual(300, streams_of(by_value));
    fill(actual, 5, Values::ordinary);
    for (std::size_t slot = 0; slot < expected.size(); ++slot) {
        expected.set<Stream::offset_x>(slot, -3.5f);
        expected.set<Stream::offset_y>(slot, 1e-30f);
    }
    const Ticks ticks{.dt = 0.125f, .count = 9};
    ASSERT_TRUE(faultless(run(by_stream, expected.view(), ticks)));
    ASSERT_TRUE(faultless(run(by_value, actual.view(), ticks)));
    for (std::size_t slot = 0; slot < expected.size(); ++slot) {
        ASSERT_EQ(expected.get<Stream::position_x>(slot), actual.get<Stream::position_x>(slot)) << slot;
        ASSERT_EQ(expected.get<Stream::position_y>(slot), actual.get<Stream::position_y>(slot)) << slot;
    }
}

TEST(OffsetPursue, BothAValueAndAStreamOrNeitherAreRefused) {
    const Program half = build({OffsetPursue{.offset_y = 1.0f}, fast});
    Population agents(10, streams_of(half));
    fill(agents, 5, Values::ordinary);
    EXPECT_TRUE(run(half, agents.view(), {.dt = 1}).status.ok());
    const Program by_value = build({OffsetPursue{.offset_x = 1.0f, .offset_y = 1.0f}, fast});
    EXPECT_EQ(message(run(by_value, agents.view(), {.dt = 1}).status),
              "offset_x is given as a value and as a stream");
    const Program by_stream = build({OffsetPursue{}, fast});
    const Status missing = run(by_stream, agents.view(), {.dt = 1}).status;
    EXPECT_EQ(missing.code, Code::missing_stream);
    EXPECT_STREQ(missing.subject, "offset_y");
}

TEST(OffsetPursue, OneStageMayTakeAValueBesideAnotherThatReadsTheStream) {
    const OffsetPursue read{.weight = 0.5f};
    const Program mixed =
        build({OffsetPursue{.offset_x = 0.0f, .offset_y = 2.0f, .weight = 0.5f}, read, fast});
    const Program twice = build({read, read, fast});
    Population expected(100, streams_of(twice));
    fill(expected, 6, Values::ordinary);
    for (std::size_t slot = 0; slot < expected.size(); ++slot) {
        expected.set<Stream::offset_x>(slot, 0);
        expected.set<Stream::offset_y>(slot, 2);
    }
    Population actual = expected;
    ASSERT_TRUE(faultless(run(twice, expected.view(), {.dt = 0.5f})));
    ASSERT_TRUE(faultless(run(mixed, actual.view(), {.dt = 0.5f})));
    EXPECT_TRUE(same_bits(expected, actual));
}

}  // namespace
}  // namespace wend::test

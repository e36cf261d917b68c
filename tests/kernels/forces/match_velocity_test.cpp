// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/oracle.hpp"
#include "support/oracle_quarry.hpp"
#include "wend/match_velocity.hpp"
#include "wend/target_speed.hpp"

namespace wend::test {
namespace {

const OracleOf<MatchVelocity> match(
    [](const MatchVelocity& stage, const OracleAgent& agent) {
        if (stage.quarry == Quarry::point)
            return sum(
                of_terms(agent.read<Stream::target_velocity_x>(), agent.read<Stream::target_velocity_y>(), 0),
                times(agent.velocity(), -1));
        const std::optional<OracleQuarry> seen = oracle_quarry(agent, stage.quarry, {});
        return seen ? sum(seen->velocity, times(agent.velocity(), -1)) : OracleVector{};
    },
    2);

const OracleOf<TargetSpeed> speed(
    [](const TargetSpeed& stage, const OracleAgent& agent) {
        const OracleVector v = agent.velocity();
        const double wanted = stage.speed ? static_cast<double>(*stage.speed)
                                          : static_cast<double>(agent.read<Stream::speed>());
        const double now = std::hypot(v.x, v.y);
        return sum(times(v, now > 0 ? wanted / now : 0), times(v, -1));
    },
    4);

const Locomotion swift{.max_force = 100.0f, .max_speed = 20.0f, .mass = 1.0f};

/// A desired velocity of a planner's: with a mass of dt it is there after a tick.
TEST(MatchVelocity, ADesiredVelocityIsReachedInATick) {
    constexpr float dt = 1.0f / 64;
    Locomotion immediate = swift;
    immediate.mass = dt;
    const Program program = build({MatchVelocity{}, immediate});
    Population one = blank(program, 1);
    one.set<Stream::velocity_x>(0, 3);
    one.set<Stream::target_velocity_x>(0, -1);
    one.set<Stream::target_velocity_y>(0, 2);
    ASSERT_TRUE(faultless(run(program, one.view(), {.dt = dt})));
    EXPECT_EQ(one.get<Stream::velocity_x>(0), -1);
    EXPECT_EQ(one.get<Stream::velocity_y>(0), 2);
}

TEST(MatchVelocity, AnAgentFollowsAnothersVelocity) {
    const Program program = build({MatchVelocity{.quarry = Quarry::agent}, swift});
    Population two = blank(program, 2);
    two.set<Stream::target_agent>(0, 1);
    two.set<Stream::target_agent>(1, -1);
    two.set<Stream::velocity_y>(1, 4);
    ASSERT_TRUE(faultless(run(program, two.view(), {.dt = 1.0f / 60, .count = 600})));
    EXPECT_NEAR(two.get<Stream::velocity_y>(0), 4, 1e-3);
    EXPECT_EQ(two.get<Stream::velocity_y>(1), 4);
}

TEST(TargetSpeed, KeepsTheDirection) {
    const Program program = build({TargetSpeed{.speed = 2.5f}, swift});
    Population two = blank(program, 2);
    two.set<Stream::velocity_x>(0, 3);
    two.set<Stream::velocity_y>(0, -4);
    ASSERT_TRUE(faultless(run(program, two.view(), {.dt = 1.0f / 60, .count = 900})));
    EXPECT_NEAR(two.get<Stream::velocity_x>(0), 1.5f, 1e-4);
    EXPECT_NEAR(two.get<Stream::velocity_y>(0), -2, 1e-4);
    EXPECT_EQ(two.get<Stream::velocity_x>(1), 0) << "at rest there is no direction";
}

}  // namespace
}  // namespace wend::test

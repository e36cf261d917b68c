// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <optional>

#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/oracle.hpp"
#include "support/oracle_quarry.hpp"
#include "support/program_cases.hpp"
#include "wend/interpose.hpp"

namespace wend::test {
namespace {

std::optional<OracleQuarry> other_quarry(const OracleAgent& agent, Quarry quarry) {
    if (quarry == Quarry::agent) return oracle_quarry_agent<Stream::other_agent>(agent);
    return oracle_quarry_point<Stream::other_target_x, Stream::other_target_y,
                               Stream::other_target_velocity_x, Stream::other_target_velocity_y>(agent);
}

const OracleOf<Interpose> oracle(
    [](const Interpose& stage, const OracleAgent& agent) {
        const std::optional<OracleQuarry> a = oracle_quarry(agent, stage.quarry);
        const std::optional<OracleQuarry> b = other_quarry(agent, stage.quarry);
        if (!a || !b) return OracleVector{};
        const double share = static_cast<double>(stage.share);
        const auto lerp = [share](const OracleVector& from, const OracleVector& to) {
            return sum(times(from, 1 - share), times(to, share));
        };
        const OracleVector middle = lerp(a->position, b->position);
        return oracle_seek(agent, lerp(oracle_ahead(agent, *a, middle), oracle_ahead(agent, *b, middle)), 1,
                           static_cast<double>(stage.slowing_radius.value_or(0)));
    },
    8);

const Locomotion fast{.max_force = 40.0f, .max_speed = 8.0f, .mass = 1.0f};
constexpr Ticks twenty_seconds{.dt = 1.0f / 60, .count = 1200};

/// Agents 0 and 1 have no quarry and keep their velocity; agent 2 looks at both.
Population two_and_one_between(const Program& program) {
    Population agents = blank(program, 3);
    agents.set<Stream::position_x>(0, 10);
    agents.set<Stream::position_y>(1, 20);
    agents.set<Stream::position_x>(2, -30);
    agents.set<Stream::target_agent>(2, 0);
    agents.set<Stream::other_agent>(2, 1);
    return agents;
}

TEST(Interpose, AnAgentEndsInTheMiddleOfTwoAtRest) {
    const Program program = build({Interpose{.quarry = Quarry::agent, .slowing_radius = 2.0f}, fast});
    Population agents = two_and_one_between(program);
    ASSERT_TRUE(faultless(run(program, agents.view(), twenty_seconds)));
    EXPECT_NEAR(agents.get<Stream::position_x>(2), 5, 1e-2);
    EXPECT_NEAR(agents.get<Stream::position_y>(2), 10, 1e-2);
}

TEST(Interpose, TheShareIsCountedFromTheFirstQuarry) {
    for (const float share : {0.0f, 0.25f, 1.0f}) {
        const Program program =
            build({Interpose{.quarry = Quarry::agent, .share = share, .slowing_radius = 2.0f}, fast});
        Population agents = two_and_one_between(program);
        ASSERT_TRUE(faultless(run(program, agents.view(), twenty_seconds)));
        EXPECT_NEAR(agents.get<Stream::position_x>(2), 10 * (1 - share), 1e-2) << share;
        EXPECT_NEAR(agents.get<Stream::position_y>(2), 20 * share, 1e-2) << share;
    }
}

// The middle of two that part at equal speeds is at rest.
TEST(Interpose, AnAgentEndsInTheMiddleOfTwoThatPart) {
    const Program program = build({Interpose{.quarry = Quarry::agent, .slowing_radius = 2.0f}, fast});
    Population agents = two_and_one_between(program);
    agents.set<Stream::velocity_x>(0, 1);
    agents.set<Stream::velocity_x>(1, -1);
    ASSERT_TRUE(faultless(run(program, agents.view(), twenty_seconds)));
    EXPECT_NEAR(agents.get<Stream::position_x>(0), 30, 1e-2);
    EXPECT_NEAR(agents.get<Stream::position_x>(2), 5, 1e-2);
    EXPECT_NEAR(agents.get<Stream::position_y>(2), 10, 1e-2);
}

TEST(Interpose, AnAgentEndsInTheMiddleOfTwoPoints) {
    const Program program = build({Interpose{.slowing_radius = 2.0f}, fast});
    Population agents = blank(program, 1);
    agents.set<Stream::target_x>(0, 12);
    agents.set<Stream::other_target_y>(0, 6);
    ASSERT_TRUE(faultless(run(program, agents.view(), twenty_seconds)));
    EXPECT_NEAR(agents.get<Stream::position_x>(0), 6, 1e-2);
    EXPECT_NEAR(agents.get<Stream::position_y>(0), 3, 1e-2);
}

TEST(Interpose, WithoutEitherQuarryThereIsNoForce) {
    const Program program = build({Interpose{.quarry = Quarry::agent}, fast});
    Population agents = blank(program, 3);
    for (std::size_t slot = 0; slot < agents.size(); ++slot) agents.set<Stream::velocity_x>(slot, 3);
    agents.set<Stream::target_agent>(1, 0);
    agents.set<Stream::other_agent>(2, 0);
    ASSERT_TRUE(faultless(run(program, agents.view(), {.dt = 1, .count = 2})));
    for (std::size_t slot = 0; slot < agents.size(); ++slot)
        EXPECT_EQ(agents.get<Stream::velocity_x>(slot), 3) << slot;
}

TEST(Interpose, ASlotOutsideTheViewIsAFaultEvenIfTheOtherIsNone) {
    const Program program = build({Interpose{.quarry = Quarry::agent}, fast});
    Population agents = blank(program, 3);
    agents.set<Stream::other_agent>(0, 3);
    agents.set<Stream::target_agent>(1, -2);
    EXPECT_EQ(run(program, agents.view(), {.dt = 1}).faults, 2u);
}

}  // namespace
}  // namespace wend::test

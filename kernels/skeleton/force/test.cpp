// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/oracle.hpp"
#include "wend/skeleton.hpp"

namespace wend::test {
namespace {

/// The formula in double precision, and the bound that the header states: oracle_test holds every program
/// case to it.
const OracleOf<Skeleton> oracle(
    [](const Skeleton& stage, const OracleAgent& agent) {
        const OracleVector p = agent.position();
        const OracleVector target =
            of_terms(agent.read<Stream::target_x>(), agent.read<Stream::target_y>(), 0);
        return sum(times(sum(target, times(p, -1)), static_cast<double>(stage.stiffness)),
                   times(agent.velocity(), -static_cast<double>(stage.damping)));
    },
    4);

TEST(Skeleton, AnAgentAtRestOnItsTargetStays) {
    const Program program =
        build({Skeleton{}, Locomotion{.max_force = 10.0f, .max_speed = 5.0f, .mass = 1.0f}});
    Population population = blank(program, 1);
    population.set<Stream::position_x>(0, 3);
    population.set<Stream::target_x>(0, 3);
    ASSERT_TRUE(faultless(run(program, population.view(), {.dt = 0.1f, .count = 100})));
    EXPECT_EQ(population.get<Stream::position_x>(0), 3);
    EXPECT_EQ(population.get<Stream::velocity_x>(0), 0);
}

TEST(Skeleton, ADampedSpringComesToRestOnItsTarget) {
    const Program program = build({Skeleton{.stiffness = 4, .damping = 4},
                                   Locomotion{.max_force = 100.0f, .max_speed = 50.0f, .mass = 1.0f}});
    Population population = blank(program, 1);
    population.set<Stream::target_x>(0, 10);
    ASSERT_TRUE(faultless(run(program, population.view(), {.dt = 1.0f / 60, .count = 600})));
    EXPECT_NEAR(population.get<Stream::position_x>(0), 10, 1e-3);
}

}  // namespace
}  // namespace wend::test

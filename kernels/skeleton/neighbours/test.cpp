// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/neighbour_scenes.hpp"
#include "support/oracle.hpp"
#include "wend/skeleton.hpp"

namespace wend::test {
namespace {

/// The formula in double precision, and the bound that the header states: oracle_test holds every program
/// case to it.
const OracleOf<Skeleton> oracle(
    [](const Skeleton& stage, const OracleAgent& agent) {
        const OracleNeighbours neighbours = neighbours_of(agent, stage);
        const auto stiffness = static_cast<double>(stage.stiffness);
        OracleVector force;
        for (const OracleVector& offset : neighbours.offsets) force = sum(force, times(offset, -stiffness));
        force.scale =
            static_cast<double>(neighbours.offsets.size()) * static_cast<double>(stage.radius) * stiffness;
        return judged(force, neighbours);
    },
    24);

TEST(Skeleton, TwoNeighboursPushEachOtherApart) {
    const Program program =
        build({Skeleton{.radius = 4}, Locomotion{.max_force = 10.0f, .max_speed = 5.0f, .mass = 1.0f}});
    Population population = blank(program, 2);
    population.set<Stream::position_x>(0, -1);
    population.set<Stream::position_x>(1, 1);
    ASSERT_TRUE(faultless(run(program, population.view(), {.dt = 0.1f, .count = 1})));
    EXPECT_LT(population.get<Stream::position_x>(0), -1);
    EXPECT_GT(population.get<Stream::position_x>(1), 1);
}

}  // namespace
}  // namespace wend::test

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Approach against the double-precision oracle, tick by tick from the kernels' own float states: decisions,
// walk-to points and motion, with the bounds of wend/approach.hpp.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "support/error_bounds.hpp"
#include "support/faultless.hpp"
#include "support/oracle.hpp"
#include "support/stage_cases.hpp"
#include "support/tally.hpp"

namespace wend::test {
namespace {

struct Tallies {
    Tally position, walk, velocity, seconds, branches;
    std::size_t picks = 0, straight = 0, arrivals = 0, legs = 0;
};

void compare(const Approach& approach, const Population& before, const Population& after, const Ticks& ticks,
             Tallies& to) {
    for (std::size_t slot = 0; slot < before.size(); ++slot) {
        const OracleApproach expected =
            oracle_approach(approach, before, after, slot, static_cast<std::uint32_t>(slot), ticks);
        to.branches.compared += static_cast<std::size_t>(expected.comparisons);
        to.branches.close_calls += static_cast<std::size_t>(expected.close_calls);
        ASSERT_EQ(after.get<Stream::decision>(slot), expected.decision) << "agent " << slot;
        ASSERT_EQ(after.get<Stream::arrived>(slot), expected.arrived) << "agent " << slot;
        to.position.add_vector(expected.position, after.get<Stream::position_x>(slot),
                               after.get<Stream::position_y>(slot), "position", slot);
        to.walk.add_vector(expected.walk, after.get<Stream::walk_x>(slot), after.get<Stream::walk_y>(slot),
                           "walk", slot);
        to.velocity.add_vector(expected.velocity, after.get<Stream::velocity_x>(slot),
                               after.get<Stream::velocity_y>(slot), "velocity", slot);
        if (approach.repick_interval)
            to.seconds.add_seconds(expected.seconds_left, after.get<Stream::seconds_left>(slot),
                                   expected.seconds_scale, slot);
        to.picks += expected.picked;
        to.straight += expected.straight;
        to.arrivals += expected.arrived;
        to.legs += !expected.picked && expected.arrived == 0;
    }
}

class ApproachOracle : public ::testing::TestWithParam<const ProgramCase*> {};

TEST_P(ApproachOracle, StateStaysWithinTheBound) {
    const ProgramCase& test = *GetParam();
    const auto& approach = std::get<Approach>(test.program.stages()[0]);
    Tallies tallies;
    Population before = test.population(4000, 82, Values::ordinary);
    for (std::size_t slot = 0; slot < before.size();
         slot += 2) {  // near enough for a narrow cone and for arrivals
        before.set<Stream::target_x>(
            slot, before.get<Stream::position_x>(slot) + signed_value(bits_of(83, 0, slot), 12));
        before.set<Stream::target_y>(
            slot, before.get<Stream::position_y>(slot) + signed_value(bits_of(83, 1, slot), 12));
    }
    for (std::uint64_t tick = 0; tick < 40; ++tick) {
        const Ticks ticks{.dt = test.dt, .first_tick = tick, .seed = 5};
        Population after = before;
        ASSERT_TRUE(faultless(run(test.program, after.view(), ticks, {.threading = Threading::serial})));
        compare(approach, before, after, ticks, tallies);
        if (HasFatalFailure()) return;
        before = after;
    }
    EXPECT_GT(tallies.picks, 4000u);
    EXPECT_GT(tallies.straight, 100u);
    EXPECT_GT(tallies.arrivals, 100u);
    if (approach.repick_interval != 0x1p-60f) {
        EXPECT_GT(tallies.legs, 4000u);
    }
    expect_within(tallies.position, approach_bound, "position_error");
    expect_within(tallies.walk, approach_bound, "walk_error");
    expect_within(tallies.velocity, approach_bound, "velocity_error");
    if (approach.repick_interval) expect_within(tallies.seconds, seconds_bound, "seconds_left_error");
    expect_within(tallies.branches, 0, "branches");
}

/// From the origin, where the rounding of positions does not hide errors of length and angle.
TEST_P(ApproachOracle, StepAndAngleStayWithinTheirBounds) {
    const auto& approach = std::get<Approach>(GetParam()->program.stages()[0]);
    Tally step, angle, branches;
    for (const float reach : {1.0f, 4.0f, 32.0f, 512.0f, 1e6f}) {
        Population before = GetParam()->population(20'000, 84, Values::ordinary);
        for (std::size_t slot = 0; slot < before.size(); ++slot) {
            before.set<Stream::position_x>(slot, 0);
            before.set<Stream::position_y>(slot, 0);
            before.set<Stream::walk_x>(slot, 0);
            before.set<Stream::walk_y>(slot, 0);
            before.set<Stream::target_x>(slot, signed_value(bits_of(85, 0, slot), reach));
            before.set<Stream::target_y>(slot, signed_value(bits_of(85, 1, slot), reach));
            before.set<Stream::decision>(slot, static_cast<std::uint32_t>(bits_of(85, 2, slot)));
        }
        const Ticks ticks{.dt = 0, .first_tick = 0, .seed = 5};
        Population after = before;
        ASSERT_TRUE(
            faultless(run(GetParam()->program, after.view(), ticks, {.threading = Threading::serial})));
        for (std::size_t slot = 0; slot < before.size(); ++slot) {
            const OracleApproach expected =
                oracle_approach(approach, before, after, slot, static_cast<std::uint32_t>(slot), ticks);
            branches.compared += static_cast<std::size_t>(expected.comparisons);
            branches.close_calls += static_cast<std::size_t>(expected.close_calls);
            const double x = static_cast<double>(after.get<Stream::walk_x>(slot));
            const double y = static_cast<double>(after.get<Stream::walk_y>(slot));
            const double target_x = static_cast<double>(before.get<Stream::target_x>(slot));
            const double target_y = static_cast<double>(before.get<Stream::target_y>(slot));
            ASSERT_EQ(expected.straight, x == target_x && y == target_y) << "agent " << slot;
            if (expected.straight) continue;
            step.add(std::abs(std::hypot(x, y) - expected.step) / (expected.step_scale * error_unit), "step",
                     slot);
            const double turned = std::atan2(target_x * y - target_y * x, target_x * x + target_y * y);
            angle.add(distance_modulo(turned - expected.angle, 2 * std::numbers::pi) / error_unit, "angle",
                      slot);
        }
    }
    expect_within(step, approach_bound, "step_error");
    expect_within(angle, approach_angle_bound, "angle_error");
    expect_within(branches, 0, "branches");
}

INSTANTIATE_TEST_SUITE_P(Programs, ApproachOracle, each_case_with<Approach>(), case_name);

}  // namespace
}  // namespace wend::test

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The state of path following (node, direction, `finished`) and of retarget wander (target, seconds left,
// decision number) against the double-precision oracle, tick by tick from the kernels' own float states.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/blank.hpp"
#include "support/error_bounds.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/oracle.hpp"
#include "support/stage_cases.hpp"
#include "support/tally.hpp"

namespace wend::test {
namespace {

constexpr std::size_t agents = 4000;

class PathFollowOracle : public ::testing::TestWithParam<const ProgramCase*> {};

TEST_P(PathFollowOracle, ProgressIsTheOracles) {
    const ProgramCase& test = *GetParam();
    const PathFollow& follow = *find_stage<PathFollow>(test.program);
    Tally progress, step;
    std::size_t moved = 0;
    std::size_t turned = 0;
    std::size_t finished = 0;
    std::size_t several = 0;
    Population before = test.population(agents, 86, Values::ordinary);
    for (std::uint64_t tick = 0; tick < 60; ++tick) {
        const Ticks ticks{.dt = test.dt, .first_tick = tick, .seed = 5};
        Population after = before;
        ASSERT_TRUE(faultless(run(test.program, after.view(), ticks, {.threading = Threading::serial})));
        for (std::size_t slot = 0; slot < agents; ++slot) {
            const OracleProgress was{before.get<Stream::node>(slot), before.get<Stream::direction>(slot),
                                     before.has(Stream::finished) ? before.get<Stream::finished>(slot) : 0};
            const OracleProgress is{after.get<Stream::node>(slot), after.get<Stream::direction>(slot),
                                    after.has(Stream::finished) ? after.get<Stream::finished>(slot) : 0};
            const OracleProgress least = oracle_progress(follow, before, slot, -branch_margin);
            const OracleProgress most = oracle_progress(follow, before, slot, branch_margin);
            ASSERT_TRUE(is == least || is == most)
                << "agent " << slot << ", tick " << tick << ": node " << is.node << " by " << is.direction;
            progress.add(0, "progress", slot);
            progress.close_calls += !(least == most);
            moved += is.node != was.node;
            turned += is.direction != was.direction;
            finished += is.finished != was.finished;
            several += follow.mode == PathMode::once &&
                       (is.node > was.node ? is.node - was.node : was.node - is.node) > 1;
            if (!follow.swept) continue;
            EXPECT_EQ(after.get<Stream::previous_x>(slot), before.get<Stream::position_x>(slot));
            EXPECT_EQ(after.get<Stream::previous_y>(slot), before.get<Stream::position_y>(slot));
            const OracleMotion motion =
                oracle_motion(test.program, before, slot, static_cast<std::uint32_t>(slot), ticks);
            if (motion.may_point_anywhere) {
                step.compared += 2;
                step.close_calls += 2;
                continue;
            }
            step.add_vector(motion.step, after.get<Stream::step_x>(slot), after.get<Stream::step_y>(slot),
                            "step", slot);
        }
        before = after;
    }
    EXPECT_GT(moved, 200u);
    if (follow.mode == PathMode::ping_pong) {
        EXPECT_GT(turned, 100u);
    }
    if (follow.mode == PathMode::once) {
        EXPECT_GT(finished, 100u);
    }
    if (follow.mode == PathMode::once && follow.swept) {
        EXPECT_GT(several, 20u);
    }
    expect_within(progress, 0, "progress");
    if (follow.swept) expect_within(step, motion_bound(test.program), "step_error");
}

INSTANTIATE_TEST_SUITE_P(Programs, PathFollowOracle, each_case_with<PathFollow>(), case_name);

class RetargetOracle : public ::testing::TestWithParam<const ProgramCase*> {};

TEST_P(RetargetOracle, DecisionsAreTheOracles) {
    const ProgramCase& test = *GetParam();
    const RetargetWander& wander = *find_stage<RetargetWander>(test.program);
    Tally target, seconds;
    std::size_t picks = 0;
    std::size_t first_picks = 0;
    Population before = test.population(agents, 87, Values::ordinary);
    for (std::uint64_t tick = 0; tick < 40; ++tick) {
        const Ticks ticks{.dt = test.dt, .first_tick = tick, .seed = 5};
        Population after = before;
        ASSERT_TRUE(faultless(run(test.program, after.view(), ticks, {.threading = Threading::serial})));
        for (std::size_t slot = 0; slot < agents; ++slot) {
            const OracleDecision expected =
                oracle_decision(wander, before, slot, static_cast<std::uint32_t>(slot), ticks);
            ASSERT_EQ(after.get<Stream::decision>(slot), expected.decision)
                << "agent " << slot << ", tick " << tick;
            target.add_vector(expected.target, after.get<Stream::target_x>(slot),
                              after.get<Stream::target_y>(slot), "target", slot);
            seconds.add_seconds(expected.seconds_left, after.get<Stream::seconds_left>(slot),
                                expected.seconds_scale, slot);
            picks += expected.picked;
            first_picks += expected.picked && expected.decision == 1;
        }
        before = after;
    }
    EXPECT_GT(picks, agents);
    EXPECT_GT(first_picks, 100u);
    expect_within(target, retarget_target_bound, "target_error");
    expect_within(seconds, seconds_bound, "seconds_left_error");
}

/// Rectangles whose sides are hard to subtract or to add up, on every ISA.
TEST(RetargetTargets, StayWithinTheBoundAndTheRectangle) {
    // Just above a power of two, where the sides' difference is rounded by 2 units.
    constexpr float low = -0x1.04p9f, high = 0x1.040002p9f;
    constexpr float odd = 0x1.0ccccep9f;  // beyond which the parts of it and of its neighbour may add up
    const float below = std::nextafter(odd, 0.0f);
    for (const Rectangle& area :
         {Rectangle{low, -0x1.0ccccep9f, high, 0x1.0cccdp9f}, Rectangle{below, -odd, odd, -below},
          Rectangle{0, -odd, odd, 0}, Rectangle{-1e18f, -1e18f, 1e18f, 0x1p-59f}})
        for (const Isa isa : supported_isas()) {
            const RetargetWander wander{.interval = 1, .area = area};
            const Program program =
                build({wander, Locomotion{.max_force = 1.0f, .max_speed = 1.0f, .mass = 1.0f}});
            const Population before = blank(program, 40'000);
            Population after = before;
            const Ticks ticks{.dt = 0, .first_tick = 0, .seed = 5};
            ASSERT_TRUE(faultless(run(program, after.view(), ticks, serial_on(isa))));
            Tally target;
            for (std::size_t slot = 0; slot < before.size(); ++slot) {
                const float x = after.get<Stream::target_x>(slot), y = after.get<Stream::target_y>(slot);
                ASSERT_TRUE(x >= area.min_x && x <= area.max_x) << x << " on " << name(isa);
                ASSERT_TRUE(y >= area.min_y && y <= area.max_y) << y << " on " << name(isa);
                const OracleDecision expected =
                    oracle_decision(wander, before, slot, static_cast<std::uint32_t>(slot), ticks);
                target.add_vector(expected.target, x, y, "target", slot);
            }
            expect_within(target, retarget_target_bound, "target_error");
        }
}

INSTANTIATE_TEST_SUITE_P(Programs, RetargetOracle, each_case_with<RetargetWander>(), case_name);

}  // namespace
}  // namespace wend::test

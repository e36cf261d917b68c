// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The locomotion's options: turn rate and minimum speed.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

constexpr float dt = 0.125f;

struct Vector {
    double x, y;
};

class MotionOption : public ::testing::TestWithParam<Isa> {
  protected:
    static void advance(const Program& program, Population& population,
                        const Ticks& ticks = {.dt = dt, .first_tick = 0}) {
        const Result result = run(program, population.view(), ticks, serial_on(GetParam()));
        ASSERT_TRUE(faultless(result));
    }

    /// The velocity that seek's full force gives in one tick: at mass 1 no limit but the options is in reach.
    static Vector after_tick(const Locomotion& options, Vector velocity, Vector target) {
        Locomotion locomotion = options;
        locomotion.max_force = 1e6f;
        locomotion.mass = 1.0f;
        const Program program = build({Seek{.weight = 1 / dt}, locomotion});
        Population one(70, streams_of(program));
        for (std::size_t slot = 0; slot < one.size(); ++slot) {
            one.set<Stream::velocity_x>(slot, static_cast<float>(velocity.x));
            one.set<Stream::velocity_y>(slot, static_cast<float>(velocity.y));
            one.set<Stream::target_x>(slot, static_cast<float>(target.x));
            one.set<Stream::target_y>(slot, static_cast<float>(target.y));
        }
        advance(program, one);
        return velocity_of(one, 69);
    }

    static Vector velocity_of(const Population& population, std::size_t slot) {
        return {static_cast<double>(population.get<Stream::velocity_x>(slot)),
                static_cast<double>(population.get<Stream::velocity_y>(slot))};
    }
};

double length(Vector v) { return std::hypot(v.x, v.y); }
double angle_from(Vector a, Vector b) { return std::atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y); }

TEST_P(MotionOption, TurnsByTheLimitToTheSideOfTheTarget) {
    for (const float rate : {1e-6f, 0.01f, 1.0f, 8.0f, 24.0f}) {
        const Locomotion options{.max_speed = 4.0f, .max_turn_rate = rate};
        const double limit = static_cast<double>(rate * dt);
        for (const double wanted : {-3.1, -1.7, -0.2, -0.002, 0.002, 0.2, 1.7, 3.1}) {
            const Vector now = after_tick(options, {4, 0}, {100 * std::cos(wanted), 100 * std::sin(wanted)});
            const double expected = std::copysign(std::min(std::abs(wanted), limit), wanted);
            EXPECT_NEAR(angle_from({4, 0}, now), expected, 1e-6) << "rate " << rate << ", wanted " << wanted;
            EXPECT_NEAR(length(now), 4, 4e-6);
        }
    }
}

TEST_P(MotionOption, StraightBackTurnsLeft) {
    for (const float rate : {0x1p-58f, 1.0f, 24.0f}) {
        const Locomotion options{.max_speed = 4.0f, .max_turn_rate = rate};
        const Vector now = after_tick(options, {4, 0}, {-100, 0});
        EXPECT_NEAR(angle_from({4, 0}, now), static_cast<double>(rate * dt), 1e-6) << "rate " << rate;
        EXPECT_GT(now.y, 0) << "rate " << rate;
    }
}

TEST_P(MotionOption, FromRestEveryDirectionIsFree) {
    const Locomotion options{.max_speed = 4.0f, .max_turn_rate = 0.01f};
    const Vector now = after_tick(options, {0, 0}, {-60, -80});
    EXPECT_NEAR(now.x, -2.4, 1e-5);
    EXPECT_NEAR(now.y, -3.2, 1e-5);
}

TEST_P(MotionOption, HalfATurnATickLimitsNothing) {
    const Program free =
        build({Seek{}, Wander{}, Locomotion{.max_force = 900.0f, .max_speed = 4.0f, .mass = 1.0f}});
    const Program limited = build({Seek{}, Wander{},
                                   Locomotion{.max_force = 900.0f,
                                              .max_speed = 4.0f,
                                              .mass = 1.0f,
                                              .max_turn_rate = std::numbers::pi_v<float> / dt}});
    Population one(1000, streams_of(free));
    fill(one, 5, Values::ordinary);
    Population other = one;
    const Ticks ticks{.dt = dt, .count = 50, .first_tick = 0, .seed = 9};
    advance(free, one, ticks);
    advance(limited, other, ticks);
    for (std::size_t slot = 0; slot < one.size(); ++slot) {
        ASSERT_EQ(one.get<Stream::velocity_x>(slot), other.get<Stream::velocity_x>(slot)) << slot;
        ASSERT_EQ(one.get<Stream::position_y>(slot), other.get<Stream::position_y>(slot)) << slot;
    }
}

TEST_P(MotionOption, NoTickTurnsFurtherAndNoneIsSlower) {
    constexpr float rate = 0.5f;
    constexpr float slowest = 1.5f;
    const Program program =
        build({Wander{.circle_distance = 1, .circle_radius = 9}, Locomotion{.max_force = 90.0f,
                                                                            .max_speed = 4.0f,
                                                                            .mass = 1.0f,
                                                                            .max_turn_rate = rate,
                                                                            .min_speed = slowest}});
    Population agents(500, streams_of(program));
    fill(agents, 6, Values::ordinary);
    std::size_t turned = 0;
    std::size_t raised = 0;
    for (std::uint64_t tick = 0; tick < 40; ++tick) {
        const Population before = agents;
        advance(program, agents, {.dt = dt, .first_tick = tick, .seed = 1});
        for (std::size_t slot = 0; slot < agents.size(); ++slot) {
            const Vector old = velocity_of(before, slot);
            const Vector now = velocity_of(agents, slot);
            const double angle = std::abs(angle_from(old, now));
            ASSERT_LE(length(old) > 0 ? angle : 0, static_cast<double>(rate * dt) + 2e-6) << slot;
            ASSERT_GE(length(now), static_cast<double>(slowest) * (1 - 1e-6)) << slot;
            turned += angle > static_cast<double>(rate * dt) - 1e-5;
            raised += length(now) < static_cast<double>(slowest) * (1 + 1e-6);
        }
    }
    EXPECT_GT(turned, 2000u);
    EXPECT_GT(raised, 100u);
}

TEST_P(MotionOption, MinimumSpeedKeepsTheDirection) {
    const Program program =
        build({Seek{.weight = 0},
               Locomotion{.max_force = 1.0f, .max_speed = 8.0f, .mass = 1.0f, .min_speed = 5.0f}});
    Population agents(64, streams_of(program));
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        agents.set<Stream::velocity_x>(slot, 0.03f);
        agents.set<Stream::velocity_y>(slot, -0.04f);
    }
    agents.set<Stream::velocity_x>(1, 6.0f);
    agents.set<Stream::velocity_x>(2, 0.0f);
    agents.set<Stream::velocity_y>(2, 0.0f);
    advance(program, agents);
    EXPECT_NEAR(velocity_of(agents, 0).x, 3, 1e-6);
    EXPECT_NEAR(velocity_of(agents, 0).y, -4, 1e-6);
    EXPECT_EQ(velocity_of(agents, 1).x, 6) << "fast enough";
    EXPECT_EQ(velocity_of(agents, 2).x, 5) << "at rest it starts along x";
    EXPECT_EQ(velocity_of(agents, 2).y, 0);
}

TEST_P(MotionOption, AStreamsMaximumOfZeroLeavesTheMinimum) {
    const Program program = build({Seek{}, Locomotion{.max_force = 1.0f, .mass = 1.0f, .min_speed = 2.0f}});
    Population agents(64, streams_of(program));
    fill(agents, 7, Values::ordinary);
    for (std::size_t slot = 0; slot < agents.size(); ++slot) agents.set<Stream::max_speed>(slot, 0);
    const Population before = agents;
    advance(program, agents);
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        EXPECT_NEAR(length(velocity_of(agents, slot)), 2, 2e-6);
        EXPECT_NEAR(angle_from(velocity_of(before, slot), velocity_of(agents, slot)), 0, 1e-6);
    }
}

TEST_P(MotionOption, TheLargestNumbersDoNotOverflow) {
    for (const float speed : {1e18f, 0x1p-59f}) {
        const Program program = build({Seek{.weight = 0}, Locomotion{.max_force = 1.0f,
                                                                     .max_speed = speed,
                                                                     .mass = 1e18f,
                                                                     .max_turn_rate = 1.0f,
                                                                     .min_speed = speed}});
        Population agents(64, streams_of(program));
        for (std::size_t slot = 0; slot < agents.size(); ++slot) {
            agents.set<Stream::velocity_x>(slot, 0.5f * speed);
            agents.set<Stream::velocity_y>(slot, -0.5f * speed);
        }
        advance(program, agents, {.dt = 0x1p-60f, .first_tick = 0});
        const double raised = static_cast<double>(speed) * std::sqrt(0.5);
        EXPECT_NEAR(velocity_of(agents, 3).x, raised, raised * 1e-6);
        EXPECT_NEAR(velocity_of(agents, 3).y, -raised, raised * 1e-6);
    }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, MotionOption, each_isa(), isa_name);

}  // namespace
}  // namespace wend::test

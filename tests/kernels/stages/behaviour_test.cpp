// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Observable properties of the behaviours.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "support/advance_test.hpp"
#include "support/faultless.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

class Behaviour : public AdvanceTest {};

struct Vector {
    double x, y;
};
double length(Vector v) { return std::hypot(v.x, v.y); }
double angle_between(Vector a, Vector b) {
    return std::abs(std::atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y));
}

Vector velocity(const Population& population, std::size_t slot) {
    return {static_cast<double>(population.get<Stream::velocity_x>(slot)),
            static_cast<double>(population.get<Stream::velocity_y>(slot))};
}
Vector position(const Population& population, std::size_t slot) {
    return {static_cast<double>(population.get<Stream::position_x>(slot)),
            static_cast<double>(population.get<Stream::position_y>(slot))};
}

// With mass and dt 1 and limits out of reach, the velocity changes by the force.
const Locomotion unlimited{.max_force = 1e18f, .max_speed = 1e18f, .mass = 1.0f};

Population agents_at_rest(const Program& program, std::size_t size) {
    Population population(size, streams_of(program));
    fill(population, 1, Values::ordinary);
    for (std::size_t slot = 0; slot < size; ++slot) {
        population.set<Stream::velocity_x>(slot, 0);
        population.set<Stream::velocity_y>(slot, 0);
    }
    return population;
}

TEST_P(Behaviour, SeekFromRestPointsAtTheTarget) {
    const Program program =
        build({Seek{}, Locomotion{.max_force = 1000.0f, .max_speed = 7.0f, .mass = 1.0f}});
    Population population = agents_at_rest(program, 2000);
    const Population before = population;
    advance(program, population, {.dt = 1, .first_tick = 0});
    for (std::size_t slot = 0; slot < population.size(); ++slot) {
        const Vector from = position(before, slot);
        const Vector to_target{static_cast<double>(before.get<Stream::target_x>(slot)) - from.x,
                               static_cast<double>(before.get<Stream::target_y>(slot)) - from.y};
        ASSERT_LT(angle_between(velocity(population, slot), to_target), 1e-6) << "slot " << slot;
        ASSERT_NEAR(length(velocity(population, slot)), 7, 1e-5) << "slot " << slot;
    }
}

TEST_P(Behaviour, SeekAtTheTargetBrakes) {
    const Program program =
        build({Seek{}, Locomotion{.max_force = 1000.0f, .max_speed = 7.0f, .mass = 1.0f}});
    Population population(100, streams_of(program));
    fill(population, 1, Values::ordinary);
    for (std::size_t slot = 0; slot < population.size(); ++slot) {
        population.set<Stream::target_x>(slot, population.get<Stream::position_x>(slot));
        population.set<Stream::target_y>(slot, population.get<Stream::position_y>(slot));
    }
    advance(program, population, {.dt = 1, .first_tick = 0});
    for (std::size_t slot = 0; slot < population.size(); ++slot)
        ASSERT_EQ(length(velocity(population, slot)), 0) << "slot " << slot;
}

TEST_P(Behaviour, SeekArrivesInTheEnd) {
    const Program program = build({Seek{}, Locomotion{.max_force = 50.0f, .max_speed = 20.0f, .mass = 1.0f}});
    Population population(300, streams_of(program));
    fill(population, 1, Values::ordinary);
    advance(program, population, {.dt = 1.0f / 60, .count = 60 * 120, .first_tick = 0});
    for (std::size_t slot = 0; slot < population.size(); ++slot) {
        const Vector at = position(population, slot);
        const Vector to_target{static_cast<double>(population.get<Stream::target_x>(slot)) - at.x,
                               static_cast<double>(population.get<Stream::target_y>(slot)) - at.y};
        ASSERT_LT(length(to_target), 8) << "slot " << slot;  // the turning circle has radius speed^2 / force
    }
}

TEST_P(Behaviour, WanderStaysNearTheHeadingInTheHeadingsFrame) {
    for (const float radius : {1.0f, 5.0f, 9.99f}) {
        const Program program =
            build({Wander{.circle_distance = 10, .circle_radius = radius, .frame = WanderFrame::heading},
                   unlimited});
        Population population(4000, streams_of(program));
        fill(population, 1, Values::ordinary);
        for (std::size_t slot = 0; slot < population.size(); ++slot)
            population.set<Stream::wander_angle>(slot, signed_value(bits_of(2, 0, slot), 4));
        const Population before = population;
        advance(program, population, {.dt = 1, .first_tick = 0});
        double widest = 0;
        for (std::size_t slot = 0; slot < population.size(); ++slot) {
            const Vector old = velocity(before, slot);
            const Vector now = velocity(population, slot);
            widest = std::max(widest, angle_between({now.x - old.x, now.y - old.y}, old));
        }
        const double limit = std::asin(static_cast<double>(radius) / 10);
        EXPECT_LE(widest, limit + 1e-5);
        EXPECT_GE(widest, 0.95 * limit) << "the whole range is used";
    }
}

TEST_P(Behaviour, WanderFromRestPushesAlongItsAngle) {
    for (const WanderFrame frame : {WanderFrame::world, WanderFrame::heading}) {
        const Program program =
            build({Wander{.circle_distance = 10, .circle_radius = 4, .frame = frame}, unlimited});
        Population population = agents_at_rest(program, 500);
        const Population before = population;
        advance(program, population, {.dt = 1, .first_tick = 0});
        for (std::size_t slot = 0; slot < population.size(); ++slot) {
            const double angle = static_cast<double>(before.get<Stream::wander_angle>(slot));
            ASSERT_NEAR(velocity(population, slot).x, 4 * std::cos(angle), 1e-5);
            ASSERT_NEAR(velocity(population, slot).y, 4 * std::sin(angle), 1e-5);
        }
    }
}

TEST_P(Behaviour, WanderKeepsItsAngleInATurnAndItsChangeInTheRange) {
    constexpr float pi = std::numbers::pi_v<float>;
    for (const float change : {0.0f, 0.5f, 6.0f, 1000.0f}) {
        const Program program = build({Wander{.angle_change = change}, unlimited});
        Population population(1000, streams_of(program));
        fill(population, 1, Values::adversarial);
        for (std::uint64_t tick = 0; tick < 30; ++tick) {
            const Population before = population;
            ASSERT_TRUE(
                run(program, population.view(), {.dt = 0.01f, .first_tick = tick}, serial_on(GetParam()))
                    .status.ok());
            for (std::size_t slot = 0; slot < population.size(); ++slot) {
                const float angle = population.get<Stream::wander_angle>(slot);
                if (tick == 0 && angle == before.get<Stream::wander_angle>(slot))
                    continue;  // possibly skipped because of a fault
                ASSERT_GE(angle, -pi);
                ASSERT_LT(angle, pi);
                const double step = std::remainder(
                    static_cast<double>(angle) - static_cast<double>(before.get<Stream::wander_angle>(slot)),
                    2 * std::numbers::pi);
                ASSERT_TRUE(tick == 0 || std::abs(step) <= static_cast<double>(change) / 2 + 1e-6) << step;
            }
        }
    }
}

TEST_P(Behaviour, LimitsHold) {
    for (const char* name : {"wander_world_none_streams", "seek_wander_wander_wrap_streams"}) {
        const ProgramCase& test = program_case(name);
        Population population = test.population(2000, 1, Values::ordinary);
        for (std::uint64_t tick = 0; tick < 20; ++tick) {
            const Population before = population;
            advance(test.program, population, {.dt = test.dt, .first_tick = tick});
            for (std::size_t slot = 0; slot < population.size(); ++slot) {
                const double max_speed = static_cast<double>(population.get<Stream::max_speed>(slot));
                const double max_force = static_cast<double>(population.get<Stream::max_force>(slot));
                const Vector old = velocity(before, slot);
                const Vector now = velocity(population, slot);
                ASSERT_LE(length(now), max_speed * (1 + 1e-6));
                if (length(old) > max_speed) continue;  // truncation changes more than the force
                const double change = length({now.x - old.x, now.y - old.y}) *
                                      static_cast<double>(population.get<Stream::mass>(slot));
                ASSERT_LE(change, max_force * static_cast<double>(test.dt) * (1 + 1e-5) + 1e-5);
            }
        }
    }
}

TEST_P(Behaviour, BoundsKeepAgentsInside) {
    for (const char* name : {"wander_world_wrap_values", "wander_world_bounce_values", "seek_wrap_streams",
                             "seek_bounce_streams"}) {
        const ProgramCase& test = program_case(name);
        const bool wraps = std::string_view(name).find("wrap") != std::string_view::npos;
        for (const float dt : {1.0f / 60, 3.0f, 1e4f, 1e9f}) {
            Population population = test.population(1000, 1, Values::ordinary);
            advance(test.program, population, {.dt = dt, .count = 5, .first_tick = 0});
            for (std::size_t slot = 0; slot < population.size(); ++slot) {
                const float x = population.get<Stream::position_x>(slot);
                const float y = population.get<Stream::position_y>(slot);
                ASSERT_GE(x, case_area.min_x) << name << ", dt " << dt;
                ASSERT_GE(y, case_area.min_y) << name << ", dt " << dt;
                ASSERT_TRUE(wraps ? x < case_area.max_x : x <= case_area.max_x)
                    << name << ", dt " << dt << ", x " << x;
                ASSERT_TRUE(wraps ? y < case_area.max_y : y <= case_area.max_y)
                    << name << ", dt " << dt << ", y " << y;
            }
        }
    }
}

/// The position of an agent from (x, 0) with velocity (vx, 0) after a tick of 1 second without force, in
/// [0, 10) x [-1, 1).
Vector after_a_step(Isa isa, Bounds bounds, float x, float vx, double* new_vx = nullptr) {
    const Program program = build({Seek{}, Locomotion{.max_force = 0.0f,
                                                      .max_speed = 1000.0f,
                                                      .mass = 1.0f,
                                                      .bounds = bounds,
                                                      .area = {0, -1, 10, 1}}});
    Population population(1, streams_of(program));
    population.set<Stream::position_x>(0, x);
    population.set<Stream::velocity_x>(0, vx);
    population.set<Stream::position_y>(0, 0);
    population.set<Stream::velocity_y>(0, 0);
    population.set<Stream::target_x>(0, 0);
    population.set<Stream::target_y>(0, 0);
    EXPECT_TRUE(faultless(run(program, population.view(), {.dt = 1, .first_tick = 0}, serial_on(isa))));
    if (new_vx != nullptr) *new_vx = static_cast<double>(population.get<Stream::velocity_x>(0));
    return position(population, 0);
}

TEST_P(Behaviour, WrapComesBackOnTheOtherSide) {
    struct Step {
        float from, step;
        double to;
    };
    for (const Step& step : {Step{9, 2, 1}, Step{1, -2, 9}, Step{9, 1, 0}, Step{1, -1, 0}, Step{5, 0, 5},
                             Step{3, 40, 3}, Step{3, -47, 6}, Step{8, 995, 3}})
        EXPECT_NEAR(after_a_step(GetParam(), Bounds::wrap, step.from, step.step).x, step.to, 1e-4)
            << step.from << " + " << step.step;
    EXPECT_EQ(after_a_step(GetParam(), Bounds::wrap, 9, 1).x, 0) << "a result equal to max becomes min";
    EXPECT_EQ(after_a_step(GetParam(), Bounds::wrap, 0, -1e-9f).x, 0) << "rounds to max, which becomes min";
}

/// An area that is far wider than the world wraps the other axis alone, for neighbours too.
TEST_P(Behaviour, AWideAreaWrapsOneAxis) {
    const Program program = build({Separation{.radius = 1, .cos_field_of_view = -1, .weight = 2},
                                   Locomotion{.max_force = 8.0f,
                                              .max_speed = 1000.0f,
                                              .mass = 1.0f,
                                              .bounds = Bounds::wrap,
                                              .area = {-5e8f, 0, 5e8f, 10}}});
    Population two(2, streams_of(program));
    for (const std::size_t slot : {0u, 1u}) {
        two.set<Stream::position_x>(slot, 3.25f);
        two.set<Stream::position_y>(slot, slot == 0 ? 9.75f : 0.25f);
        two.set<Stream::velocity_x>(slot, 200);
        two.set<Stream::velocity_y>(slot, 0);
    }
    EXPECT_TRUE(faultless(run(program, two.view(), {.dt = 0.5f, .first_tick = 0}, serial_on(GetParam()))));
    EXPECT_EQ(two.get<Stream::position_x>(0), 103.25f);
    EXPECT_LT(two.get<Stream::position_y>(0), 9.7f) << "away from the neighbour across the edge";
    EXPECT_GT(two.get<Stream::position_y>(1), 0.3f);
    two.set<Stream::velocity_y>(0, 4);
    EXPECT_TRUE(faultless(run(program, two.view(), {.dt = 0.5f, .first_tick = 1}, serial_on(GetParam()))));
    EXPECT_EQ(two.get<Stream::position_x>(0), 203.25f);
    EXPECT_LT(two.get<Stream::position_y>(0), 5) << "over the edge";
}

TEST_P(Behaviour, BounceFoldsAndTurnsBack) {
    struct Step {
        float from, step;
        double to;
        int turned;
    };
    for (const Step& step :
         {Step{9, 2, 9, -1}, Step{1, -2, 1, -1}, Step{5, 1, 6, 1}, Step{3, 20, 3, 1}, Step{3, 30, 7, -1},
          Step{3, -20, 3, 1}, Step{3, -25, 2, -1}, Step{8, 995, 3, 1}}) {
        double velocity = 0;
        EXPECT_NEAR(after_a_step(GetParam(), Bounds::bounce, step.from, step.step, &velocity).x, step.to,
                    1e-4)
            << step.from << " + " << step.step;
        EXPECT_EQ(velocity, static_cast<double>(step.step) * step.turned) << step.from << " + " << step.step;
    }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Behaviour, each_isa(), isa_name);

}  // namespace
}  // namespace wend::test

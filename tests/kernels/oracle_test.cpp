// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Accuracy against the double-precision oracle, tick by tick from the kernels' own float states, with the
// bounds of the public headers. Each test records the largest error as a property.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/error_bounds.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/oracle.hpp"
#include "support/stage_cases.hpp"
#include "support/tally.hpp"

namespace wend {

void PrintTo(const Wander& wander, std::ostream* out) {
    *out << "distance " << wander.circle_distance << ", radius " << wander.circle_radius << ", change "
         << wander.angle_change << (wander.frame == WanderFrame::heading ? ", heading" : ", world")
         << ", reference_dt " << wander.reference_dt.value_or(0);
}

}  // namespace wend

namespace wend::test {
namespace {

constexpr std::size_t agents = 4000;
constexpr std::uint64_t tick_count = 20;

class Oracle : public ::testing::TestWithParam<const ProgramCase*> {};

class MotionOracle : public Oracle {};

TEST_P(MotionOracle, StateStaysWithinTheBound) {
    const ProgramCase& test = *GetParam();
    const std::size_t count = test.agents(agents);
    Tally velocity, position, angle;
    Population before = test.population(count, 77, Values::ordinary);
    for (std::uint64_t tick = 0; tick < tick_count; ++tick) {
        const Ticks ticks{.dt = test.dt, .first_tick = tick, .seed = 5};
        Population after = before;
        ASSERT_TRUE(faultless(run(test.program, after.view(), ticks, {.threading = Threading::serial})));
        for (std::size_t slot = 0; slot < count; ++slot) {
            const OracleMotion expected =
                oracle_motion(test.program, before, slot, static_cast<std::uint32_t>(slot), ticks);
            if (expected.may_point_anywhere) {
                for (Tally* const tally : {&velocity, &position}) {
                    tally->compared += 2;
                    tally->close_calls += 2;
                }
                continue;
            }
            const auto compare_velocity = [&](double component, float actual, bool may_flip) {
                if (may_flip) {
                    ++velocity.close_calls;
                    component = std::copysign(component, static_cast<double>(actual));
                }
                velocity.add_component(component, actual, 0, expected.velocity.scale, "velocity", slot);
            };
            compare_velocity(expected.velocity.x, after.get<Stream::velocity_x>(slot), expected.may_flip_x);
            compare_velocity(expected.velocity.y, after.get<Stream::velocity_y>(slot), expected.may_flip_y);
            position.add_component(expected.position.x, after.get<Stream::position_x>(slot),
                                   expected.period_x, expected.position.scale, "position_x", slot);
            position.add_component(expected.position.y, after.get<Stream::position_y>(slot),
                                   expected.period_y, expected.position.scale, "position_y", slot);
            if (expected.wander_angle_scale == 0) continue;
            angle.add_component(expected.wander_angle, after.get<Stream::wander_angle>(slot),
                                2 * std::numbers::pi, expected.wander_angle_scale, "wander_angle", slot);
        }
        before = after;
    }
    const double bound = motion_bound(test.program);
    // Agents beside the ends of portals, and within the circles round them, are many.
    const double close = find_stage<PortalFollow>(test.program) != nullptr ? 0.01 : close_calls_bound;
    expect_within(velocity, bound, "velocity_error", close);
    expect_within(position, bound, "position_error", close);
    if (test.program.stages().size() > 1 && before.has(Stream::wander_angle))
        expect_within(angle, angle_bound, "wander_angle_error");
}

class WaypointOracle : public Oracle {};

TEST_P(WaypointOracle, StateStaysWithinTheBound) {
    const ProgramCase& test = *GetParam();
    const auto& advance = std::get<WaypointAdvance>(test.program.stages()[0]);
    const bool shaped = is_shaped(advance);
    Tally position, s, turns;
    Population before = test.population(agents, 78, Values::ordinary);
    for (std::uint64_t tick = 0; tick < tick_count; ++tick) {
        Population after = before;
        ASSERT_EQ(run(test.program, after.view(), {.dt = test.dt, .first_tick = 0},
                      {.threading = Threading::serial})
                      .faults,
                  0u);
        for (std::size_t slot = 0; slot < agents; ++slot) {
            const OracleWaypoint expected = oracle_waypoint(advance, before, slot, test.dt);
            const auto path = static_cast<std::size_t>(after.get<Stream::path>(slot));
            // After very many laps the rounding of s + step is a visible part of a lap: nothing to compare.
            if (expected.s_tolerance > branch_margin * advance.paths.length(path, advance.mode)) continue;
            const std::uint32_t segment = after.get<Stream::segment>(slot);
            const double actual_s =
                advance.paths.segment_start(path, segment) + after.get<Stream::segment_distance>(slot);
            const double period =
                advance.mode == PathMode::loop ? advance.paths.length(path, advance.mode) : 0;
            const double s_error =
                std::max(distance_modulo(actual_s - expected.s, period) - expected.s_tolerance, 0.0);
            s.add(s_error / static_cast<double>(advance.paths.segment_length(path, segment)), "s", slot);
            // A shape is compared at the kernel's own s: a steep one would magnify the allowed error of s.
            const OracleVector there =
                shaped ? oracle_point(advance, path, {segment, after.get<Stream::segment_distance>(slot)})
                       : expected.position;
            const double scale = there.scale + (shaped ? 0 : expected.s_tolerance / error_unit);
            position.add_component(there.x, after.get<Stream::position_x>(slot), 0, scale, "position_x",
                                   slot);
            position.add_component(there.y, after.get<Stream::position_y>(slot), 0, scale, "position_y",
                                   slot);
            if (after.has(Stream::direction)) {
                ++turns.compared;
                if (expected.may_turn)
                    ++turns.close_calls;
                else
                    ASSERT_EQ(after.get<Stream::direction>(slot), expected.direction)
                        << "agent " << slot << ", tick " << tick;
            }
        }
        before = after;
    }
    const double steepness =
        (advance.ease == Ease::none ? 0 : static_cast<double>(advance.ease_power)) +
        (shaped && advance.bell == Bell::sigmoid ? static_cast<double>(advance.bell_power) : 0);
    expect_within(position,
                  (shaped ? waypoint_shape_bound : waypoint_bound) + waypoint_power_bound * steepness,
                  "position_error");
    expect_within(s, waypoint_s_bound, "s_error_of_segment");
    if (turns.compared > 0) expect_within(turns, 0, "turns");
}

/// A single force: with mass and dt 1 and limits out of reach, v' = v + F, where v is below the rounding of
/// F.
class ForceOracle : public ::testing::TestWithParam<Wander> {};

TEST_P(ForceOracle, ForceStaysWithinTheBound) {
    const Program program =
        build({GetParam(), Locomotion{.max_force = 1e18f, .max_speed = 1e18f, .mass = 1.0f}});
    Population before(20'000, streams_of(program));
    for (const bool far_angles : {false, true}) {
        fill(before, 79, Values::ordinary);
        for (std::size_t slot = 0; slot < before.size(); ++slot) {
            const float angle = signed_value(bits_of(80, 1, slot), far_angles ? 0x1p26f : 4.0f);
            before.set<Stream::wander_angle>(slot, angle);
            before.set<Stream::velocity_x>(slot, before.get<Stream::velocity_x>(slot) * 0x1p-40f);
            before.set<Stream::velocity_y>(slot, before.get<Stream::velocity_y>(slot) * 0x1p-40f);
        }
        const Ticks ticks{.dt = 1, .first_tick = 3, .seed = 6};
        Population after = before;
        ASSERT_TRUE(faultless(run(program, after.view(), ticks, {.threading = Threading::serial})));
        Tally force, angle;
        for (std::size_t slot = 0; slot < before.size(); ++slot) {
            const OracleMotion expected =
                oracle_motion(program, before, slot, static_cast<std::uint32_t>(slot), ticks);
            force.add_component(expected.velocity.x, after.get<Stream::velocity_x>(slot), 0,
                                expected.velocity.scale, "force_x", slot);
            force.add_component(expected.velocity.y, after.get<Stream::velocity_y>(slot), 0,
                                expected.velocity.scale, "force_y", slot);
            angle.add_component(expected.wander_angle, after.get<Stream::wander_angle>(slot),
                                2 * std::numbers::pi, expected.wander_angle_scale, "wander_angle", slot);
        }
        expect_within(force, wander_bound, far_angles ? "force_error_far" : "force_error");
        expect_within(angle, angle_bound, far_angles ? "wander_angle_error_far" : "wander_angle_error");
    }
}

INSTANTIATE_TEST_SUITE_P(
    Wander, ForceOracle,
    ::testing::Values(Wander{}, Wander{.frame = WanderFrame::heading},
                      Wander{.circle_distance = 0, .circle_radius = 1},
                      Wander{.circle_distance = 1, .circle_radius = 100, .angle_change = 6},
                      Wander{.circle_distance = -4, .circle_radius = -3, .frame = WanderFrame::heading},
                      Wander{.angle_change = 1000}, Wander{.angle_change = 30, .reference_dt = 0.01f}),
    [](const auto& parameter) { return "Variant" + std::to_string(parameter.index); });

TEST(SeekOracle, ForceStaysWithinTheBound) {
    constexpr float speed = 100;
    const Program program = build({Seek{}, Locomotion{.max_force = 1e18f, .max_speed = speed, .mass = 1.0f}});
    Population before(20'000, streams_of(program));
    fill(before, 81, Values::ordinary);
    // dt = 1/4 keeps v + F/4 below max_speed, so that the error is that of the force and one sum.
    const Ticks ticks{.dt = 0.25f, .first_tick = 0};
    Population after = before;
    ASSERT_TRUE(faultless(run(program, after.view(), ticks, {.threading = Threading::serial})));
    Tally force;
    for (std::size_t slot = 0; slot < before.size(); ++slot) {
        const OracleMotion expected = oracle_motion(program, before, slot, 0, ticks);
        force.add_component(expected.velocity.x, after.get<Stream::velocity_x>(slot), 0,
                            expected.velocity.scale, "force_x", slot);
        force.add_component(expected.velocity.y, after.get<Stream::velocity_y>(slot), 0,
                            expected.velocity.scale, "force_y", slot);
    }
    expect_within(force, seek_bound, "force_error");
}

/// Without programs that pick a velocity: that choice has an oracle of its own (forces/orca_test).
auto each_case_of_forces() {
    std::vector<const ProgramCase*> cases;
    for (const ProgramCase& test : program_cases())
        if (find_stage<Locomotion>(test.program) != nullptr && find_stage<Orca>(test.program) == nullptr &&
            !is_held(test.program))
            cases.push_back(&test);
    return ::testing::ValuesIn(cases);
}

INSTANTIATE_TEST_SUITE_P(Programs, MotionOracle, each_case_of_forces(), case_name);
INSTANTIATE_TEST_SUITE_P(Programs, WaypointOracle, each_case_with<WaypointAdvance>(), case_name);

}  // namespace
}  // namespace wend::test

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Refusals and results do not depend on the caller's floating-point settings, which a call restores, sticky
// flags included.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/float_settings.hpp"
#include "support/isas.hpp"
#include "support/neighbour_scenes.hpp"
#include "support/program_cases.hpp"
#include "wend/approach.hpp"
#include "wend/curve.hpp"
#include "wend/path.hpp"

namespace wend::test {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// The answers of public functions to input at the edges, as one text.
std::string outcomes(const ProgramCase& test, Population population) {
    std::string text;
    const auto add = [&](const Status& status) { text += message(status) + '\n'; };
    for (const float dt : {nan, -1.0f, 1e-40f, std::numeric_limits<float>::infinity()}) {
        const Ticks ticks{.dt = dt, .first_tick = 0};
        add(run(test.program, population.view(), ticks, serial_on(Isa::reference)).status);
        add(validate(test.program, population.view(), ticks, serial_on(Isa::reference)).status);
    }
    for (const float side : {nan, 1e-40f, -1e-40f, 3e38f})
        add(Program::build({Seek{}, Locomotion{.bounds = Bounds::wrap, .area = {0, 0, side, 1}}}).status());
    for (const float weight : {nan, 1e-40f, -1e-40f})
        add(Program::build({Seek{.weight = weight}, Locomotion{}}).status());
    constexpr auto wide_nan = std::numeric_limits<double>::quiet_NaN();
    const Point line[] = {{0, 0}, {1e-40, 1.0 / 3}, {1e300, wide_nan}};
    for (const std::size_t count : {2u, 3u}) {
        const Expected<PathSet> paths = PathSetBuilder().add({line, count}).build();
        add(paths.status());
        if (!paths) continue;
        for (const double s : {0.1, 1e-320, wide_nan}) {
            const PathLocation location = paths->locate(0, s, PathMode::loop);
            const Point point = paths->at(0, location);
            // As bits: this test's own arithmetic would trap.
            text += std::to_string(location.segment) + ' ' +
                    std::to_string(std::bit_cast<std::uint64_t>(point.x)) + ' ' +
                    std::to_string(std::bit_cast<std::uint64_t>(point.y)) + '\n';
        }
    }
    add(flatten(CatmullRom{.points = line}, 1e-320).status());
    add(plan_approach(Approach{}, {wide_nan, 0}, {1e-40, 1}, 1, 2, 3, 4).status());
    text += std::to_string(state_hash(test.program, population.view()));
    return text;
}

TEST(FloatEnvironment, DecidesNothingThatIsRefused) {
    const ProgramCase& test = program_case("wander_world_none_values");
    const Population population = test.population(100, 1, Values::ordinary);
    const std::string expected = outcomes(test, population);
    EXPECT_NE(expected.find("dt is nan"), std::string::npos) << expected;
    const std::uint64_t usual = float_control();
    for (const FloatSetting& setting : float_settings) {
        set_float_control(setting.control);
        const std::string actual = outcomes(test, population);
        const std::uint64_t after = float_control();
        set_float_control(usual);
        EXPECT_EQ(after, setting.control) << setting.name;
        EXPECT_EQ(actual, expected) << setting.name;
    }
}

TEST(FloatEnvironment, StickyFlagsComeBackAsTheyWere) {
    const ProgramCase& test = program_case("wander_world_none_values");
    for (const std::uint64_t flags : {std::uint64_t{0}, all_float_flags, std::uint64_t{1}})
        for (const Threading threading : {Threading::serial, Threading::tbb}) {
            Population population = test.population(100'000, 1, Values::faulty);
            const AgentView view = population.view();
            set_float_flags(flags);
            const Result result =
                run(test.program, view, {.dt = 0.1f, .first_tick = 0}, {.threading = threading, .block = 64});
            const Result refused = run(test.program, view, {.dt = nan, .first_tick = 0});
            const std::uint64_t after = float_flags();
            set_float_flags(0);
            EXPECT_TRUE(result.status.ok());
            EXPECT_FALSE(refused.status.ok());
            EXPECT_EQ(after, flags);
        }
}

/// A crowd in a world that wraps, whose sides are no floats: in every rounding mode, and with traps.
TEST(FloatEnvironment, DoesNotChangeACrowdsBits) {
    const Program program = build(
        {Cohesion{.radius = 3, .cos_field_of_view = -1}, Locomotion{.max_force = 20,
                                                                    .max_speed = 4,
                                                                    .mass = 1,
                                                                    .bounds = Bounds::wrap,
                                                                    .area = {-0.3f, -0.3f, 10.1f, 10.7f}}});
    const Population start = crowd(program, 200, 10, 10);
    const Ticks one{.dt = 0.1f, .first_tick = 0};
    const std::uint64_t usual = float_control();
    for (const Isa isa : {Isa::reference, *default_isa()}) {
        Population expected = start;
        ASSERT_TRUE(faultless(run(program, expected.view(), one, serial_on(isa))));
        for (const FloatSetting& setting : float_settings) {
            Population moved = start;
            Population prepared = start;
            const AgentView view = moved.view();
            const AgentView view_of_prepared = prepared.view();
            set_float_control(setting.control);
            set_float_flags(0);
            const Result result = run(program, view, one, serial_on(isa));
            const std::uint64_t flags = float_flags();
            {
                const PreparedRun all(program, view_of_prepared, one, serial_on(isa));
                all.run(0, all.block_count());
            }
            set_float_control(usual);
            EXPECT_TRUE(faultless(result));
            EXPECT_EQ(flags, 0u) << setting.name;
            EXPECT_TRUE(same_bits(expected, moved)) << setting.name;
            EXPECT_TRUE(same_bits(expected, prepared)) << setting.name;
        }
    }
}

}  // namespace
}  // namespace wend::test

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// An agent with an invalid value is skipped: its streams stay, a fault is counted, others are not affected.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "support/bit_compare.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float too_large = 1.0000001e18f;
constexpr float nan_of_all_bits = std::bit_cast<float>(~std::uint32_t{0});

class Faults : public ::testing::TestWithParam<Isa> {
  protected:
    static constexpr std::size_t agents = 200;

    /// Expects a bad element to give one fault a tick, to leave the agent's bytes, and to affect no other
    /// agent.
    template <class Value>
    void expect_fault(const ProgramCase& test, Stream stream, Value bad) {
        for (const std::size_t slot : {0, 5, 63, 64, 130, 199}) {
            SCOPED_TRACE(::testing::Message()
                         << test.name << ", " << name(stream) << " of agent " << slot << " is " << bad);
            Population good = test.population(agents, 5, Values::ordinary);
            Population broken = good;
            broken.set_bytes(stream, slot, &bad);
            const Population start = broken;
            const Ticks ticks{.dt = test.dt, .count = 3, .first_tick = 0, .seed = 8};
            ASSERT_TRUE(faultless(run(test.program, good.view(), ticks, serial_on(GetParam()))));
            const Result foreseen = validate(test.program, broken.view(), ticks, serial_on(GetParam()));
            ASSERT_EQ(foreseen.faults, 1u);
            ASSERT_EQ(foreseen.first_fault, slot);
            const Result result = run(test.program, broken.view(), ticks, serial_on(GetParam()));
            ASSERT_TRUE(result.status.ok());
            ASSERT_EQ(result.faults, 3u);
            ASSERT_EQ(result.first_fault, slot);
            for (const Stream each : start.streams()) {
                const std::size_t width = size_of(info(each).element);
                good.set_bytes(each, slot, start.data(each) + slot * width);
            }
            ASSERT_TRUE(same_bits(good, broken));
        }
    }

    void expect_legal(const ProgramCase& test, Stream stream, float value) {
        Population population = test.population(agents, 5, Values::ordinary);
        population.set_bytes(stream, 77, &value);
        const Result result =
            run(test.program, population.view(), {.dt = test.dt, .first_tick = 0}, serial_on(GetParam()));
        EXPECT_TRUE(faultless(result)) << test.name << ", " << name(stream) << " " << value;
    }
};

TEST_P(Faults, FloatsThatAreNotFiniteOrTooLarge) {
    for (const char* case_name :
         {"wander_world_none_streams", "wander_heading_wrap_values", "seek_bounce_streams",
          "wander_seek_none_streams", "waypoint_advance_loop_stream"}) {
        const ProgramCase& test = program_case(case_name);
        for (const Stream stream : test.streams) {
            if (info(stream).element != ElementType::f32) continue;
            const bool output_only = test.paths.paths != nullptr && stream != Stream::speed;
            if (output_only) continue;
            for (const float bad :
                 {nan, -nan, nan_of_all_bits, infinity, -infinity, too_large, -too_large, 3e38f})
                expect_fault(test, stream, bad);
        }
    }
}

/// The fuzz target `program` found that a NaN of all bits was none from SSE4.2 on.
TEST_P(Faults, DoublesThatAreNotFiniteOrTooLarge) {
    using Limits = std::numeric_limits<double>;
    for (const char* case_name : {"retarget_wander", "retarget_wander_phase", "approach_repick"})
        for (const double bad :
             {Limits::quiet_NaN(), -Limits::quiet_NaN(), std::bit_cast<double>(~std::uint64_t{0}),
              Limits::infinity(), -Limits::infinity(), 1.0000001e18, -1.0000001e18, 1e300})
            expect_fault(program_case(case_name), Stream::seconds_left, bad);
}

TEST_P(Faults, NegativeLimitsAndMassesThatAreNotPositive) {
    for (const char* case_name :
         {"seek_none_streams", "wander_world_bounce_streams", "seek_wander_wander_none_streams"}) {
        const ProgramCase& test = program_case(case_name);
        for (const float bad : {-1.0f, -1e-10f}) {
            expect_fault(test, Stream::max_force, bad);
            expect_fault(test, Stream::max_speed, bad);
        }
        for (const float bad : {0.0f, -0.0f, -1.0f, 1e-30f, 1e-45f}) expect_fault(test, Stream::mass, bad);
    }
}

TEST_P(Faults, LegalExtremes) {
    const ProgramCase& seek = program_case("seek_none_streams");
    expect_legal(seek, Stream::max_force, 0);
    expect_legal(seek, Stream::max_force, -0.0f);
    expect_legal(seek, Stream::max_speed, -1e-30f);  // read as 0
    expect_legal(seek, Stream::mass, 0x1p-60f);
    for (const float value : {1e18f, -1e18f, 1e-45f, -0.0f}) {
        expect_legal(seek, Stream::target_x, value);
        expect_legal(seek, Stream::position_y, value);
        expect_legal(seek, Stream::velocity_x, value);
        expect_legal(program_case("wander_world_none_values"), Stream::wander_angle, value);
    }
    expect_legal(program_case("wander_world_none_values"), Stream::wander_angle, 1e10f);
}

TEST_P(Faults, Paths) {
    const ProgramCase& test = program_case("waypoint_advance_ping_pong_stream");
    const auto count = static_cast<std::int32_t>(test.paths.paths->size());
    for (const std::int32_t bad : {-2, count, count + 1, std::numeric_limits<std::int32_t>::max(),
                                   std::numeric_limits<std::int32_t>::min()})
        expect_fault(test, Stream::path, bad);
    for (const std::uint32_t bad : {400u, 0x7fffffffu, 0x80000000u, 0xffffffffu})
        expect_fault(test, Stream::segment, bad);
    for (const std::int32_t bad : {0, 2, -2, std::numeric_limits<std::int32_t>::min()})
        expect_fault(test, Stream::direction, bad);
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL, -HUGE_VAL, 1.01e18, -1e300})
        expect_fault(test, Stream::segment_distance, bad);
}

TEST_P(Faults, TheFirstSegmentTooMany) {
    for (const PathMode mode : {PathMode::once, PathMode::loop}) {
        const ProgramCase& test = program_case(mode == PathMode::once ? "waypoint_advance_once_value"
                                                                      : "waypoint_advance_loop_value");
        for (std::size_t path = 0; path < test.paths.paths->size(); ++path) {
            Population population = test.population(1, 1, Values::ordinary);
            population.set<Stream::path>(0, static_cast<std::int32_t>(path));
            const std::uint32_t count = test.paths.paths->segment_count(path, mode);
            population.set<Stream::segment>(0, count);
            EXPECT_EQ(run(test.program, population.view(), {.dt = 1, .first_tick = 0}, serial_on(GetParam()))
                          .faults,
                      1u)
                << "path " << path;
            population.set<Stream::segment>(0, count - 1);
            EXPECT_EQ(run(test.program, population.view(), {.dt = 1, .first_tick = 0}, serial_on(GetParam()))
                          .faults,
                      0u)
                << "path " << path;
        }
    }
}

TEST_P(Faults, AnAgentWithoutAPathStaysUnchanged) {
    const ProgramCase& test = program_case("waypoint_advance_ping_pong_stream");
    Population start = test.population(agents, 5, Values::ordinary);
    for (std::size_t slot = 0; slot < agents; slot += 3) {
        start.set<Stream::path>(slot, -1);
        start.set<Stream::segment>(slot, 0xffffffffu);  // ignored without a path
        start.set<Stream::speed>(slot, nan);
    }
    Population moved = start;
    EXPECT_EQ(
        run(test.program, moved.view(), {.dt = test.dt, .count = 2, .first_tick = 0}, serial_on(GetParam()))
            .faults,
        0u);
    for (std::size_t slot = 0; slot < agents; ++slot)
        for (const Stream stream : start.streams()) {
            const std::size_t width = size_of(info(stream).element);
            if (slot % 3 != 0) continue;
            ASSERT_EQ(
                std::memcmp(moved.data(stream) + slot * width, start.data(stream) + slot * width, width), 0)
                << name(stream);
        }
    EXPECT_FALSE(same_bits(start, moved)) << "the others moved";
}

TEST_P(Faults, AnUnusedDirectionIsIgnored) {
    const ProgramCase& test = program_case("waypoint_advance_once_value");
    Population population = test.population(agents, 5, Values::ordinary);
    std::vector<std::int32_t> directions(agents, 0);
    AgentView view = population.view();
    view.bind<Stream::direction>(directions);
    EXPECT_TRUE(faultless(run(test.program, view, {.dt = test.dt, .first_tick = 0}, serial_on(GetParam()))));
    EXPECT_EQ(directions, std::vector<std::int32_t>(agents, 0));
}

TEST_P(Faults, ANewStateThatIsNotFinite) {
    const Program program =
        build({Seek{}, Locomotion{.max_force = 1e18f, .max_speed = 1e18f, .mass = 1e-18f}});
    Population start(agents, streams_of(program));
    fill(start, 1, Values::ordinary);
    Population moved = start;
    const Result result = run(program, moved.view(), {.dt = 1e6f, .first_tick = 0},
                              serial_on(GetParam()));  // 1e42 is beyond a float
    EXPECT_EQ(result.faults, agents);
    EXPECT_EQ(result.first_fault, 0u);
    EXPECT_TRUE(same_bits(start, moved));
}

TEST_P(Faults, ANewStateBeyondTheLimitIsTheNextTicksFault) {
    const Program program = build({Seek{}, Locomotion{.max_force = 1.0f, .max_speed = 1e18f, .mass = 1.0f}});
    Population population(agents, streams_of(program));
    fill(population, 1, Values::ordinary);
    population.set<Stream::velocity_x>(100, 1e18f);
    EXPECT_TRUE(
        faultless(run(program, population.view(), {.dt = 4, .first_tick = 0}, serial_on(GetParam()))));
    EXPECT_GT(population.get<Stream::position_x>(100), 1e18f);
    const Result result = run(program, population.view(), {.dt = 4, .first_tick = 0}, serial_on(GetParam()));
    EXPECT_EQ(result.faults, 1u);
    EXPECT_EQ(result.first_fault, 100u);
}

/// Magnitudes in the range that approach's cheapest check of a tile accepts, and all others.
TEST_P(Faults, ApproachTakesEveryMagnitudeAsTheReferenceDoes) {
    const ProgramCase& test = program_case("approach");
    const auto before = [](float x) { return std::nextafter(x, 0.0f); };
    for (const Stream stream : test.streams) {
        if (info(stream).element != ElementType::f32) continue;
        for (const float magnitude :
             {0.0f, 0x1p-149f, before(0x1p-60f), 0x1p-60f, before(0x1p-36f), 0x1p-36f, 1.0f, before(0x1p28f),
              0x1p28f, 0x1p50f, 0x1.000002p50f, 1e18f, too_large, infinity, nan})
            for (const float value : {magnitude, -magnitude})
                for (const std::uint32_t count : {1, 3}) {
                    SCOPED_TRACE(::testing::Message() << name(stream) << " " << value << ", " << count);
                    Population expected = test.population(600, 5, Values::ordinary);
                    for (const std::size_t slot : {3, 64 + 21, 599}) expected.set_bytes(stream, slot, &value);
                    Population moved = expected;
                    Population trusted = expected;
                    const Ticks ticks{.dt = test.dt, .count = count, .first_tick = 0, .seed = 8};
                    const Result reference =
                        run(test.program, expected.view(), ticks, serial_on(Isa::reference));
                    Execution execution = serial_on(GetParam());
                    const Result result = run(test.program, moved.view(), ticks, execution);
                    ASSERT_EQ(result.faults, reference.faults);
                    ASSERT_EQ(result.first_fault, reference.first_fault);
                    ASSERT_TRUE(same_bits(expected, moved));
                    const bool is_read_as_it_is =
                        magnitude >= component_floor || std::bit_cast<std::uint32_t>(value) == 0;
                    if (reference.faults != 0 || !is_read_as_it_is) continue;
                    execution.inputs = Inputs::trusted;
                    ASSERT_TRUE(faultless(run(test.program, trusted.view(), ticks, execution)));
                    ASSERT_TRUE(same_bits(expected, trusted));
                }
    }
}

TEST_P(Faults, TheFirstFaultIsTheSmallestSlotOfAllTicks) {
    const ProgramCase& test = program_case("wander_world_none_values");
    for (const Threading threading : {Threading::serial, Threading::tbb}) {
        Population population = test.population(5000, 1, Values::ordinary);
        for (const std::size_t slot : {4999, 70, 71, 2048}) population.set<Stream::velocity_x>(slot, nan);
        Execution execution = serial_on(GetParam());
        execution.threading = threading;
        execution.block = 64;
        const Result result =
            run(test.program, population.view(17), {.dt = test.dt, .count = 10, .first_tick = 0}, execution);
        EXPECT_EQ(result.faults, 40u);
        EXPECT_EQ(result.first_fault, 70u);
    }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Faults, each_isa(), isa_name);

}  // namespace
}  // namespace wend::test

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Calls that are refused: each test breaks one thing and checks the status, its message, and that nothing was
// written.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"
#include "support/refusal.hpp"

namespace wend::test {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

const Locomotion vehicle{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f};

/// A call with one error, on every instruction set.
class CallValidity : public ::testing::TestWithParam<Isa> {
  protected:
    /// Breaks a valid call with `break_it` and expects run and validate to refuse it and to write nothing.
    void refused(const char* case_name, const std::function<void(AgentView&, Ticks&, Execution&)>& break_it,
                 Code code, const char* subject, double value = never_mind) {
        const ProgramCase& test = program_case(case_name);
        const Population start = test.population(100, 1, Values::ordinary);
        Population population = start;
        AgentView view = population.view();
        Ticks ticks{.dt = test.dt, .first_tick = 0};
        Execution execution = serial_on(GetParam());
        ASSERT_TRUE(run(test.program, view, ticks, execution).status.ok());
        population = start;
        view = population.view();
        break_it(view, ticks, execution);
        EXPECT_TRUE(is(run(test.program, view, ticks, execution).status, code, subject, value));
        EXPECT_TRUE(is(validate(test.program, view, ticks, execution).status, code, subject, value));
        EXPECT_TRUE(same_bits(start, population)) << "a refused call wrote";
    }

    static void bind(AgentView& view, Stream stream, void* data, std::size_t count, bool writable = true) {
        ASSERT_TRUE(view.bind(stream, Column{data, count, info(stream).element, writable}).ok());
    }
};

AgentView without(const AgentView& whole, Stream missing) {
    AgentView view(whole.first_id());
    for (std::size_t i = 0; i < stream_count; ++i) {
        const auto stream = static_cast<Stream>(i);
        if (stream == missing || !whole.has(stream)) continue;
        EXPECT_TRUE(view.bind(stream, whole.column(stream)).ok());
    }
    return view;
}

TEST_P(CallValidity, MissingStreams) {
    for (const ProgramCase& test : program_cases())
        for (const StreamUse& use : test.program.streams()) {
            const Stream stream = use.stream;
            if (stream == Stream::position_x) continue;  // its length is that of the view
            SCOPED_TRACE(test.name);
            refused(
                test.name.c_str(), [&](AgentView& view, Ticks&, Execution&) { view = without(view, stream); },
                Code::missing_stream, name(stream).data());
        }
}

TEST_P(CallValidity, AViewWithoutPositions) {
    const ProgramCase& test = program_case("seek_none_values");
    Population population = test.population(10, 1, Values::ordinary);
    AgentView view = population.view();
    bind(view, Stream::position_x, nullptr, 0);
    const Status status =
        run(test.program, view, {.dt = 0.1f, .first_tick = 0}, serial_on(GetParam())).status;
    EXPECT_FALSE(status.ok());
    EXPECT_FALSE(message(status).empty());
}

TEST_P(CallValidity, NullMemoryWithALength) {
    refused(
        "seek_none_values",
        [](AgentView& view, Ticks&, Execution&) { bind(view, Stream::target_y, nullptr, 100); },
        Code::missing_stream, "target_y");
}

TEST_P(CallValidity, LengthsThatDiffer) {
    for (const char* case_name : {"seek_wander_wander_none_streams", "waypoint_advance_ping_pong_stream"})
        for (const Stream stream : program_case(case_name).streams) {
            if (stream == Stream::position_x) continue;
            for (const std::size_t count : {99, 101, 1})
                refused(
                    case_name,
                    [&](AgentView& view, Ticks&, Execution&) {
                        bind(view, stream, view.column(stream).data, count);
                    },
                    Code::length_mismatch, name(stream).data(), static_cast<double>(count));
        }
}

// position_x may be the stream that is wrong.
TEST_P(CallValidity, TheMessageAboutLengthsBlamesNeitherStream) {
    for (const std::size_t count : {2, 4}) {
        std::vector<float> x(count);
        Population population(3, std::array{Stream::position_y});
        const AgentView view = population.view().bind<Stream::position_x>(x);
        const Status status =
            run(build({Seek{}, vehicle}), view, {.dt = 1, .first_tick = 0}, serial_on(GetParam())).status;
        EXPECT_EQ(message(status), "streams position_y and position_x differ in length: 3 and " +
                                       std::to_string(count) + " elements");
    }
}

// Such as size() - 1 of an empty array.
TEST_P(CallValidity, LengthsBeyondAllMemory) {
    for (const std::size_t count : {~std::size_t{0}, ~std::size_t{0} / 4, ~std::size_t{0} / 8 + 1}) {
        const auto claim_it = [&](AgentView& view, Ticks&, Execution&) {
            for (std::size_t i = 0; i < stream_count; ++i) {
                const auto stream = static_cast<Stream>(i);
                if (view.has(stream)) bind(view, stream, view.column(stream).data, count);
            }
        };
        const auto claim_a_part = [&](AgentView& view, Ticks& ticks, Execution& execution) {
            claim_it(view, ticks, execution);
            view = view.slice(count / 2, 8);
        };
        refused("seek_none_values", claim_it, Code::too_many_elements, "position_x",
                static_cast<double>(count));
        refused("seek_none_values", claim_a_part, Code::too_many_elements, "position_x",
                static_cast<double>(count));
    }
}

TEST_P(CallValidity, LengthOfTheIdStream) {
    std::vector<std::uint32_t> ids(50);
    refused(
        "wander_world_none_values", [&](AgentView& view, Ticks&, Execution&) { view.bind<Stream::id>(ids); },
        Code::length_mismatch, "id", 50);
}

TEST_P(CallValidity, ReadOnlyState) {
    for (const ProgramCase& test : program_cases())
        for (const StreamUse& use : test.program.streams()) {
            if (use.use != Use::state) continue;
            SCOPED_TRACE(test.name);
            refused(
                test.name.c_str(),
                [&](AgentView& view, Ticks&, Execution&) {
                    bind(view, use.stream, view.column(use.stream).data, 100, false);
                },
                Code::read_only_stream, name(use.stream).data());
        }
}

TEST_P(CallValidity, ReadOnlyInputsAreFine) {
    const ProgramCase& test = program_case("seek_none_streams");
    Population population = test.population(100, 1, Values::ordinary);
    AgentView view = population.view();
    for (const StreamUse& use : test.program.streams())
        if (use.use != Use::state) bind(view, use.stream, view.column(use.stream).data, 100, false);
    EXPECT_TRUE(run(test.program, view, {.dt = test.dt, .first_tick = 0}, serial_on(GetParam())).status.ok());
}

TEST_P(CallValidity, Overlap) {
    const auto overlapping = [&](Stream moved, Stream onto, std::ptrdiff_t elements) {
        SCOPED_TRACE(::testing::Message() << name(moved) << " on " << name(onto) << " + " << elements);
        refused(
            "seek_none_values",
            [&](AgentView& view, Ticks&, Execution&) {
                bind(view, moved, static_cast<float*>(view.column(onto).data) + elements, 100);
            },
            Code::streams_overlap, name(moved).data());
        refused(
            "seek_none_values",
            [&](AgentView& view, Ticks&, Execution&) {
                bind(view, moved, static_cast<float*>(view.column(onto).data) + elements, 100);
            },
            Code::streams_overlap, name(onto).data());
    };
    overlapping(Stream::position_y, Stream::position_x, 0);
    overlapping(Stream::velocity_x, Stream::position_x, 0);
    for (const std::ptrdiff_t elements : {1, -1, 16}) {
        overlapping(Stream::velocity_y, Stream::velocity_x, elements);
        overlapping(Stream::target_x, Stream::position_x, elements);
    }
}

TEST_P(CallValidity, AnInputInTheMemoryOfTheWorkspace) {
    const Program program =
        build({Evade{.quarry = Quarry::agent}, Locomotion{.max_force = 1.0f, .max_speed = 1.0f}});
    Population population(5, streams_of(program));
    AgentView view = population.view();
    std::vector<float> shared(20, 1.0f);
    view.bind<Stream::mass>(std::span(shared).subspan(7, 5));
    view.workspace(shared);
    const Status status = validate(program, view, {.dt = 1, .first_tick = 0}, serial_on(GetParam())).status;
    EXPECT_EQ(status.code, Code::streams_overlap);
    EXPECT_EQ(message(status), "workspace and mass share memory");
}

TEST_P(CallValidity, LegalSharing) {
    const ProgramCase& test = program_case("seek_none_values");
    Population population = test.population(100, 1, Values::ordinary);
    AgentView same_inputs = population.view();
    bind(same_inputs, Stream::target_x, same_inputs.column(Stream::target_y).data, 100);
    EXPECT_TRUE(
        run(test.program, same_inputs, {.dt = test.dt, .first_tick = 0}, serial_on(GetParam())).status.ok());
    AgentView overlapping_inputs = population.view();
    std::vector<float> targets(101, 3.0f);
    bind(overlapping_inputs, Stream::target_x, targets.data(), 100);
    bind(overlapping_inputs, Stream::target_y, targets.data() + 1, 100);
    EXPECT_TRUE(run(test.program, overlapping_inputs, {.dt = test.dt, .first_tick = 0}, serial_on(GetParam()))
                    .status.ok());
    AgentView input_is_state = population.view();
    bind(input_is_state, Stream::target_x, input_is_state.column(Stream::position_x).data, 100);
    EXPECT_TRUE(run(test.program, input_is_state, {.dt = test.dt, .first_tick = 0}, serial_on(GetParam()))
                    .status.ok());
    // A stream that the program does not use may have any memory and length.
    AgentView unused = population.view();
    bind(unused, Stream::wander_angle, unused.column(Stream::position_x).data, 7);
    EXPECT_TRUE(
        run(test.program, unused, {.dt = test.dt, .first_tick = 0}, serial_on(GetParam())).status.ok());
}

TEST_P(CallValidity, GivenTwice) {
    std::vector<float> values(100, 1.0f);
    for (const Stream stream : {Stream::max_force, Stream::max_speed, Stream::mass})
        refused(
            "seek_none_values",
            [&](AgentView& view, Ticks&, Execution&) { bind(view, stream, values.data(), 100); },
            Code::given_twice, name(stream).data());
    refused(
        "waypoint_advance_loop_value",
        [&](AgentView& view, Ticks&, Execution&) { view.bind<Stream::speed>(values); }, Code::given_twice,
        "speed");
}

TEST_P(CallValidity, TimeStep) {
    for (const float bad : {nan, infinity, -infinity, -0.1f, 1.1e18f})
        refused(
            "seek_none_values", [&](AgentView&, Ticks& ticks, Execution&) { ticks.dt = bad; },
            Code::parameter_out_of_range, "dt", static_cast<double>(bad));
}

TEST_P(CallValidity, CallbackWithoutAFunction) {
    refused(
        "seek_none_values",
        [](AgentView&, Ticks&, Execution& execution) { execution.threading = Threading::callback; },
        Code::missing_callback, "parallel_for");
}

TEST_P(CallValidity, NoAgentsAndNoTicks) {
    for (const ProgramCase& test : program_cases()) {
        Population empty = test.population(0, 1, Values::ordinary);
        const Result result = run(test.program, empty.view(), {.dt = test.dt, .count = 5, .first_tick = 0},
                                  serial_on(GetParam()));
        EXPECT_TRUE(faultless(result));
        const Population start = test.population(70, 1, Values::faulty);
        Population still = start;
        EXPECT_TRUE(
            same_result({}, run(test.program, still.view(), {.dt = test.dt, .count = 0, .first_tick = 0},
                                serial_on(GetParam()))));
        EXPECT_TRUE(same_bits(start, still));
    }
}

TEST(BindValidity, ForeignElementTypesAndNames) {
    AgentView view;
    std::vector<double> doubles(3);
    const Column column{doubles.data(), 3, ElementType::f64, true};
    EXPECT_TRUE(is(view.bind(Stream::position_x, column), Code::element_type_mismatch, "position_x"));
    EXPECT_TRUE(is(view.bind("mass", column), Code::element_type_mismatch, "mass"));
    EXPECT_EQ(view.bind("positionx", column).code, Code::unknown_stream);
    EXPECT_EQ(view.bind("", column).code, Code::unknown_stream);
    EXPECT_FALSE(view.has(Stream::position_x));
    EXPECT_TRUE(view.bind("segment_distance", column).ok());
    EXPECT_EQ(view.column(Stream::segment_distance).count, 3u);
}

INSTANTIATE_TEST_SUITE_P(AllIsas, CallValidity, each_isa(), isa_name);

// At a target v' = (1 - weight * dt / mass) v.
TEST(Notices, TicksTooLongToArrive) {
    const auto notice = [](const Stage& force, float dt, std::optional<float> mass) {
        Locomotion locomotion{.max_force = 10.0f, .max_speed = 3.0f, .mass = mass};
        const Expected<Program> program = Program::build({force, locomotion});
        EXPECT_TRUE(program.ok());
        Population population = blank(*program, 3);
        if (!mass) population.set<Stream::mass>(1, 0.25f);
        const Result result = validate(*program, population.view(), {.dt = dt, .first_tick = 0});
        EXPECT_TRUE(result.status.ok()) << message(result.status);
        return result.notice;
    };
    EXPECT_TRUE(notice(Arrive{}, 2, 1.0f).ok());
    EXPECT_EQ(notice(Arrive{}, 2.5f, 1.0f).code, Code::unstable_step);
    EXPECT_EQ(notice(Arrive{.weight = 3}, 1, 1.0f).code, Code::unstable_step);
    EXPECT_EQ(notice(Arrive{}, 1, std::nullopt).code, Code::unstable_step) << "the lightest agent counts";
    EXPECT_TRUE(notice(Arrive{}, 0.5f, std::nullopt).ok());
    EXPECT_TRUE(notice(Seek{}, 2.5f, 1.0f).ok());
    // An optional slowing radius; a path without an end leaves it unused.
    EXPECT_TRUE(notice(Interpose{}, 2.5f, 1.0f).ok());
    EXPECT_EQ(notice(Interpose{.slowing_radius = 5.0f}, 2.5f, 1.0f).code, Code::unstable_step);
    const PathSet& paths = *program_case("path_follow_once").paths.paths;
    EXPECT_TRUE(notice(PathFollow{.paths = paths}, 2.5f, 1.0f).ok());
    EXPECT_EQ(notice(PathFollow{.paths = paths, .slowing_radius = 5.0f}, 2.5f, 1.0f).code,
              Code::unstable_step);
    for (const PathMode mode : {PathMode::loop, PathMode::ping_pong})
        EXPECT_TRUE(
            notice(PathFollow{.paths = paths, .mode = mode, .slowing_radius = 5.0f}, 2.5f, 1.0f).ok());
    EXPECT_EQ(
        message(notice(Arrive{}, 2.5f, 1.0f)),
        "stage 0 (arrive): weight * dt / mass is 2.5, must be in [0, 2]: above, agents swing about their "
        "target for ever");
}

TEST(Notices, WallsThatMayBePassed) {
    const ObstacleSet walls = *ObstacleSetBuilder().add_circle({40, 0}, 2).build();
    const auto notice = [&](const ObstacleSet& held, float dt, float radius, bool own_radius = false) {
        const Expected<Program> program = Program::build(
            {Seek{}, AvoidObstacles{.obstacles = walls, .horizon = 3.2f, .body_radius = 0.5f},
             Locomotion{.max_force = 10.0f, .max_speed = 3.0f, .mass = 1.0f, .obstacles = held}});
        EXPECT_TRUE(program.ok());
        std::vector<Stream> streams = verify::streams_and_outputs_of(*program);
        if (own_radius) streams.push_back(Stream::body_radius);
        Population population(2, streams);
        if (own_radius) population.set<Stream::body_radius>(1, radius);
        const Result result = validate(*program, population.view(), {.dt = dt});
        EXPECT_TRUE(result.status.ok()) << message(result.status);
        return result.notice;
    };
    EXPECT_TRUE(notice(walls, 0.05f, 0.5f).ok());
    EXPECT_EQ(
        message(notice({}, 0.05f, 0.5f)),
        "stage 1 (avoid_obstacles): the locomotion is not given the obstacles, which agents may be pushed "
        "through");
    EXPECT_EQ(
        message(notice(walls, 0.0625f, 0.5f)),
        "stage 1 (avoid_obstacles): dt is 0.0625, must be in [0, 0.05]: above, bodies may be pressed into "
        "obstacles");
    EXPECT_EQ(notice(walls, 0.05f, 0.125f, true).code, Code::weak_walls) << "a step of 0.15 m";
    EXPECT_TRUE(notice(walls, 0.05f, 0.25f, true).ok());
    EXPECT_TRUE(notice(walls, 0.05f, 0, true).ok()) << "a point is held by its centre";
}

// target_agent would name other agents there.
TEST(Views, ASliceIsRefusedWhereAgentsLookAtEachOther) {
    const Expected<Program> built = Program::build(
        {Evade{.quarry = Quarry::agent}, Locomotion{.max_force = 10.0f, .max_speed = 3.0f, .mass = 1.0f}});
    ASSERT_TRUE(built.ok());
    const Program& program = *built;
    Population population = blank(program, 5);
    const AgentView whole = population.view();
    EXPECT_TRUE(run(program, whole.slice(0, 5), {.dt = 0.1f}).status.ok());
    for (const AgentView& slice : {whole.slice(1, 4), whole.slice(0, 4), whole.slice(1, 4).slice(0, 4)}) {
        EXPECT_EQ(run(program, slice, {.dt = 0.1f}).status.code, Code::needs_whole_view);
        EXPECT_EQ(validate(program, slice, {.dt = 0.1f}).status.code, Code::needs_whole_view);
    }
    EXPECT_EQ(
        message(run(program, whole.slice(1, 4), {.dt = 0.1f}).status),
        "the agents look at each other, and target_agent names slots of the whole view, not of a slice: use "
        "look_at");
}

}  // namespace
}  // namespace wend::test

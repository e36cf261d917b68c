// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Calls that are refused: each test breaks one thing and checks the status, its message, and that nothing was
// written.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
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
    const Ticks ticks{.dt = 0.1f, .first_tick = 0};
    EXPECT_TRUE(is(run(test.program, view, ticks, serial_on(GetParam())).status, Code::length_mismatch, ""))
        << "bound, and of length 0";
    EXPECT_TRUE(run(test.program, AgentView(), ticks, serial_on(GetParam()))) << "no agents";
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
    const auto refusal = [&](auto name) { return message(view.bind(name, column)); };
    EXPECT_EQ(view.bind("positionx", column).code, Code::unknown_stream);
    EXPECT_EQ(refusal("positionx"), "no stream is named \"positionx\"");
    EXPECT_EQ(refusal(""), "no stream is named \"\"");
    EXPECT_EQ(refusal("velocity_z"),
              "no stream is named \"velocity_z\": steering is planar, and position_z the only height");
    EXPECT_EQ(refusal(std::string(200, 'a') + "\n"), "no stream is named \"" + std::string(30, 'a') + "\"");
    EXPECT_EQ(refusal("a\nb"), "no stream is named \"a?b\"");
    EXPECT_EQ(refusal(static_cast<Stream>(99)), "bind: no stream has the number 99");
    EXPECT_FALSE(view.has(Stream::position_x));
    EXPECT_TRUE(view.bind("segment_distance", column).ok());
    EXPECT_EQ(view.column(Stream::segment_distance).count, 3u);
}

INSTANTIATE_TEST_SUITE_P(AllIsas, CallValidity, each_isa(), isa_name);

// k (2 + a) < 4, with k = weight dt / mass and a = max_speed dt / slowing_radius.
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
    EXPECT_TRUE(notice(Arrive{}, 1.5f, 1.0f).ok());
    EXPECT_EQ(notice(Arrive{}, 1.75f, 1.0f).code, Code::unstable_step) << "k < 2 is not enough";
    EXPECT_TRUE(notice(Arrive{.slowing_radius = 1e6f}, 1.999f, 1.0f).ok());
    EXPECT_EQ(notice(Arrive{.slowing_radius = 0.5f}, 0.75f, 1.0f).code, Code::unstable_step);
    EXPECT_EQ(notice(Arrive{.weight = 3}, 1, 1.0f).code, Code::unstable_step);
    EXPECT_EQ(notice(Arrive{}, 1, std::nullopt).code, Code::unstable_step) << "the lightest agent counts";
    EXPECT_TRUE(notice(Arrive{}, 0.45f, std::nullopt).ok());
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
        "stage 0 (arrive): weight * dt / mass * (2 + max_speed * dt / slowing_radius) is 6.875, should be in "
        "[0, 4): from there on, agents swing about their target for ever");
}

TEST(Notices, ForcesThatShareATargetAreSummed) {
    const auto notice = [](std::vector<Stage> stages) {
        stages.push_back(Locomotion{.max_force = 10.0f, .max_speed = 3.0f, .mass = 1.0f});
        const Program program = *Program::build(std::move(stages));
        Population population = blank(program, 3);
        return validate(program, population.view(), {.dt = 1, .first_tick = 0}).notice;
    };
    EXPECT_TRUE(notice({Arrive{}}).ok());
    EXPECT_EQ(
        message(notice({Seek{}, Arrive{}, Arrive{.slowing_radius = 5}})),
        "stage 1 (arrive): the sum of weight * dt / mass * (2 + max_speed * dt / slowing_radius) is 4.9, "
        "should be in [0, 4): from there on, agents swing about their target for ever");
    EXPECT_TRUE(notice({Arrive{.target = {0, 0}}, Arrive{.target = {0, 1}}}).ok()) << "two targets";
    EXPECT_EQ(notice({Arrive{.target = {0, 0}}, Arrive{.target = {0, 1}}, Arrive{.target = {0, 1}}}).index,
              1u);
    EXPECT_TRUE(
        notice({Arrive{}, OffsetPursue{.offset_x = 1.0f, .offset_y = 0.0f, .slowing_radius = 10.0f}}).ok());
    EXPECT_FALSE(
        notice({OffsetPursue{.offset_x = 1.0f, .offset_y = 0.0f, .slowing_radius = 10.0f},
                OffsetPursue{.offset_x = 1.0f, .offset_y = 0.0f, .slowing_radius = 10.0f, .weight = 2}}));
}

/// Agents do as the notice says: within the bound they come to rest, beyond it they do not.
TEST(Notices, OfTicksTooLongToArriveAreTrue) {
    std::size_t swinging = 0;
    for (const float dt : {0.25f, 0.5f, 1.0f, 1.5f, 1.9f, 2.2f})
        for (const float slowing_radius : {0.5f, 2.0f, 30.0f})
            for (const float weight : {0.3f, 1.0f, 2.0f}) {
                const Program program = *Program::build(
                    {Arrive{.target = {0, 0}, .slowing_radius = slowing_radius, .weight = weight},
                     Locomotion{.max_force = 1e6f, .max_speed = 3.0f, .mass = 1.0f}});
                Population population = blank(program, 1);
                population.set<Stream::position_x>(0, slowing_radius / 64);
                const Ticks ticks{.dt = dt, .count = 4000, .first_tick = 0};
                const Status notice = validate(program, population.view(), ticks).notice;
                ASSERT_TRUE(faultless(run(program, population.view(), ticks)));
                const bool rests = std::abs(population.get<Stream::position_x>(0)) < slowing_radius / 1000;
                EXPECT_EQ(notice.ok(), rests) << dt << " " << slowing_radius << " " << weight;
                swinging += !rests;
            }
    EXPECT_GT(swinging, 15u);
    EXPECT_LT(swinging, 45u);
}

TEST(Notices, TurningCirclesWiderThanAPathsNodes) {
    const PathSet& paths = *program_case("path_follow_once").paths.paths;
    const auto notice = [&](Locomotion locomotion, float radius) {
        const Program program = *Program::build({PathFollow{.paths = paths, .radius = radius}, locomotion});
        Population population = blank(program, 2);
        if (!locomotion.max_speed) population.set<Stream::max_speed>(1, 6);
        return validate(program, population.view(), {.dt = 0.01f, .first_tick = 0}).notice;
    };
    const Locomotion car{.max_force = 3.0f, .max_speed = 6.0f, .mass = 0.5f};
    EXPECT_TRUE(notice(car, 6).ok());
    EXPECT_EQ(
        message(notice(car, 5)),
        "stage 0 (path_follow): the turning circle's radius is 6, should be in [0, 5]: above, agents may "
        "circle a node for ever");
    Locomotion slow_turns = car;
    slow_turns.max_turn_rate = 0.5f;
    EXPECT_EQ(notice(slow_turns, 11).value, 12);
    EXPECT_TRUE(notice(slow_turns, 12).ok());
    Locomotion by_stream = car;
    by_stream.max_speed = std::nullopt;
    EXPECT_EQ(notice(by_stream, 5).code, Code::wide_turn) << "the widest circle counts";
}

TEST(Notices, FewAgentsThatLookAtMany) {
    const Program program = build({Separation{}, vehicle});
    Population few = blank(program, 200);
    const auto notice = [&](std::size_t seen, const AgentView& view) {
        Population many = blank(program, seen);
        std::vector<float> workspace(largest_workspace(seen));
        AgentView looking = view;
        looking.look_at(many.view()).workspace(workspace);
        return validate(program, looking, {.dt = 0.01f, .first_tick = 0}).notice;
    };
    EXPECT_EQ(
        message(notice(4'096, few.view())),
        "a call for 200 agents sorts the 4096 that they look at: run the views of one population in one "
        "call of run_views with see = all_views, which sorts them once");
    EXPECT_EQ(notice(4'096, few.view().slice(0, 50)).code, Code::costly_sight);
    EXPECT_TRUE(notice(3'199, few.view()).ok());
    EXPECT_TRUE(notice(4'095, few.view().slice(0, 50)).ok());
}

TEST(Notices, BodiesThatMeetUnseen) {
    const auto notice = [](const Stage& stage, float dt, float max_speed = 2) {
        const Program program = *Program::build(
            {Seek{}, stage, Locomotion{.max_force = 10.0f, .max_speed = max_speed, .mass = 1.0f}});
        Population population = blank(program, 3);
        std::vector<float> workspace(largest_workspace(3));
        return validate(program, population.view().workspace(workspace), {.dt = dt, .first_tick = 0}).notice;
    };
    EXPECT_EQ(
        message(notice(Orca{.body_radius = 25}, 0)),
        "stage 1 (orca): radius is 10, should be in [50, 1e+18]: below, bodies meet that have not seen each "
        "other");
    EXPECT_TRUE(notice(Orca{.body_radius = 5}, 0).ok());
    EXPECT_EQ(notice(AvoidNeighbours{.radius = 2, .body_radius = 1.25f}, 0).code, Code::short_sight);
    const Orca orca{.radius = 3, .body_radius = 1};
    EXPECT_TRUE(notice(orca, 0.25f).ok());
    EXPECT_DOUBLE_EQ(notice(orca, 0.26f).low, 2 + 4 * static_cast<double>(0.26f))
        << "a longer tick, as of far agents";
    // Bodies of the stream.
    const Program program =
        *Program::build({Seek{}, orca, Locomotion{.max_force = 10.0f, .max_speed = 2.0f, .mass = 1.0f}});
    Population population = blank(program, 3);
    std::vector<float> workspace(largest_workspace(3)), bodies{0.125f, 0.5f, 0};
    AgentView view = population.view().workspace(workspace);
    view.bind<Stream::body_radius>(bodies);
    EXPECT_TRUE(validate(program, view, {.dt = 0.5f, .first_tick = 0}).notice.ok());
    EXPECT_EQ(validate(program, view, {.dt = 0.75f, .first_tick = 0}).notice.low, 4);
    // Only the agents of the call count.
    Locomotion by_stream{.max_force = 10.0f, .mass = 1.0f};
    const Program of_streams = *Program::build({Seek{}, orca, by_stream});
    Population mixed = blank(of_streams, 3);
    mixed.set<Stream::max_speed>(2, 100);
    const std::vector<std::uint32_t> slow{0, 1}, fast{2};
    AgentView some = mixed.view().workspace(workspace);
    EXPECT_TRUE(validate(of_streams, some.only_slots(slow), {.dt = 1, .first_tick = 0}).notice.ok());
    EXPECT_FALSE(validate(of_streams, some.only_slots(fast), {.dt = 1, .first_tick = 0}).notice.ok());
}

TEST(Results, AreTrueWhereTheCallWasCarriedOut) {
    const Program program =
        *Program::build({Seek{}, Locomotion{.max_force = 10.0f, .max_speed = 3.0f, .mass = 1.0f}});
    Population population = blank(program, 3);
    EXPECT_TRUE(run(program, population.view(), {.dt = 1}));
    population.set<Stream::position_x>(1, NAN);
    const Result faulty = run(program, population.view(), {.dt = 1});
    EXPECT_TRUE(faulty);
    EXPECT_EQ(faulty.faults, 1u);
    EXPECT_FALSE(run(program, population.view(), {.dt = -1}));
    static_assert(!std::is_convertible_v<Result, bool>);
}

// Positions are sums of floats: a step below half their spacing is lost.
TEST(Notices, StepsBelowTheSpacingOfFloats) {
    const auto notice = [](std::vector<Stage> stages, float x, float y, float dt) {
        const Program program = build(std::move(stages));
        Population population = blank(program, 3);
        population.set<Stream::position_x>(1, x);
        population.set<Stream::position_y>(1, y);
        const Result result = validate(program, population.view(), {.dt = dt, .first_tick = 0});
        EXPECT_TRUE(result.status.ok()) << message(result.status);
        return result.notice;
    };
    const Locomotion walks{.max_force = 20.0f, .max_speed = 1.4f, .mass = 1.0f};
    const float tick = 1.0f / 60;
    EXPECT_TRUE(notice({Seek{}, walks}, 1e5f, -1e5f, tick).ok());
    EXPECT_EQ(notice({Seek{}, walks}, 5e5f, 0, tick).code, Code::coarse_positions);
    const Status utm = notice({Seek{}, walks}, 5e5f, -5.4e6f, tick);
    EXPECT_EQ(
        message(utm),
        "max_speed * dt is 0.023333333 for the agent in slot 1, less than 0.5, the spacing of floats at its "
        "position: steps below half of it are lost, others rounded up to it; move the origin");
    EXPECT_TRUE(notice({Seek{}, walks}, 5e5f, -5.4e6f, 1).ok());
    EXPECT_TRUE(notice({Seek{}, walks}, 5e5f, -5.4e6f, 0).ok()) << "no time passes";
    EXPECT_TRUE(notice({Seek{}, walks}, nan, 0, tick).ok()) << "a fault";
    Locomotion stands = walks;
    stands.max_speed = 0.0f;
    EXPECT_TRUE(notice({Flee{}, stands}, 5e5f, -5.4e6f, tick).ok()) << "nothing to lose";
    EXPECT_EQ(notice({Approach{.speed = 1.4f}}, 5e5f, 0, tick).code, Code::coarse_positions);
    // A step of 0.023 m becomes the spacing, 0.031 m.
    {
        const Program program = build({Seek{.target = {0, 5e5f + 100}, .weight = 20}, walks});
        Population population = blank(program, 1);
        population.set<Stream::position_y>(0, 5e5f);
        EXPECT_TRUE(run(program, population.view(), {.dt = tick, .count = 60, .first_tick = 0}).status.ok());
        EXPECT_GT(population.get<Stream::position_y>(0), 5e5f + 1.7f) << "1.4 is right";
    }
    // Agents whose steps are below half of the spacing stand still, others move.
    for (const auto& [y, moves] : {std::pair(1e5f, true), std::pair(5.4e6f, false)}) {
        const Program program = build({Seek{.target = {0, y + 100}}, walks});
        Population population = blank(program, 1);
        population.set<Stream::position_y>(0, y);
        EXPECT_TRUE(run(program, population.view(), {.dt = tick, .count = 600, .first_tick = 0}).status.ok());
        EXPECT_EQ(population.get<Stream::position_y>(0) != y, moves) << y;
    }
}

// A door of 0.8 m is none for a clearance of 0.5.
TEST(Notices, AgentsWithoutAWayToAGoal) {
    const std::array<Point, 6> room{{{10, 4.6}, {10, 0}, {0, 0}, {0, 10}, {10, 10}, {10, 5.4}}};
    const ObstacleSet walls = *ObstacleSetBuilder().add_wall(room).build();
    FlowGrid grid{.area = {}, .columns = 110, .rows = 70};
    grid.area.min_x = grid.area.min_y = -2;
    grid.area.max_x = 20;
    grid.area.max_y = 12;
    const auto field = [&](Point goal, float clearance) {
        return *make_flow_to(grid,
                             {.goals = std::span(&goal, 1), .obstacles = walls, .clearance = clearance});
    };
    const auto notice = [](const FlowField& to, std::uint32_t stages = 3) {
        const Program program = build({FlowFollow{.field = to}, vehicle});
        Population population = blank(program, 4);
        for (std::size_t slot = 0; slot < 4; ++slot) population.set<Stream::position_y>(slot, 5);
        population.set<Stream::position_x>(0, 15);
        population.set<Stream::position_x>(1, 5);
        population.set<Stream::position_x>(2, 6);
        population.set<Stream::position_x>(3, nan);
        std::vector<std::uint32_t> acts(4, 3);
        acts[1] = stages;
        return validate(program, population.view().bind<Stream::stages>(acts), {.dt = 0.1f}).notice;
    };
    const FlowField narrow = field({15, 8}, 0.5f);
    EXPECT_EQ(message(notice(narrow)),
              "stage 0 (flow_follow): no way leads to a goal from 2 agents, the first in slot "
              "1: closed cells (obstacles and the clearance) lie between");
    EXPECT_EQ(notice(narrow).code, Code::no_way);
    EXPECT_EQ(notice(narrow, 2).sub_index, 2u) << "the field does not act on agent 1";
    EXPECT_TRUE(notice(field({15, 8}, 0.3f)).ok());
    // In the middle of a thick pillar.
    const ObstacleSet pillar = *ObstacleSetBuilder().add_circle({15, 8}, 2).build();
    const Point inside{15, 8};
    const Status shut = notice(*make_flow_to(grid, {.goals = std::span(&inside, 1), .obstacles = pillar}));
    EXPECT_EQ(shut.value, 3);
    EXPECT_STREQ(shut.other, "closed cells (obstacles and the clearance) surround the goals");
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
        "stage 1 (avoid_obstacles): dt is 0.0625, should be in [0, 0.05]: above, bodies may be pressed into "
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
    EXPECT_EQ(message(run(program, whole.slice(1, 4), {.dt = 0.1f}).status),
              "the agents look at each other, and target_agent names slots of the whole view: let the slice "
              "look at a view of all agents");
}

}  // namespace
}  // namespace wend::test

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Shared by a program and its caller: targets, forces in and out, stages by agent, other views, parameters
// that change, blocks for task graphs.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

constexpr std::size_t agents = 700;
const Locomotion vehicle{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.5f};

class OpenProgram : public ::testing::TestWithParam<Isa> {
  protected:
    [[nodiscard]] static Execution serial() { return serial_on(GetParam()); }
    static constexpr Ticks ticks{.dt = 0.1f, .count = 5, .first_tick = 3, .seed = 2};
};
INSTANTIATE_TEST_SUITE_P(AllIsas, OpenProgram, each_isa(), isa_name);

void copy(Population& population, Stream from, Stream to) {
    for (std::size_t slot = 0; slot < population.size(); ++slot)
        population.set_bytes(to, slot, population.data(from) + slot * size_of(info(from).element));
}

/// A force with a target gives the bits of the same force with its target in target_*.
template <class S>
void expect_targets_by_any_name(S stage, const Execution& execution, const Ticks& ticks) {
    stage.target = TargetStreams::target;
    const Program plain = build({stage, vehicle});
    for (const TargetStreams streams : {TargetStreams::other_target, TargetStreams::third_target}) {
        stage.target = streams;
        const Program named = build({stage, vehicle});
        std::vector<Stream> held = streams_of(plain);
        for (const Stream stream : streams_of(named))
            if (std::ranges::find(held, stream) == held.end()) held.push_back(stream);
        Population expected(agents, held);
        fill(expected, 3, Values::faulty);
        const TargetFamily from = target_family(streams);
        const TargetFamily to = target_family(TargetStreams::target);
        for (const auto& [theirs, ours] :
             {std::pair{from.x, to.x}, std::pair{from.y, to.y}, std::pair{from.velocity_x, to.velocity_x},
              std::pair{from.velocity_y, to.velocity_y}, std::pair{from.agent, to.agent}})
            if (expected.has(theirs)) copy(expected, theirs, ours);
        Population actual = expected;
        for (const Stream stream : streams_of(plain))  // streams that must not be read
            if (stream_set(stream) == stream_set(to.x) || stream == to.agent)
                for (std::size_t slot = 0; slot < agents; ++slot) {
                    constexpr std::int32_t bad[2] = {-5, -5};
                    actual.set_bytes(stream, slot, bad);
                }
        EXPECT_TRUE(same_result(run(plain, expected.view(), ticks, execution),
                                run(named, actual.view(), ticks, execution)));
        for (const Stream stream : {Stream::position_x, Stream::position_y, Stream::velocity_x})
            EXPECT_EQ(std::memcmp(expected.data(stream), actual.data(stream), agents * 4), 0) << S::name;
    }
}

TEST_P(OpenProgram, EachForceHasItsTarget) {
    expect_targets_by_any_name(Seek{}, serial(), ticks);
    expect_targets_by_any_name(Flee{}, serial(), ticks);
    expect_targets_by_any_name(Arrive{.slowing_radius = 100}, serial(), ticks);
    expect_targets_by_any_name(Pursue{}, serial(), ticks);
    expect_targets_by_any_name(Evade{.quarry = Quarry::agent}, serial(), ticks);
    expect_targets_by_any_name(OffsetPursue{.offset_x = 3.0f, .offset_y = 1.0f}, serial(), ticks);
}

TEST_P(OpenProgram, APointForAllIsATargetThatStandsStill) {
    const Program streams = build({Seek{}, Evade{}, vehicle});
    const Program point = build({Seek{.target = {12.5f, -3}}, Evade{.target = {12.5f, -3}}, vehicle});
    Population expected(agents, streams_of(streams));
    fill(expected, 3, Values::faulty);
    for (std::size_t slot = 0; slot < agents; ++slot) {
        expected.set<Stream::target_x>(slot, 12.5f);
        expected.set<Stream::target_y>(slot, -3);
        expected.set<Stream::target_velocity_x>(slot, 0);
        expected.set<Stream::target_velocity_y>(slot, 0);
    }
    Population actual = expected;
    EXPECT_TRUE(same_result(run(streams, expected.view(), ticks, serial()),
                            run(point, actual.view(), ticks, serial())));
    EXPECT_TRUE(same_bits(expected, actual));
    EXPECT_FALSE(build({Seek{.target = {1, 2}}, vehicle}).draws());
    EXPECT_EQ(Program::build({Seek{.target = {NAN, 2}}, vehicle}).status().code,
              Code::parameter_out_of_range);
    EXPECT_EQ(Program::build({Pursue{.quarry = Quarry::agent, .target = {1, 2}}, vehicle}).status().code,
              Code::invalid_program);
    EXPECT_EQ(Program::build({Seek{.target = TargetStreams(7)}, vehicle}).status().code,
              Code::parameter_out_of_range);
}

TEST_P(OpenProgram, ForcesWithoutTheMove) {
    for (const char* const name : {"forces_out", "stages_by_agent_prioritised", "external_and_seek"}) {
        const ProgramCase& test = program_case(name);
        std::vector<Stream> streams = test.streams;
        for (const Stream stream :
             {Stream::force_x, Stream::force_y, Stream::steering_force_x, Stream::steering_force_y})
            if (std::ranges::find(streams, stream) == streams.end()) streams.push_back(stream);
        Population moved(agents, streams);
        fill(moved, 3, Values::faulty);
        const Population start = moved;
        Population still = start;
        const Ticks one{.dt = 0.1f, .first_tick = 3, .seed = 2};
        EXPECT_TRUE(same_result(run(test.program, moved.view(), one, serial()),
                                forces(test.program, still.view(), one, serial())));
        bool any = false;
        for (const Stream stream : streams) {
            const bool force = (stream_set(stream) & Locomotion::force_outputs) != 0;
            const Population& expected = force ? moved : start;
            EXPECT_EQ(std::memcmp(expected.data(stream), still.data(stream),
                                  agents * size_of(info(stream).element)),
                      0)
                << wend::name(stream);
            any |= force && std::memcmp(start.data(stream), still.data(stream), agents * 4) != 0;
        }
        EXPECT_TRUE(any);
    }
    const ProgramCase& test = program_case("seek_none_values");
    Population without = test.population(5, 1, Values::ordinary);
    EXPECT_EQ(forces(test.program, without.view(), ticks).status.code, Code::missing_stream);
}

/// The view with only those streams writable.
AgentView writable_only(const AgentView& whole, StreamSet writable) {
    AgentView view(whole.first_id());
    for (std::size_t i = 0; i < stream_count; ++i) {
        const auto stream = static_cast<Stream>(i);
        if (!whole.has(stream)) continue;
        Column column = whole.column(stream);
        column.writable = (stream_set(stream) & writable) != 0;
        EXPECT_TRUE(view.bind(stream, column).ok());
    }
    return view.workspace(whole.workspace());
}

TEST_P(OpenProgram, ForcesWriteToForcesAlone) {
    const Ticks one{.dt = 0.1f, .first_tick = 3, .seed = 2};
    for (const ProgramCase& test : program_cases()) {
        if (!std::holds_alternative<Locomotion>(test.program.stages().back())) continue;
        SCOPED_TRACE(test.name);
        Population moved = test.population(agents, 3, Values::faulty);
        Population still = moved;
        const Population start = moved;
        std::vector<float> expected(2 * agents), actual(2 * agents);
        const auto with_forces = [&](AgentView view, std::vector<float>& forces) {
            view.bind<Stream::force_x>(std::span(forces).first(agents));
            return view.bind<Stream::steering_force_y>(std::span(forces).last(agents));
        };
        const AgentView fixed = with_forces(writable_only(still.view(), Locomotion::force_outputs), actual);
        const Result result = forces(test.program, fixed, one, serial());
        ASSERT_TRUE(result.status.ok()) << message(result.status);
        for (const Stream stream : start.streams()) {
            if ((stream_set(stream) & Locomotion::force_outputs) != 0) continue;
            const std::size_t bytes = agents * size_of(info(stream).element);
            EXPECT_EQ(std::memcmp(start.data(stream), still.data(stream), bytes), 0) << name(stream);
        }
        EXPECT_EQ(run(test.program, fixed, one, serial()).status.code, Code::read_only_stream);
        const AgentView read_only =
            writable_only(fixed, Locomotion::force_outputs & ~stream_set(Stream::steering_force_y));
        EXPECT_EQ(message(forces(test.program, read_only, one, serial()).status),
                  "stream steering_force_y is written, and bound read-only");
        EXPECT_TRUE(
            same_result(run(test.program, with_forces(moved.view(), expected), one, serial()), result));
        EXPECT_EQ(std::memcmp(expected.data(), actual.data(), expected.size() * sizeof(float)), 0);
    }
}

// Memory that is only read may be shared; that of a force may not.
TEST_P(OpenProgram, ForcesOfStreamsThatShareMemory) {
    const Program program = build({Seek{.target = {5, 7}}, vehicle});
    std::vector<float> shared(agents + 1), velocity(agents), expected(agents), actual(agents);
    for (std::size_t i = 0; i < shared.size(); ++i) shared[i] = 0.25f * static_cast<float>(i);
    const std::vector<float> copy(shared.begin(), shared.end() - 1);
    const std::span<const float> given = std::span<const float>(shared).first(agents);
    AgentView view;
    view.bind<Stream::position_x>(given).bind<Stream::position_y>(given).bind<Stream::velocity_x>(
        std::as_const(velocity));
    view.bind<Stream::velocity_y>(std::as_const(velocity)).bind<Stream::force_x>(actual);
    AgentView apart = view;
    apart.bind<Stream::position_y>(copy).bind<Stream::force_x>(expected);
    ASSERT_TRUE(forces(program, apart, {.dt = 0.1f}, serial()).status.ok());
    ASSERT_TRUE(forces(program, view, {.dt = 0.1f}, serial()).status.ok());
    EXPECT_EQ(expected, actual);
    view.bind<Stream::force_x>(std::span<float>(shared).subspan(1));
    EXPECT_EQ(forces(program, view, {.dt = 0.1f}, serial()).status.code, Code::streams_overlap);
}

TEST(Forces, AreTheFormulas) {
    const Program program =
        build({ExternalForce{.weight = 2}, Locomotion{.max_force = 5.0f, .max_speed = 9.0f, .mass = 1.0f}});
    AgentBuffer buffer(program, {Stream::force_x, Stream::force_y, Stream::steering_force_x,
                                 Stream::steering_force_y, Stream::heading_x, Stream::heading_y});
    buffer.spawn(2);
    buffer.get<Stream::external_force_x>()[0] = 3;
    buffer.get<Stream::external_force_y>()[0] = 4;
    buffer.get<Stream::heading_y>()[1] = 0.5f;
    ASSERT_TRUE(faultless(run(program, buffer.view(), {.dt = 1})));
    EXPECT_EQ(buffer.get<Stream::force_x>()[0], 6);
    EXPECT_EQ(buffer.get<Stream::force_y>()[0], 8);
    EXPECT_FLOAT_EQ(buffer.get<Stream::steering_force_x>()[0], 3);
    EXPECT_FLOAT_EQ(buffer.get<Stream::steering_force_y>()[0], 4);
    EXPECT_FLOAT_EQ(buffer.get<Stream::heading_x>()[0], 0.6f);
    EXPECT_FLOAT_EQ(buffer.get<Stream::heading_y>()[0], 0.8f);
    EXPECT_EQ(buffer.get<Stream::heading_y>()[1], 0.5f) << "at rest it stays";
    EXPECT_EQ(buffer.slot_of(1), 1u);
    EXPECT_EQ(buffer.slot_of(9), 2u);
}

TEST(Forces, ArriveSaysWhoHasArrived) {
    const Program program =
        build({Arrive{.arrival_radius = 2}, Locomotion{.max_force = 5.0f, .max_speed = 9.0f, .mass = 1.0f}});
    for (const Isa isa : supported_isas()) {
        AgentBuffer buffer(program, {Stream::arrived});
        buffer.spawn(100);
        for (std::size_t slot = 0; slot < 100; ++slot) {
            buffer.get<Stream::target_x>()[slot] = static_cast<float>(slot) * 0.25f;
            buffer.get<Stream::arrived>()[slot] = 7;
        }
        ASSERT_TRUE(faultless(run(program, buffer.view(), {.dt = 0.1f}, serial_on(isa))));
        for (std::size_t slot = 0; slot < 100; ++slot)
            EXPECT_EQ(buffer.get<Stream::arrived>()[slot], slot <= 8 ? 1u : 0u) << slot;
    }
}

/// An agent with some stages moves as by a program of these stages alone.
TEST_P(OpenProgram, StagesByAgentAreTheProgramOfThoseStages) {
    const std::vector<Stage> stages{Seek{.weight = 0.5f}, Wander{},
                                    Flee{.target = TargetStreams::other_target}, vehicle};
    const Program program = build(stages);
    std::vector<Stream> streams = streams_of(program, true);
    streams.push_back(Stream::stages);
    Population start(agents, streams);
    fill(start, 3, Values::ordinary);
    for (std::size_t slot = 0; slot < agents; ++slot)
        start.set<Stream::stages>(slot, static_cast<std::uint32_t>(slot % 8 | (slot % 3 == 0 ? 0u : 8u)));
    Population actual = start;
    ASSERT_TRUE(faultless(run(program, actual.view(), ticks, serial())));
    for (std::uint32_t bits = 0; bits < 16; ++bits) {
        // Wander's draws and weights stay: stages that do not act become forces of 0.
        std::vector<Stage> acting = stages;
        if ((bits & 1) == 0) acting[0] = Seek{.weight = 0};
        if ((bits & 4) == 0) acting[2] = Flee{.target = TargetStreams::other_target, .weight = 0};
        if ((bits & 2) == 0) acting[1] = ExternalForce{.weight = 0};
        const Program part = build(acting);
        std::vector<Stream> more = streams;
        more.insert(more.end(), {Stream::external_force_x, Stream::external_force_y});
        Population expected(agents, more);
        fill(expected, 3, Values::ordinary);
        Population all = expected;
        const AgentView whole = all.view();
        AgentView unbound(0);  // without `stages`
        for (const Stream stream : more)
            if (stream != Stream::stages) static_cast<void>(unbound.bind(stream, whole.column(stream)));
        ASSERT_TRUE(faultless(run(part, unbound, ticks, serial())));
        for (std::size_t slot = 0; slot < agents; ++slot) {
            if (start.get<Stream::stages>(slot) != bits) continue;
            const bool moves = (bits & 8) != 0;
            const Population& right = moves ? all : start;
            for (const Stream stream : {Stream::position_x, Stream::position_y, Stream::velocity_x})
                ASSERT_EQ(std::memcmp(actual.data(stream) + 4 * slot, right.data(stream) + 4 * slot, 4), 0)
                    << "slot " << slot << ", stages " << bits << ", " << name(stream);
            if (!moves && (bits & 2) != 0) continue;  // its velocity stays, and with it wander's result
            ASSERT_EQ(actual.get<Stream::wander_angle>(slot),
                      ((bits & 2) == 0 ? start : all).get<Stream::wander_angle>(slot));
        }
    }
}

TEST_P(OpenProgram, NoStageIsNoFault) {
    const ProgramCase& test = program_case("stages_by_agent");
    Population start = test.population(agents, 3, Values::faulty);
    for (std::size_t slot = 0; slot < agents; ++slot) start.set<Stream::stages>(slot, 0);
    Population actual = start;
    EXPECT_TRUE(faultless(run(test.program, actual.view(), ticks, serial())));
    EXPECT_TRUE(same_bits(start, actual));
}

TEST_P(OpenProgram, PredatorsAndPreyInViewsOfTheirOwn) {
    const Program hunt = build({Pursue{.quarry = Quarry::agent}, vehicle});
    const Program point = build({Pursue{}, vehicle});
    Population prey(50, streams_of(build({Wander{}, vehicle})));
    fill(prey, 9, Values::ordinary);
    Population hunters(agents, streams_of(hunt));
    fill(hunters, 3, Values::ordinary);
    Population expected(agents, streams_of(point));
    fill(expected, 3, Values::ordinary);
    for (std::size_t slot = 0; slot < agents; ++slot) {
        const std::size_t quarry = slot * 7 % 50;
        hunters.set<Stream::target_agent>(slot, static_cast<std::int32_t>(quarry));
        expected.set<Stream::target_x>(slot, prey.get<Stream::position_x>(quarry));
        expected.set<Stream::target_y>(slot, prey.get<Stream::position_y>(quarry));
        expected.set<Stream::target_velocity_x>(slot, prey.get<Stream::velocity_x>(quarry));
        expected.set<Stream::target_velocity_y>(slot, prey.get<Stream::velocity_y>(quarry));
    }
    AgentView view = hunters.view().look_at(prey.view());
    view.workspace({});
    ASSERT_TRUE(faultless(run(hunt, view, ticks, serial())));
    ASSERT_TRUE(faultless(run(point, expected.view(), ticks, serial())));
    for (std::size_t slot = 0; slot < agents; ++slot)
        ASSERT_EQ(hunters.get<Stream::position_x>(slot), expected.get<Stream::position_x>(slot)) << slot;
    hunters.set<Stream::target_agent>(4, 50);
    const Result beyond = run(hunt, view, ticks, serial());
    EXPECT_EQ(beyond.faults, ticks.count);
    EXPECT_EQ(beyond.first_fault, 4u);
    EXPECT_EQ(run(hunt, hunters.view().look_at(hunters.view()), ticks, serial()).status.code,
              Code::streams_overlap);
    AgentView nothing = hunters.view();
    const Status missing = run(hunt, nothing.workspace({}), ticks, serial()).status;
    EXPECT_EQ(message(missing),
              "the agents look at each other, and the view's workspace has 0 floats, must have 2800");
    const auto positions = hunters.view().get_writable<Stream::position_x>();
    EXPECT_EQ(run(hunt, nothing.workspace({positions.data(), 4 * agents}), ticks, serial()).status.code,
              Code::streams_overlap);
}

TEST(Buffers, TargetsInAnotherViewStayWhenAnAgentGoes) {
    const Program hunt = build({Pursue{.quarry = Quarry::agent}, vehicle});
    AgentBuffer hunters(hunt);
    hunters.spawn(3);
    const auto targets = [&] { return hunters.get<Stream::target_agent>(); };
    targets()[0] = 2;
    targets()[1] = 0;
    targets()[2] = 1;
    hunters.look_elsewhere();
    hunters.remove(1);
    EXPECT_EQ(targets()[0], 2);
    EXPECT_EQ(targets()[1], 1);
    hunters.look_elsewhere(false);
    targets()[0] = 1;
    hunters.remove(1);
    EXPECT_EQ(targets()[0], -1);
}

TEST(Programs, AreValues) {
    const auto x = [](const Program& program) { return std::get<Flee>(program.stages()[0]).target.point->x; };
    Program program = build({Flee{.target = {0, 0}}, vehicle});
    Program copy = program, assigned;
    assigned = program;
    EXPECT_TRUE(program.tune(0, Flee{.target = {1, 1}}).ok());
    EXPECT_EQ(x(copy), 0);
    EXPECT_EQ(x(assigned), 0);
    EXPECT_TRUE(copy.tune(0, Flee{.target = {2, 2}}).ok());
    EXPECT_EQ(x(program), 1);
    const Program moved = std::move(program);
    EXPECT_EQ(x(moved), 1);
    EXPECT_TRUE(program.empty());
    EXPECT_TRUE(Program(Program()).empty());
}

TEST(PreparedRuns, KeepTheirProgram) {
    const Ticks ticks{.dt = 0.1f, .count = 3};
    Population expected(agents, streams_of(build({Flee{.target = {3, 4}}, vehicle})));
    fill(expected, 3, Values::ordinary);
    Population actual = expected;
    ASSERT_TRUE(faultless(run(build({Flee{.target = {3, 4}}, vehicle}), expected.view(), ticks)));
    auto program = std::make_unique<Program>(build({Flee{.target = {3, 4}}, vehicle}));
    PreparedRun prepared(*program, actual.view(), ticks);
    program.reset();
    prepared.run(0, prepared.block_count());
    EXPECT_TRUE(faultless(prepared.finish()));
    EXPECT_TRUE(same_bits(expected, actual));
}

TEST(Threads, AJobSystemThatIsGivenIsUsed) {
    const Ticks ticks{.dt = 0.1f, .count = 3};
    std::size_t calls = 0;
    const JobSystem jobs{.parallel_for =
                             [](void* context, std::uint32_t blocks,
                                void (*body)(void*, std::uint32_t, std::uint32_t), void* body_context) {
                                 ++*static_cast<std::size_t*>(context);
                                 body(body_context, 0, blocks);
                             },
                         .context = &calls};
    const Program program = build({Flee{.target = {0, 0}}, vehicle});
    Population population(agents, streams_of(program));
    fill(population, 3, Values::ordinary);
    ASSERT_TRUE(faultless(run(program, population.view(), ticks, {.jobs = jobs})));
    EXPECT_EQ(calls, 1u);
    ASSERT_TRUE(
        faultless(run(program, population.view(), ticks, {.threading = Threading::serial, .jobs = jobs})));
    ASSERT_TRUE(
        faultless(run(program, population.view(), ticks, {.threading = Threading::tbb, .jobs = jobs})));
    EXPECT_EQ(calls, 1u) << "other threads were named";
    EXPECT_EQ(run(program, population.view(), ticks, {.threading = Threading::callback}).status.code,
              Code::missing_callback);
}

TEST_P(OpenProgram, TuneChangesWhatTheNextCallDoes) {
    Program program = build({Flee{.target = {0, 0}}, vehicle});
    const Program fresh = build({Flee{.target = {5, 9}, .weight = 2}, vehicle});
    Population expected(agents, streams_of(program));
    fill(expected, 3, Values::ordinary);
    Population actual = expected;
    EXPECT_TRUE(program.tune(0, Flee{.target = {5, 9}, .weight = 2}).ok());
    ASSERT_TRUE(faultless(run(fresh, expected.view(), ticks, serial())));
    ASSERT_TRUE(faultless(run(program, actual.view(), ticks, serial())));
    EXPECT_TRUE(same_bits(expected, actual));
    EXPECT_EQ(program.tune(0, Seek{}).code, Code::not_tunable);
    EXPECT_EQ(program.tune(0, Flee{}).code, Code::not_tunable) << "reads target_x";
    EXPECT_EQ(program.tune(7, Seek{}).code, Code::not_tunable);
    EXPECT_EQ(message(program.tune(0, Flee{.target = {NAN, 0}})),
              "stage 0 (flee): target is nan, must be in [-1e+18, 1e+18]");
    EXPECT_EQ(std::get<Flee>(program.stages()[0]).weight, 2);
    Program pursuit = build({Pursue{.target = {0, 0}}, vehicle});
    Locomotion still = vehicle;
    still.max_speed = 0.0f;
    EXPECT_EQ(pursuit.tune(1, still).code, Code::parameter_out_of_range);
    EXPECT_EQ(std::get<Locomotion>(pursuit.stages()[1]).max_speed, vehicle.max_speed);
}

TEST_P(OpenProgram, APreparedRunInAnyOrderOfItsBlocks) {
    for (const ProgramCase& test : program_cases()) {
        SCOPED_TRACE(test.name);
        Population expected = test.population(agents, 3, Values::faulty);
        Population actual = expected;
        Ticks some{.dt = test.dt, .count = 3, .first_tick = 5, .seed = 3};
        if (test.program.looks_at_others()) some.count = 1;
        const Result result = run(test.program, expected.view(7), some, serial());
        PreparedRun prepared(test.program, actual.view(7), some, {.isa = GetParam(), .block = 64});
        ASSERT_TRUE(prepared.status().ok()) << message(prepared.status());
        const std::uint32_t blocks = prepared.block_count();
        EXPECT_GT(blocks, 8u);
        std::thread other([&] { prepared.run(blocks / 2, blocks); });
        for (std::uint32_t block = blocks / 2; block > 0; --block) prepared.run(block - 1, block);
        other.join();
        EXPECT_TRUE(same_result(result, prepared.finish()));
        EXPECT_TRUE(same_bits(expected, actual));
    }
}

TEST(PreparedRuns, HaveSmallerBlocksOfCostlyStages) {
    const auto blocks = [&](const Stage& stage, std::size_t count, std::uint32_t threads) {
        const Program program = *Program::build({stage, vehicle});
        AgentBuffer crowd(program);
        crowd.spawn(count);
        return PreparedRun(program, crowd.view(), {.dt = 1, .first_tick = 0}, {.jobs = {.threads = threads}})
            .block_count();
    };
    // Less than two grains are one block.
    EXPECT_EQ(blocks(Seek{}, 16'383, 16), 1u);
    EXPECT_EQ(blocks(Seek{}, 16'384, 2), 8u);
    EXPECT_EQ(blocks(Seek{}, 16'384, 16), 16u);
    EXPECT_EQ(blocks(Seek{}, 16'384, 0), 2u);
    EXPECT_EQ(blocks(Wander{}, 8'191, 16), 1u);
    EXPECT_EQ(blocks(Wander{}, 8'192, 16), 16u);
    EXPECT_EQ(blocks(AvoidObstacles{}, 1'024, 2), 8u);
    EXPECT_EQ(blocks(Separation{}, 1'024, 2), 8u);
    EXPECT_EQ(blocks(Separation{}, 1'024, 0), 2u);
}

TEST(PreparedRuns, AreRefusedAsRunsAre) {
    const ProgramCase& test = program_case("pursue_agent");
    Population population = test.population(agents, 3, Values::ordinary);
    const PreparedRun two_ticks(test.program, population.view(), {.dt = 1, .count = 2});
    EXPECT_EQ(two_ticks.status().code, Code::one_tick_only);
    EXPECT_EQ(two_ticks.block_count(), 0u);
    const PreparedRun bad_dt(test.program, population.view(), {.dt = -1});
    EXPECT_EQ(bad_dt.finish().status.code, Code::parameter_out_of_range);
    EXPECT_EQ(PreparedRun(Program(), population.view(), {.dt = 1}).status().code, Code::invalid_program);
}

TEST(Programs, ThatAreEmpty) {
    Program program;
    EXPECT_TRUE(program.empty());
    EXPECT_TRUE(program.stages().empty());
    Population population = program_case("seek_none_values").population(5, 1, Values::ordinary);
    EXPECT_EQ(message(run(program, population.view(), {.dt = 1}).status), "the program is empty");
    EXPECT_EQ(message(forces(program, population.view(), {.dt = 1}).status), "the program is empty");
    EXPECT_EQ(state_hash(program, population.view()), 0u);
    EXPECT_EQ(program.tune(0, Seek{}).code, Code::not_tunable);
    EXPECT_EQ(PathSet().size(), 0u);
    EXPECT_EQ(AgentBuffer().size(), 0u);
}

}  // namespace
}  // namespace wend::test

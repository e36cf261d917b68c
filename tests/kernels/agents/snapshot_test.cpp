// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"
#include "wend/explain.hpp"
#include "wend/first_difference.hpp"
#include "wend/snapshot.hpp"
#include "wend/test_rollback.hpp"

namespace wend::test {
namespace {

/// A game with one program and nothing else.
struct Game {
    const ProgramCase& test;
    Population population = test.population(300, 3, Values::faulty);

    AgentView agents() { return population.view(); }
    Status save(std::vector<std::byte>& snapshot) {
        snapshot.resize(snapshot_bytes(test.program, agents()));
        return wend::save(test.program, agents(), snapshot);
    }
    Status restore(std::span<const std::byte> snapshot) {
        return wend::restore(test.program, agents(), snapshot);
    }
    Status advance(std::uint64_t tick) {
        return run(test.program, agents(), {.dt = test.dt, .first_tick = tick, .seed = 4},
                   serial_on(supported_isas().back()))
            .status;
    }
};

/// As in netcode: each frame goes 8 ticks back and, without a change, forward again to the same state.
TEST(Snapshot, EightTicksBackAndForwardAgainInEachFrame) {
    for (const ProgramCase& test : program_cases()) {
        Game game{test};
        EXPECT_EQ(test_rollback(test.program, game, {.frames = 24}).message, "") << test.name;
    }
}

TEST(Snapshot, OfStreamsThatLieApart) {
    const ProgramCase& test = program_case("waypoint_advance_loop_stream");
    Population population = test.population(50, 3, Values::ordinary);
    std::vector<std::byte> snapshot(snapshot_bytes(test.program, population.view()));
    ASSERT_TRUE(save(test.program, population.view(), snapshot).ok());
    std::vector<double> apart(100, 7.0);
    AgentView view = population.view();
    view.bind_strided<Stream::segment_distance>(apart.data(), 50, 16);
    ASSERT_TRUE(restore(test.program, view, snapshot).ok());
    for (std::size_t slot = 0; slot < 50; ++slot) {
        EXPECT_EQ(apart[2 * slot], population.get<Stream::segment_distance>(slot));
        EXPECT_EQ(apart[2 * slot + 1], 7.0);
    }
}

TEST(Snapshot, WhatIsRefused) {
    const ProgramCase& test = program_case("seek_none_values");
    const ProgramCase& other = program_case("wander_world_none_values");
    Population population = test.population(50, 3, Values::ordinary);
    const Population start = population;
    const AgentView view = population.view();
    std::vector<std::byte> snapshot(snapshot_bytes(test.program, view));
    std::vector<std::byte> small(snapshot.size() - 1);
    EXPECT_EQ(message(save(test.program, view, small)), "the snapshot's memory is too small");
    ASSERT_TRUE(save(test.program, view, snapshot).ok());
    const auto refusal = [&](std::span<const std::byte> bytes, const AgentView& agents) {
        return message(restore(test.program, agents, bytes));
    };
    EXPECT_EQ(refusal({}, view), "the bytes are no snapshot");
    EXPECT_EQ(refusal(small, view), "the bytes are no snapshot");
    EXPECT_EQ(refusal(std::span(snapshot).first(snapshot.size() - 1), view), "the snapshot is cut off");
    EXPECT_EQ(refusal(snapshot, view.slice(0, 49)), "the snapshot is of another number of agents");
    Population with_angles = other.population(50, 3, Values::ordinary);
    EXPECT_EQ(message(restore(other.program, with_angles.view(), snapshot)),
              "the snapshot is of a program with other state");
    std::vector<std::byte> older = snapshot;
    older[8] = std::byte{2};
    EXPECT_EQ(refusal(older, view), "the snapshot is of another version of the bits");
    std::vector<std::byte> swapped = snapshot;
    std::reverse(swapped.begin() + 8, swapped.begin() + 16);
    EXPECT_EQ(refusal(swapped, view), "the snapshot is of a machine with the other byte order");
    const std::vector<float> fixed(50);
    AgentView read_only = view;
    read_only.bind<Stream::velocity_x>(fixed);
    EXPECT_EQ(restore(test.program, read_only, snapshot).code, Code::read_only_stream);
    EXPECT_TRUE(same_bits(start, population));
}

TEST(Snapshot, OfMoreElementsThanMemoryHas) {
    const ProgramCase& test = program_case("seek_none_values");
    float value = 0;
    AgentView view;
    for (const Stream stream : streams_of(test.program))
        ASSERT_TRUE(view.bind(stream, Column{&value, std::size_t(-1), ElementType::f32, true}).ok());
    std::vector<std::byte> snapshot(64);
    EXPECT_EQ(save(test.program, view, snapshot).code, Code::too_many_elements);
    EXPECT_EQ(restore(test.program, view, snapshot).code, Code::too_many_elements);
    EXPECT_EQ(state_hash(test.program, view), 0u);
}

TEST(FirstDifference, NamesAgentStreamAndValues) {
    const ProgramCase& test = program_case("retarget_wander");
    Population first = test.population(70, 3, Values::ordinary, 0, true);
    Population second = first;
    const auto difference = [&] { return *first_difference(test.program, first.view(), second.view()); };
    EXPECT_FALSE(difference().has_value());
    EXPECT_EQ(state_hash(test.program, first.view()), state_hash(test.program, second.view()));
    second.set<Stream::velocity_y>(66, first.get<Stream::velocity_y>(66) + 1);
    second.set<Stream::decision>(65, 7'000'000);
    second.set<Stream::seconds_left>(65, 0.1);
    const Difference found = *difference();
    EXPECT_EQ(found.slot, 65u);
    EXPECT_EQ(found.id, first.get<Stream::id>(65));
    EXPECT_EQ(found.stream, Stream::decision);
    EXPECT_EQ(found.a, first.get<Stream::decision>(65));
    EXPECT_EQ(found.b, 7'000'000);
    EXPECT_EQ(found.count, 3u);
    first.set<Stream::decision>(65, 5);
    EXPECT_EQ(
        difference_text(*difference(), "before", "after"),
        "agent " + std::to_string(found.id) +
            " in slot 65, decision: 5 (0x00000005) before, 7000000 (0x006acfc0) after; 3 values differ");
    // Bits, not numbers: -0 is not 0, and one NaN is another's equal.
    second = first;
    first.set<Stream::position_x>(4, 0.0f);
    second.set<Stream::position_x>(4, -0.0f);
    EXPECT_EQ(difference()->b_bits, 0x80000000u);
    first.set<Stream::position_x>(4, NAN);
    second.set<Stream::position_x>(4, NAN);
    EXPECT_FALSE(difference().has_value());
    second.set<Stream::id>(9, 123'456);
    EXPECT_EQ(difference()->stream, Stream::id);
    EXPECT_EQ(first_difference(test.program, first.view(), second.view().slice(0, 3)).status().code,
              Code::length_mismatch);
    AgentView without = second.view();
    static_cast<void>(without.bind(Stream::velocity_x, Column{}));
    EXPECT_FALSE(first_difference(test.program, first.view(), without));
}

TEST(BufferSnapshots, HoldSpawnedAndRemovedAgents) {
    const Program& program = program_case("wander_heading_none_values").program;
    AgentBuffer buffer(program);
    buffer.spawn(300);
    for (std::size_t slot = 0; slot < 300; ++slot)
        buffer.get<Stream::position_x>()[slot] = static_cast<float>(slot);
    buffer.remove(7);
    const auto advance = [&](std::uint64_t from) {
        for (std::uint64_t tick = from; tick < from + 20; ++tick) {
            buffer.remove(tick % buffer.size());
            if (tick % 3 == 0) buffer.spawn(5);
            EXPECT_TRUE(run(program, buffer.view(), {.dt = 0.1f, .first_tick = tick, .seed = 1}));
        }
        return std::tuple(state_hash(program, buffer.view()), buffer.size(), buffer.next_id());
    };
    advance(0);
    std::vector<std::byte> snapshot(buffer.snapshot_bytes());
    ASSERT_TRUE(buffer.save(snapshot).ok());
    const std::uint64_t start = state_hash(program, buffer.view());
    const auto expected = advance(20);
    ASSERT_TRUE(buffer.restore(snapshot).ok());
    EXPECT_EQ(state_hash(program, buffer.view()), start);
    EXPECT_EQ(advance(20), expected);
    // Into another buffer, which grows.
    AgentBuffer other(program);
    ASSERT_TRUE(other.restore(snapshot).ok());
    EXPECT_EQ(state_hash(program, other.view()), start);
    for (std::size_t slot = 0; slot < other.size(); ++slot)
        EXPECT_EQ(other.slot_of(std::as_const(other).get<Stream::id>()[slot]), slot);

    AgentBuffer more(program, {Stream::mass, Stream::groups});
    EXPECT_EQ(message(more.restore(snapshot)), "the snapshot is of a buffer with other streams");
    const auto refusal = [&](std::span<const std::byte> bytes) { return message(other.restore(bytes)); };
    EXPECT_EQ(refusal({}), "the bytes are no snapshot");
    EXPECT_EQ(refusal(std::span(snapshot).first(snapshot.size() - 1)), "the snapshot is cut off");
    EXPECT_EQ(refusal(std::span(snapshot).first(33)), "the snapshot is cut off");
    std::vector<std::byte> of_program(snapshot_bytes(program, other.view()));
    ASSERT_TRUE(save(program, other.view(), of_program).ok());
    EXPECT_EQ(refusal(of_program), "the snapshot is of a program's state, not of a buffer");
    EXPECT_EQ(message(restore(program, other.view(), snapshot)),
              "the snapshot is of a buffer, not of a program's state");
    EXPECT_EQ(message(other.save(std::span(snapshot).first(40))), "the snapshot's memory is too small");
    EXPECT_EQ(state_hash(program, other.view()), start) << "refused without a change";
}

TEST(Explain, NamesStageStreamValueAndWhatIsLegal) {
    const Program program = build({Seek{}, Pursue{.quarry = Quarry::agent}, Locomotion{}});
    AgentBuffer buffer(program);
    buffer.spawn(5);
    for (float& speed : buffer.get<Stream::max_speed>()) speed = 3;
    const AgentView view = buffer.view();
    const Ticks ticks{.dt = 0.1f};
    EXPECT_TRUE(explain(program, view, ticks, 2).ok());
    buffer.get<Stream::target_x>()[2] = NAN;
    buffer.get<Stream::mass>()[2] = -4;
    buffer.get<Stream::target_agent>()[3] = 5;
    EXPECT_EQ(message(explain(program, view, ticks, 2)),
              "stage 2 (locomotion): mass is -4, must be in [8.6736174e-19, 1e+18]");
    EXPECT_EQ(message(explain(program, view, ticks, 2, 1)),
              "stage 0 (seek): target_x is nan, must be in [-1e+18, 1e+18]");
    EXPECT_TRUE(explain(program, view, ticks, 2, 2).ok());
    EXPECT_EQ(message(explain(program, view, ticks, 3)),
              "stage 1 (pursue): target_agent is 5, must be in [-1, 4]");
    EXPECT_EQ(explain(program, view, ticks, 5).code, Code::parameter_out_of_range);
    EXPECT_EQ(explain(program, view, {.dt = -1}, 0).code, Code::parameter_out_of_range);
}

TEST(Explain, KnowsOptionalStreams) {
    const Locomotion vehicle{.max_force = 10.0f, .max_speed = 3.0f, .mass = 1.0f};
    const Program program =
        build({Seek{}, AvoidNeighbours{.body_radius = 2}, Orca{.body_radius = 0.5f}, vehicle});
    EXPECT_EQ(std::vector(program.optional_inputs().begin(), program.optional_inputs().end()),
              (std::vector{Stream::body_radius, Stream::groups, Stream::neighbour_horizon,
                           Stream::neighbour_radius, Stream::neighbour_weight, Stream::priority,
                           Stream::responsibility, Stream::seen_groups}));
    EXPECT_TRUE(build({Seek{}, vehicle}).optional_inputs().empty());
    AgentBuffer buffer(program, {Stream::body_radius});
    buffer.spawn(3);
    const Ticks ticks{.dt = 0.1f, .first_tick = 0};
    const auto reason = [&](float body_radius, std::size_t skip = 0) {
        buffer.get<Stream::body_radius>()[1] = body_radius;
        EXPECT_EQ(validate(program, buffer.view(), ticks).faults, 1u);
        return message(explain(program, buffer.view(), ticks, 1, skip));
    };
    EXPECT_EQ(reason(1), "stage 1 (avoid_neighbours): body_radius is 1, must be in [0, 0.5]");
    EXPECT_EQ(reason(-1), "stage 1 (avoid_neighbours): body_radius is -1, must be in [0, 0.5]");
    EXPECT_EQ(reason(NAN, 1), "ok");
    buffer.get<Stream::position_x>()[1] = INFINITY;
    EXPECT_EQ(reason(NAN, 1), "stage 1 (avoid_neighbours): body_radius is nan, must be in [0, 0.5]");
}

TEST(Explain, BlamesACustomStageThatMakesTheFault) {
    const auto skip_two = [](void*, const CustomCall& call) {
        for (std::size_t i = 0; i < call.count; ++i)
            if (call.id(i) == 2) call.fault(i);
        return false;
    };
    const Program program = build({Seek{}, CustomForce{.function = skip_two},
                                   Locomotion{.max_force = 1.0f, .max_speed = 2.0f, .mass = 1.0f}});
    AgentBuffer buffer(program, {Stream::stages});
    buffer.spawn(5);
    const AgentView view = buffer.view();
    const Ticks ticks{.dt = 0.1f};
    EXPECT_EQ(message(explain(program, view, ticks, 2)),
              "stage 1 (custom_force): it makes a fault of the agent: its force, or what it writes, is NaN "
              "or beyond "
              "1e18, or it calls fault");
    EXPECT_TRUE(explain(program, view, ticks, 3).ok());
    buffer.get<Stream::target_x>()[1] = NAN;
    EXPECT_EQ(message(explain(program, view, ticks, 1)),
              "stage 0 (seek): target_x is nan, must be in [-1e+18, 1e+18]");
    buffer.get<Stream::position_x>()[4] = NAN;
    buffer.get<Stream::stages>()[4] = 4;
    EXPECT_EQ(message(explain(program, view, ticks, 4)),
              "stage 2 (locomotion): position_x is nan, must be in [-1e+18, 1e+18]")
        << "seek does not act on it";
}

// Whatever its streams hold: the first suspect may be of integers, or double.
TEST(Explain, BlamesACustomStageAndNotAValueInRange) {
    const auto fail = [](void*, const CustomCall& call) {
        for (std::size_t i = 0; i < call.count; ++i) call.fault(i);
        return false;
    };
    for (const Stream stream : {Stream::arrived, Stream::decision, Stream::seconds_left, Stream::force_x}) {
        const Program program = build({CustomForce{.function = fail, .reads = stream_set(stream)},
                                       Locomotion{.max_force = 1.0f, .max_speed = 2.0f, .mass = 1.0f}});
        AgentBuffer buffer(program);
        buffer.spawn(5);
        const std::string said = message(explain(program, buffer.view(), {.dt = 0.1f}, 2));
        EXPECT_EQ(said.rfind("stage 0 (custom_force): it makes a fault of the agent", 0), 0u) << said;
    }
}

/// Every agent that faults is explained, and no other.
TEST(Explain, AgreesWithValidate) {
    for (const ProgramCase& test : program_cases()) {
        SCOPED_TRACE(test.name);
        Population population = test.population(60, 8, Values::faulty);
        const Population start = population;
        const AgentView view = population.view();
        const Ticks ticks{.dt = test.dt, .first_tick = 2};
        std::uint64_t explained = 0;
        for (std::size_t slot = 0; slot < 60; ++slot)
            explained += explain(test.program, view, ticks, slot).code == Code::bad_value;
        EXPECT_EQ(explained, validate(test.program, view, ticks).faults);
        EXPECT_TRUE(same_bits(start, population));
    }
}

}  // namespace
}  // namespace wend::test

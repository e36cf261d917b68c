// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Custom stages: the caller's code between wend's own forces, or instead of the locomotion.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"
#include "support/thread_pool.hpp"

namespace wend::test {
namespace {

constexpr std::size_t agents = 1500;
constexpr StreamSet seek_reads = position_streams | velocity_streams | target_streams;
const Locomotion vehicle{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.5f};

/// Seek once more, as an engine programmer writes it: the operations of kernels/docs/math.md.
bool seek_again(void* context, const CustomCall& call) {
    const float max_speed = *static_cast<const float*>(context);
    const float* const x = call.read<Stream::position_x>();
    const float* const y = call.read<Stream::position_y>();
    const float* const vx = call.read<Stream::velocity_x>();
    const float* const vy = call.read<Stream::velocity_y>();
    const float* const target_x = call.read<Stream::target_x>();
    const float* const target_y = call.read<Stream::target_y>();
    for (std::size_t i = 0; i < call.count; ++i) {
        const float dx = target_x[i] - x[i];
        const float dy = target_y[i] - y[i];
        const float xx = dx * dx;
        const float yy = dy * dy;
        const float scale = max_speed / std::sqrt(std::max(xx + yy, 0x1p-120f));
        call.force_x[i] += dx * scale - vx[i];
        call.force_y[i] += dy * scale - vy[i];
    }
    return true;
}

class Custom : public ::testing::TestWithParam<Isa> {};
INSTANTIATE_TEST_SUITE_P(AllIsas, Custom, each_isa(), isa_name);

TEST_P(Custom, AForceThatIsSeekAgainGivesSeeksBits) {
    ThreadPool pool(3);
    float max_speed = 3;
    const CustomForce again{
        .function = seek_again, .context = &max_speed, .reads = seek_reads, .weight = 0.5f};
    for (const Composition composition : {Composition::sum, Composition::prioritised}) {
        Locomotion locomotion = vehicle;
        locomotion.composition = composition;
        const Program expected_program = build({Wander{}, Seek{.weight = 0.5f}, locomotion});
        const Program custom = build({Wander{}, again, locomotion});
        Population expected(agents, streams_of(expected_program));
        fill(expected, 3, Values::ordinary);
        const Population start = expected;
        const Ticks ticks{.dt = 1.0f / 60, .count = 6, .first_tick = 2, .seed = 5};
        ASSERT_TRUE(faultless(run(expected_program, expected.view(77), ticks, serial_on(GetParam()))));
        for (const std::uint32_t block : {0u, 64u, 130u})
            for (const std::uint32_t ticks_per_pass : {0u, 1u})
                for (const Threading threading : {Threading::serial, Threading::tbb, Threading::callback}) {
                    Population actual = start;
                    ASSERT_TRUE(faultless(run(custom, actual.view(77), ticks,
                                              {.isa = GetParam(),
                                               .threading = threading,
                                               .block = block,
                                               .ticks_per_pass = ticks_per_pass,
                                               .jobs = pool.jobs()})));
                    EXPECT_TRUE(same_bits(expected, actual));
                }
    }
}

/// Moves its own state, draws, and skips agents that it finds at fault.
bool nudge(void*, const CustomCall& call) {
    for (std::size_t i = 0; i < call.count; ++i) {
        call.force_x[i] += random_unit(call.draw(i)) - 0.5f;
        call.force_y[i] += random_unit(call.draw(i, 1)) - 0.5f;
        call.write<Stream::wander_angle>()[i] += 0.25f;
        if (call.id(i) % 10 == 3) call.fault(i);
    }
    return true;
}

TEST_P(Custom, DrawsStateAndFaultsBelongToTheAgent) {
    const Program program =
        build({CustomForce{.function = nudge, .writes = stream_set(Stream::wander_angle), .draws = true},
               Seek{}, vehicle});
    EXPECT_TRUE(program.draws());
    Population expected(agents, streams_of(program, true));
    fill(expected, 3, Values::ordinary);
    const Population start = expected;
    EXPECT_EQ(run(program, expected.view(), {.dt = 0.1f}).status.code, Code::missing_tick);
    const Ticks ticks{.dt = 0.1f, .count = 4, .first_tick = 7, .seed = 1};
    const Result result = run(program, expected.view(), ticks, serial_on(GetParam()));
    EXPECT_EQ(result.faults, 4 * agents / 10);
    EXPECT_EQ(result.first_fault, 3u);
    for (std::size_t slot = 0; slot < agents; ++slot) {
        const float before = start.get<Stream::wander_angle>(slot);
        const float after = slot % 10 == 3 ? before : before + 0.25f + 0.25f + 0.25f + 0.25f;
        ASSERT_FLOAT_EQ(expected.get<Stream::wander_angle>(slot), after) << slot;
    }
    const std::vector<std::size_t> order = shuffled(agents, 8);
    Population permuted = start.permuted(order);
    EXPECT_EQ(run(program, permuted.view(), ticks, serial_on(GetParam())).faults, result.faults);
    EXPECT_TRUE(same_bits(expected.permuted(order), permuted));
    // The same on the reference, and in slices.
    Population sliced = start;
    for (std::size_t begin = 0; begin < agents; begin += 100)
        EXPECT_TRUE(
            run(program, sliced.view().slice(begin, 100), ticks, serial_on(Isa::reference)).status.ok());
    EXPECT_TRUE(same_bits(expected, sliced));
}

TEST_P(Custom, SlotsIndexTheCallersArrays) {
    std::vector<float> wind(agents);
    for (std::size_t i = 0; i < agents; ++i) wind[i] = static_cast<float>(i) * 0.01f;
    const auto blow = [](void* context, const CustomCall& call) {
        const auto& own = *static_cast<const std::vector<float>*>(context);
        for (std::size_t i = 0; i < call.count; ++i) call.force_x[i] += own[call.slot(i)];
        return true;
    };
    const Program custom = build({CustomForce{.function = blow, .context = &wind}, vehicle});
    const Program external = build({ExternalForce{}, vehicle});
    Population expected(agents, streams_of(external));
    fill(expected, 3, Values::ordinary);
    for (std::size_t i = 0; i < agents; ++i) {
        expected.set<Stream::external_force_x>(i, wind[i]);
        expected.set<Stream::external_force_y>(i, 0);
    }
    Population actual = expected;
    Population listed = expected;
    ASSERT_TRUE(faultless(run(external, expected.view(5), {.dt = 0.5f}, serial_on(GetParam()))));
    ASSERT_TRUE(faultless(run(custom, actual.view(5), {.dt = 0.5f}, serial_on(GetParam()))));
    EXPECT_TRUE(same_bits(expected, actual));
    std::vector<std::uint32_t> slots(agents);
    for (std::size_t i = 0; i < agents; ++i) slots[i] = static_cast<std::uint32_t>(agents - 1 - i);
    ASSERT_TRUE(
        faultless(run(custom, listed.view(5).only_slots(slots), {.dt = 0.5f}, serial_on(GetParam()))));
    EXPECT_TRUE(same_bits(expected, listed));
}

TEST_P(Custom, NoForceIsNone) {
    const auto nothing = [](void*, const CustomCall&) { return false; };
    const Program without = build({Seek{}, Wander{}, vehicle});
    for (const std::size_t place : {0u, 1u, 2u}) {
        std::vector<Stage> stages{Seek{}, Wander{}, vehicle};
        stages.insert(stages.begin() + static_cast<std::ptrdiff_t>(place), CustomForce{.function = nothing});
        const Program with = build(std::move(stages));
        Population expected(agents, streams_of(without));
        fill(expected, 3, Values::faulty);
        Population actual = expected;
        const Ticks ticks{.dt = 0.5f, .count = 3, .first_tick = 0};
        EXPECT_TRUE(same_result(run(without, expected.view(), ticks, serial_on(GetParam())),
                                run(with, actual.view(), ticks, serial_on(GetParam()))));
        EXPECT_TRUE(same_bits(expected, actual));
    }
    const Program alone = build({CustomForce{.function = nothing}, vehicle});
    const Program external = build({ExternalForce{.weight = 0}, vehicle});
    Population expected(agents, streams_of(external));
    fill(expected, 3, Values::ordinary);
    Population actual = expected;
    ASSERT_TRUE(faultless(run(external, expected.view(), {.dt = 0.5f}, serial_on(GetParam()))));
    ASSERT_TRUE(faultless(run(alone, actual.view(), {.dt = 0.5f}, serial_on(GetParam()))));
    EXPECT_TRUE(same_bits(expected, actual));
}

/// Inputs of other stages that a custom stage writes count from the next tick on, and are checked there.
TEST_P(Custom, StateThatIsAnotherStagesInput) {
    const auto spend = [](void*, const CustomCall& call) {
        for (std::size_t i = 0; i < call.count; ++i) call.write<Stream::max_speed>()[i] -= 1;
        return false;
    };
    Locomotion by_stream = vehicle;
    by_stream.max_speed.reset();
    const Program program =
        build({Seek{}, CustomForce{.function = spend, .writes = stream_set(Stream::max_speed)}, by_stream});
    Population start(130, streams_of(program));
    fill(start, 3, Values::ordinary);
    for (std::size_t slot = 0; slot < 130; ++slot) start.set<Stream::max_speed>(slot, 3);
    Population expected = start;
    std::uint64_t faults = 0;
    for (int tick = 0; tick < 6; ++tick)
        faults += run(program, expected.view(), {.dt = 0.1f}, serial_on(Isa::reference)).faults;
    EXPECT_EQ(faults, 130u * 2);
    Population actual = start;
    EXPECT_EQ(run(program, actual.view(), {.dt = 0.1f, .count = 6}, serial_on(GetParam())).faults, faults);
    EXPECT_TRUE(same_bits(expected, actual));
}

/// A node is kept by path and direction: another stage may change both.
TEST_P(Custom, ADirectionThatAnotherStageWrites) {
    static const PathSet paths = make_short_paths(5, 3);
    const auto turn = [](void*, const CustomCall& call) {
        for (std::size_t i = 0; i < call.count; ++i)
            call.write<Stream::direction>()[i] = call.slot(i) % 3 == 0   ? 500'000'000
                                                 : call.slot(i) % 3 == 1 ? -1
                                                                         : 1;
        return false;
    };
    const Program program =
        build({PathFollow{.paths = paths, .mode = PathMode::loop, .radius = 100},
               CustomForce{.function = turn, .writes = stream_set(Stream::direction)}, vehicle});
    Population start(130, streams_of(program));
    fill(start, 3, Values::ordinary, {&paths, PathMode::loop});
    Population expected = start;
    std::uint64_t faults = 0;
    for (int tick = 0; tick < 4; ++tick)
        faults += run(program, expected.view(), {.dt = 1}, serial_on(Isa::reference)).faults;
    Population actual = start;
    EXPECT_EQ(run(program, actual.view(), {.dt = 1, .count = 4}, serial_on(GetParam())).faults, faults);
    EXPECT_TRUE(same_bits(expected, actual));
}

/// `finished` is path following's in mode once alone.
TEST_P(Custom, AStreamThatPathFollowingWritesInAnotherMode) {
    static const PathSet paths = make_short_paths(5, 3);
    const auto count = [](void*, const CustomCall& call) {
        for (std::size_t i = 0; i < call.count; ++i) ++call.write<Stream::finished>()[i];
        return false;
    };
    const CustomForce counter{.function = count, .writes = stream_set(Stream::finished)};
    for (const PathMode mode : {PathMode::loop, PathMode::ping_pong}) {
        const Program program =
            build({counter, PathFollow{.paths = paths, .mode = mode, .radius = 100}, vehicle});
        Population population(130, streams_of(program));
        fill(population, 3, Values::ordinary, {&paths, mode});
        for (std::size_t slot = 0; slot < 130; ++slot) population.set<Stream::finished>(slot, 7);
        ASSERT_TRUE(faultless(run(program, population.view(), {.dt = 1, .count = 4}, serial_on(GetParam()))));
        for (std::size_t slot = 0; slot < 130; ++slot)
            ASSERT_EQ(population.get<Stream::finished>(slot), 11u) << slot;
    }
    EXPECT_EQ(Program::build({counter, PathFollow{.paths = paths, .radius = 100}, vehicle}).status().code,
              Code::invalid_program);
}

TEST_P(Custom, FaultsDoNotDependOnWhatNeighboursAreGiven) {
    const auto push_one = [](void*, const CustomCall& call) {
        bool any = false;
        for (std::size_t i = 0; i < call.count; ++i) {
            if (call.slot(i) != 1) continue;
            call.force_x[i] = 1;
            any = true;
        }
        return any;
    };
    const auto step = [](void*, const CustomCall& call) {
        for (std::size_t i = 0; i < call.count; ++i) call.write<Stream::position_x>()[i] += 1;
    };
    const Program program =
        build({CustomForce{.function = push_one},
               CustomLocomotion{.function = step, .writes = stream_set(Stream::position_x)}});
    Population whole(200, streams_of(program));
    fill(whole, 3, Values::ordinary);
    whole.set<Stream::velocity_x>(0, NAN);
    whole.set<Stream::velocity_x>(150, NAN);
    EXPECT_EQ(run(program, whole.view(), {.dt = 1}, serial_on(GetParam())).faults, 2u);
}

TEST_P(Custom, BadForcesAndBadStateAreFaults) {
    const auto bad = [](void*, const CustomCall& call) {
        for (std::size_t i = 0; i < call.count; ++i) {
            if (call.slot(i) == 11) call.force_y[i] = std::numeric_limits<float>::quiet_NaN();
            if (call.slot(i) == 600) call.force_x[i] = 2e18f;
            if (call.slot(i) == 700)
                call.write<Stream::wander_angle>()[i] = std::numeric_limits<float>::infinity();
        }
        return true;
    };
    const Program program = build({CustomForce{.function = bad, .writes = stream_set(Stream::wander_angle)},
                                   Seek{.weight = 0}, vehicle});
    Population start(agents, streams_of(program));
    fill(start, 3, Values::ordinary);
    Population moved = start;
    const Result result = run(program, moved.view(), {.dt = 0.1f, .count = 2}, serial_on(GetParam()));
    EXPECT_EQ(result.faults, 6u);
    EXPECT_EQ(result.first_fault, 11u);
    for (const std::size_t slot : {11u, 600u, 700u})
        for (const Stream stream : start.streams())
            EXPECT_EQ(std::memcmp(start.data(stream) + 4 * slot, moved.data(stream) + 4 * slot, 4), 0);
}

TEST_P(Custom, ALocomotionOfTheCallers) {
    const auto drift = [](void* context, const CustomCall& call) {
        const float drag = *static_cast<const float*>(context);
        for (std::size_t i = 0; i < call.count; ++i) {
            call.write<Stream::velocity_x>()[i] +=
                (call.force_x[i] - drag * call.read<Stream::velocity_x>()[i]) * call.dt;
            call.write<Stream::velocity_y>()[i] +=
                (call.force_y[i] - drag * call.read<Stream::velocity_y>()[i]) * call.dt;
            call.write<Stream::position_x>()[i] += call.write<Stream::velocity_x>()[i] * call.dt;
            call.write<Stream::position_y>()[i] += call.write<Stream::velocity_y>()[i] * call.dt;
        }
    };
    float drag = 0.5f;
    const Program program = build({Seek{}, CustomLocomotion{.function = drift, .context = &drag}});
    std::vector<Stream> streams = streams_of(program);
    Population expected(agents, streams);
    fill(expected, 3, Values::ordinary);
    Population actual = expected;
    for (int tick = 0; tick < 5; ++tick)
        ASSERT_TRUE(faultless(run(program, expected.view(), {.dt = 0.1f}, serial_on(Isa::reference))));
    ASSERT_TRUE(
        faultless(run(program, actual.view(), {.dt = 0.1f, .count = 5}, {.isa = GetParam(), .block = 64})));
    EXPECT_TRUE(same_bits(expected, actual));
    EXPECT_EQ(forces(program, actual.view(), {.dt = 0.1f}).status.code, Code::invalid_program);
}

/// The sum of squares of the forces of all agents, those at fault included.
void sum_forces(void* context, const CustomCall& call) {
    for (std::size_t i = 0; i < call.count; ++i)
        *static_cast<float*>(context) +=
            call.force_x[i] * call.force_x[i] + call.force_y[i] * call.force_y[i];
}

TEST_P(Custom, ALocomotionGetsNoForceOfAgentsAtFault) {
    float sum = 0;
    const Program program =
        build({Seek{.target = {0, 0}}, CustomLocomotion{.function = sum_forces, .context = &sum}});
    // The tile's memory is full of NaN.
    std::vector<std::byte> memory(scratch_bytes, std::byte{0xff});
    const Scratch scratch{
        .of_this_thread =
            [](void* context) {
                return static_cast<void*>(static_cast<std::vector<std::byte>*>(context)->data());
            },
        .context = &memory};
    for (const std::size_t count : {std::size_t{40}, std::size_t{200}}) {
        sum = 0;
        Population population(count, streams_of(program));
        fill(population, 3, Values::ordinary);
        for (std::size_t slot = 0; slot < count; slot += 3)
            population.set<Stream::position_x>(slot, std::numeric_limits<float>::quiet_NaN());
        for (std::size_t slot = 64; slot < std::min<std::size_t>(count, 128); ++slot)
            population.set<Stream::velocity_y>(slot, std::numeric_limits<float>::infinity());
        const Result result = run(program, population.view(), {.dt = 0.1f},
                                  {.isa = GetParam(), .threading = Threading::serial, .scratch = scratch});
        EXPECT_GT(result.faults, 0u);
        EXPECT_TRUE(std::isfinite(sum) && sum > 0) << sum;
    }
}

TEST(CustomStages, AreRefused) {
    const auto status = [](std::vector<Stage> stages) { return Program::build(std::move(stages)).status(); };
    EXPECT_EQ(message(status({CustomForce{}, vehicle})), "stage 0 (custom_force): function is null");
    const auto nothing = [](void*, const CustomCall&) { return false; };
    const auto still = [](void*, const CustomCall&) {};
    EXPECT_EQ(status({CustomForce{.function = nothing, .reads = ~StreamSet{0}}, vehicle}).code,
              Code::unknown_stream);
    EXPECT_EQ(status({CustomForce{.function = nothing, .writes = stream_set(Stream::id)}, vehicle}).code,
              Code::invalid_program);
    EXPECT_EQ(status({CustomForce{.function = nothing, .writes = position_streams}, vehicle}).code,
              Code::invalid_program)
        << "the locomotion's state";
    EXPECT_EQ(status({CustomForce{.function = nothing}}).code, Code::invalid_program);
    EXPECT_EQ(status({CustomLocomotion{.function = still}, Seek{}}).code, Code::invalid_program);
    EXPECT_EQ(status({CustomForce{.function = nothing, .weight = NAN}, vehicle}).code,
              Code::parameter_out_of_range);
    EXPECT_TRUE(status({CustomForce{.function = nothing}, vehicle}).ok());
    EXPECT_EQ(
        message(status({CustomForce{.function = nothing, .reads = stream_set(Stream::max_speed)}, vehicle})),
        "max_speed is given as a value and as a stream");
    const CustomForce no_stream{.function = nothing, .writes = stream_set(127)};
    EXPECT_EQ(status({no_stream, no_stream, vehicle}).code, Code::unknown_stream);
    EXPECT_EQ(message(status({no_stream, no_stream, vehicle})),
              "stage 0 (custom_force): writes: no stream has the number 127");
    EXPECT_TRUE(status({CustomLocomotion{.function = still}}).ok());
}

TEST(CustomStages, ValidateAsksThemAndWritesNothing) {
    const Program program = build(
        {CustomForce{.function = nudge, .writes = stream_set(Stream::wander_angle), .draws = true}, vehicle});
    Population population(agents, streams_of(program));
    fill(population, 3, Values::ordinary);
    const Population start = population;
    EXPECT_EQ(validate(program, population.view(), {.dt = 0.1f, .first_tick = 0}).faults, agents / 10);
    EXPECT_TRUE(same_bits(start, population));
}

}  // namespace
}  // namespace wend::test

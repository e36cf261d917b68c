// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Nothing about the execution of a call changes a bit: threads, blocks, passes, splits of agents and of
// ticks, the order of agents, the caller's float settings, values or streams.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <mutex>
#include <thread>
#include <tuple>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/float_settings.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"
#include "support/thread_pool.hpp"

namespace wend::test {
namespace {

using Parameter = std::tuple<Isa, const ProgramCase*>;

class Invariance : public ::testing::TestWithParam<Parameter> {
  protected:
    static constexpr std::size_t agents = 3001;
    static constexpr std::uint32_t first_id = 37;
    static constexpr std::uint32_t tick_count = 7;

    [[nodiscard]] static Isa isa() { return std::get<0>(GetParam()); }
    [[nodiscard]] static const ProgramCase& test() { return *std::get<1>(GetParam()); }
    [[nodiscard]] static const Program& program() { return test().program; }
    [[nodiscard]] static Ticks ticks() {
        return {.dt = test().dt, .count = tick_count, .first_tick = 100, .seed = 42};
    }

    void SetUp() override {
        expected_result_ = run(program(), expected_.view(first_id), ticks(), serial_on(isa()));
        ASSERT_TRUE(expected_result_.status.ok());
        ASSERT_GT(expected_result_.faults, 0u);
    }

    void expect_same_with(Execution execution) {
        execution.isa = isa();
        Population actual = start_;
        EXPECT_TRUE(same_result(expected_result_, run(program(), actual.view(first_id), ticks(), execution)));
        EXPECT_TRUE(same_bits(expected_, actual));
    }

    const Population start_ = test().population(agents, 4, Values::faulty, 4);
    Population expected_ = start_;
    Result expected_result_;
};

TEST_P(Invariance, ThreadsBlocksAndPasses) {
    ThreadPool pool(2);
    for (const Threading threading : {Threading::serial, Threading::tbb, Threading::callback})
        for (const std::uint32_t block : {0u, 1u, 64u, 65u, 192u, 1024u, 100'000u})
            for (const std::uint32_t ticks_per_pass : {0u, 1u, 2u, 3u, 7u, 64u}) {
                SCOPED_TRACE(::testing::Message() << "threading " << static_cast<int>(threading) << ", block "
                                                  << block << ", ticks per pass " << ticks_per_pass);
                expect_same_with({.threading = threading,
                                  .block = block,
                                  .ticks_per_pass = ticks_per_pass,
                                  .jobs = pool.jobs()});
            }
    for (const std::uint32_t threads : {1u, 2u, 5u})
        expect_same_with({.threading = Threading::tbb, .max_threads = threads, .block = 64});
    for (const std::uint32_t grain : {1u, 512u, 1'000'000'000u})
        for (const Threading threading : {Threading::tbb, Threading::callback})
            expect_same_with({.threading = threading, .grain = grain, .jobs = pool.jobs()});
}

TEST_P(Invariance, ScratchOfTheCaller) {
    struct PerThread {
        std::mutex mutex;
        std::map<std::thread::id, std::vector<std::byte>> memory;
    } per_thread;
    ThreadPool pool(3);
    for (const Threading threading : {Threading::serial, Threading::tbb, Threading::callback}) {
        Execution execution = serial_on(isa());
        execution.threading = threading;
        execution.block = 64;
        execution.jobs = pool.jobs();
        execution.scratch = {.of_this_thread = [](void* context) -> void* {
                                 auto& threads = *static_cast<PerThread*>(context);
                                 const std::lock_guard lock(threads.mutex);
                                 auto& memory = threads.memory[std::this_thread::get_id()];
                                 memory.resize(scratch_bytes);
                                 return memory.data();
                             },
                             .context = &per_thread};
        expect_same_with(execution);
    }
    EXPECT_FALSE(per_thread.memory.empty());
}

TEST_P(Invariance, SplitsOfTheRange) {
    if (test().program.looks_at_others()) GTEST_SKIP() << "target_agent names slots of the whole view";
    for (const std::size_t part : {std::size_t{1}, std::size_t{15}, std::size_t{63}, std::size_t{64},
                                   std::size_t{65}, std::size_t{700}}) {
        SCOPED_TRACE(::testing::Message() << "slices of " << part);
        Population actual = start_;
        const AgentView whole = actual.view(first_id);
        std::uint64_t faults = 0;
        for (std::size_t begin = 0; begin < agents; begin += part) {
            const AgentView slice = whole.slice(begin, std::min(part, agents - begin));
            faults += run(program(), slice, ticks(), serial_on(isa())).faults;
        }
        EXPECT_EQ(faults, expected_result_.faults);
        EXPECT_TRUE(same_bits(expected_, actual));
    }
}

TEST_P(Invariance, GroupsOfTicks) {
    for (const auto& groups : {std::vector<std::uint32_t>{1, 1, 1, 1, 1, 1, 1}, {3, 4}, {6, 0, 1}, {2, 5}}) {
        Population actual = start_;
        Ticks part = ticks();
        std::uint64_t faults = 0;
        for (const std::uint32_t count : groups) {
            part.count = count;
            faults += run(program(), actual.view(first_id), part, serial_on(isa())).faults;
            *part.first_tick += count;
        }
        EXPECT_EQ(faults, expected_result_.faults);
        EXPECT_TRUE(same_bits(expected_, actual));
    }
}

TEST_P(Invariance, OrderOfAgentsById) {
    Population ordered = test().population(agents, 6, Values::faulty, 0, true);
    const std::vector<std::size_t> order = shuffled(agents, 8);
    Population shuffled_agents = ordered.permuted(order);
    const Result expected = run(program(), ordered.view(), ticks(), serial_on(isa()));
    const Result actual = run(program(), shuffled_agents.view(), ticks(), serial_on(isa()));
    EXPECT_EQ(actual.faults, expected.faults);
    EXPECT_TRUE(same_bits(ordered.permuted(order), shuffled_agents));
    EXPECT_EQ(state_hash(program(), shuffled_agents.view()), state_hash(program(), ordered.view()));
}

TEST_P(Invariance, FloatSettingsOfTheCaller) {
    ThreadPool pool(1);
    const std::uint64_t usual = float_control();
    for (const FloatSetting& setting : float_settings)
        for (const Threading threading : {Threading::serial, Threading::tbb, Threading::callback}) {
            Population actual = start_;
            const AgentView view = actual.view(first_id);
            Execution execution = serial_on(isa());
            execution.threading = threading;
            execution.block = 64;
            execution.jobs = pool.jobs();
            set_float_control(setting.control);
            const Result result = run(program(), view, ticks(), execution);
            const std::uint64_t after = float_control();
            set_float_control(usual);
            EXPECT_EQ(after, setting.control) << setting.name;
            EXPECT_TRUE(same_result(expected_result_, result)) << setting.name;
            EXPECT_TRUE(same_bits(expected_, actual)) << setting.name;
        }
}

/// A parameter given as a value gives the same bits as one given as a stream.
class ValueOrStream : public ::testing::TestWithParam<Isa> {
  protected:
    static void compare(const Program& by_value, const Program& by_stream, Population& population,
                        const Ticks& ticks) {
        Population from_values(population.size(), streams_of(by_value));
        for (const Stream stream : from_values.streams())
            for (std::size_t slot = 0; slot < population.size(); ++slot)
                from_values.set_bytes(stream, slot,
                                      population.data(stream) + slot * size_of(info(stream).element));
        const Result expected = run(by_value, from_values.view(), ticks, serial_on(GetParam()));
        const Result actual = run(by_stream, population.view(), ticks, serial_on(GetParam()));
        ASSERT_TRUE(same_result(expected, actual));
        ASSERT_GT(population.size(), actual.faults);
        for (const Stream stream : from_values.streams())
            ASSERT_EQ(std::memcmp(population.data(stream), from_values.data(stream),
                                  population.size() * size_of(info(stream).element)),
                      0)
                << name(stream);
    }

    /// Expects the same bits in streams of 4 bytes.
    static void expect_same(const Population& expected, const Population& actual,
                            std::initializer_list<Stream> streams) {
        for (const Stream stream : streams)
            for (std::size_t slot = 0; slot < expected.size(); ++slot)
                ASSERT_EQ(std::memcmp(expected.data(stream) + 4 * slot, actual.data(stream) + 4 * slot, 4), 0)
                    << name(stream) << " of agent " << slot << " of " << expected.size();
    }

    static constexpr std::initializer_list<Stream> motion{Stream::position_x, Stream::position_y,
                                                          Stream::velocity_x, Stream::velocity_y};
};

TEST_P(ValueOrStream, Limits) {
    struct Limits {
        float max_force, max_speed, mass;
    };
    for (const Limits limits :
         {Limits{20, 3, 1.5f}, Limits{0, 0, 1}, Limits{1e18f, 1e18f, 1e-18f}, Limits{1e-30f, 2, 1},
          Limits{5, 1e-19f, 1}, Limits{5, 1e-40f, 1e18f}, Limits{0x1p-60f, 0x1p-60f, 3}}) {
        SCOPED_TRACE(::testing::Message()
                     << limits.max_force << " " << limits.max_speed << " " << limits.mass);
        const Program by_value = build(
            {Wander{}, Seek{},
             Locomotion{.max_force = limits.max_force, .max_speed = limits.max_speed, .mass = limits.mass}});
        const Program stream_program = build({Wander{}, Seek{}, Locomotion{}});
        Population population(1000, streams_of(stream_program));
        fill(population, 3, Values::adversarial);
        for (std::size_t slot = 0; slot < population.size(); ++slot) {
            population.set<Stream::max_force>(slot, limits.max_force);
            population.set<Stream::max_speed>(slot, limits.max_speed);
            population.set<Stream::mass>(slot, limits.mass);
        }
        compare(by_value, stream_program, population, {.dt = 0.25f, .count = 5, .first_tick = 0});
    }
}

TEST_P(ValueOrStream, Speed) {
    for (const float speed : {1.5f, 0.0f, -0.0f, -80.0f, 1e-30f, 1e-19f, 1e18f}) {
        SCOPED_TRACE(::testing::Message() << "speed " << speed);
        const PathsInUse& in_use = program_case("waypoint_advance_ping_pong_stream").paths;
        const Program stream_program = build({WaypointAdvance{.paths = *in_use.paths, .mode = in_use.mode}});
        Population population(1000, streams_of(stream_program));
        fill(population, 3, Values::ordinary, in_use);
        for (std::size_t slot = 0; slot < population.size(); ++slot)
            population.set<Stream::speed>(slot, speed);
        compare(build({WaypointAdvance{.paths = *in_use.paths, .mode = in_use.mode, .speed = speed}}),
                stream_program, population, {.dt = 0.5f, .count = 5, .first_tick = 0});
    }
}

/// An input may share the memory of a state stream: every tick reads it before it writes it.
TEST_P(ValueOrStream, AnInputMayBeAStateStream) {
    const Program program = build({Seek{}, Locomotion{.max_force = 5.0f, .max_speed = 2.0f, .mass = 1.0f}});
    Population apart(999, streams_of(program));
    fill(apart, 3, Values::adversarial);
    Population shared = apart;
    AgentView view = shared.view();
    ASSERT_TRUE(view.bind(Stream::target_x, view.column(Stream::velocity_x)).ok());
    for (const std::uint32_t ticks_per_call : {1u, 5u}) {
        SCOPED_TRACE(::testing::Message() << ticks_per_call << " ticks in a call");
        std::uint64_t expected_faults = 0;
        for (std::uint32_t tick = 0; tick < ticks_per_call; ++tick) {
            for (std::size_t slot = 0; slot < apart.size(); ++slot)
                apart.set<Stream::target_x>(slot, apart.get<Stream::velocity_x>(slot));
            expected_faults +=
                run(program, apart.view(), {.dt = 0.25f, .first_tick = 0}, serial_on(Isa::reference)).faults;
        }
        const Result result = run(program, view, {.dt = 0.25f, .count = ticks_per_call, .first_tick = 0},
                                  serial_on(GetParam()));
        EXPECT_EQ(result.faults, expected_faults);
        expect_same(apart, shared, motion);
    }
}

/// A mass that shares the memory of a velocity becomes invalid when the velocity turns negative.
TEST_P(ValueOrStream, AnInputThatIsAStateStreamIsCheckedInEveryTick) {
    const Program program =
        build({Seek{}, Flee{.weight = 0.5f}, Locomotion{.max_force = 5.0f, .max_speed = 2.0f}});
    Population apart(999, streams_of(program));
    fill(apart, 3, Values::ordinary);
    for (std::size_t slot = 0; slot < apart.size(); ++slot)
        apart.set<Stream::velocity_y>(slot, 0.5f + static_cast<float>(slot % 7));
    Population shared = apart;
    AgentView view = shared.view();
    ASSERT_TRUE(view.bind(Stream::mass, view.column(Stream::velocity_y)).ok());
    std::uint64_t expected_faults = 0;
    for (std::uint32_t tick = 0; tick < 8; ++tick) {
        for (std::size_t slot = 0; slot < apart.size(); ++slot)
            apart.set<Stream::mass>(slot, apart.get<Stream::velocity_y>(slot));
        expected_faults +=
            run(program, apart.view(), {.dt = 0.5f, .first_tick = 0}, serial_on(Isa::reference)).faults;
    }
    ASSERT_GT(expected_faults, 0u);
    const Result result =
        run(program, view, {.dt = 0.5f, .count = 8, .first_tick = 0}, serial_on(GetParam()));
    EXPECT_EQ(result.faults, expected_faults);
    expect_same(apart, shared, motion);
}

/// A speed that shares the memory of an output is the heading of the previous tick.
TEST_P(ValueOrStream, AnInputThatIsAnOutputIsReadInEveryTick) {
    const ProgramCase& test = program_case("waypoint_advance_loop_stream");
    Population apart(1000,
                     std::array{Stream::path, Stream::segment, Stream::segment_distance, Stream::position_x,
                                Stream::position_y, Stream::speed, Stream::heading_x});
    fill(apart, 3, Values::ordinary, test.paths);
    Population shared = apart;
    const auto bound = [](Population& population, Stream heading) {
        AgentView view = population.view();
        EXPECT_TRUE(view.bind(Stream::heading_x, view.column(heading)).ok());
        return view;
    };
    // The stage needs both components of the heading.
    std::vector<float> heading_y(apart.size());
    for (std::uint32_t tick = 0; tick < 6; ++tick) {
        AgentView view = bound(apart, Stream::heading_x);
        view.bind<Stream::heading_y>(heading_y);
        ASSERT_TRUE(
            run(test.program, view, {.dt = 0.5f, .first_tick = 0}, serial_on(Isa::reference)).status.ok());
        for (std::size_t slot = 0; slot < apart.size(); ++slot)
            apart.set<Stream::speed>(slot, apart.get<Stream::heading_x>(slot));
    }
    AgentView view = bound(shared, Stream::speed);
    view.bind<Stream::heading_y>(heading_y);
    ASSERT_TRUE(run(test.program, view, {.dt = 0.5f, .count = 6, .first_tick = 0}, serial_on(GetParam()))
                    .status.ok());
    expect_same(apart, shared, {Stream::position_x, Stream::position_y, Stream::speed});
}

INSTANTIATE_TEST_SUITE_P(AllIsas, ValueOrStream, each_isa(), isa_name);

std::vector<const ProgramCase*> chosen_cases() {
    std::vector<const ProgramCase*> cases;
    for (const char* name :
         {"wander_world_wrap_values", "wander_heading_bounce_streams", "wander_reference_dt_none_values",
          "seek_none_streams", "seek_wander_wander_wrap_streams", "waypoint_advance_once_stream",
          "waypoint_advance_loop_stream", "waypoint_advance_ping_pong_stream", "pursue_agent",
          "retarget_wander", "path_follow_ping_pong_swept", "prioritised_agents", "waypoint_ease_bell",
          "approach_jitter_repick"})
        cases.push_back(&program_case(name));
    return cases;
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Invariance,
                         ::testing::Combine(each_isa(), ::testing::ValuesIn(chosen_cases())),
                         [](const ::testing::TestParamInfo<Parameter>& parameter) {
                             return std::string(name(std::get<0>(parameter.param))) + "_" +
                                    std::get<1>(parameter.param)->name;
                         });

}  // namespace
}  // namespace wend::test

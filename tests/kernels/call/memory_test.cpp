// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// A call touches nothing outside the bound streams (guard pages on both sides), writes no input and allocates
// no memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <deque>

#include "support/allocation_counter.hpp"
#include "support/bit_compare.hpp"
#include "support/guarded_memory.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"
#include "support/thread_pool.hpp"

namespace wend::test {
namespace {

class Memory : public ::testing::TestWithParam<Isa> {};

/// A copy of a population's streams between guard pages, with read-only inputs.
class GuardedPopulation {
  public:
    GuardedPopulation(const Population& start, const Program& program, Flush flush)
        : start_(start), workspace_(workspace_of(start, program) * sizeof(float), flush) {
        view_.workspace({reinterpret_cast<float*>(workspace_.data()), workspace_of(start, program)});
        for (const Stream stream : start.streams()) {
            const std::size_t bytes = start.size() * size_of(info(stream).element);
            GuardedMemory& memory = memory_.emplace_back(bytes, flush);
            if (bytes != 0) std::memcpy(memory.data(), start.data(stream), bytes);
            const bool written = writes(program, stream);
            if (!written) memory.make_read_only();
            EXPECT_TRUE(
                view_.bind(stream, Column{memory.data(), start.size(), info(stream).element, written}).ok());
        }
    }
    [[nodiscard]] const AgentView& view() const { return view_; }

    [[nodiscard]] Population contents() const {
        Population result(start_.size(), start_.streams());
        for (std::size_t i = 0; i < memory_.size(); ++i) {
            const Stream stream = start_.streams()[i];
            for (std::size_t slot = 0; slot < start_.size(); ++slot)
                result.set_bytes(stream, slot, memory_[i].data() + slot * size_of(info(stream).element));
        }
        return result;
    }

  private:
    static std::size_t workspace_of(const Population& start, const Program& program) {
        Population copy = start;
        return workspace_size(program, copy.view());
    }
    static bool writes(const Program& program, Stream stream) {
        for (const StreamUse& use : program.streams())
            if (use.stream == stream) return use.use != Use::input;
        return std::ranges::find(program.outputs(), stream) != program.outputs().end();
    }

    const Population& start_;
    GuardedMemory workspace_;
    std::deque<GuardedMemory> memory_;
    AgentView view_;
};

TEST_P(Memory, NothingOutsideTheStreamsIsTouched) {
    const std::array names{"wander_world_wrap_streams",
                           "wander_heading_bounce_values",
                           "seek_none_streams",
                           "seek_wander_wander_none_values",
                           "waypoint_advance_once_stream",
                           "waypoint_advance_loop_huge",
                           "waypoint_advance_ping_pong_stream",
                           "pursue_agent",
                           "three_targets",
                           "forces_out",
                           "heading_out_limited",
                           "stages_by_agent_swept",
                           "custom_locomotion",
                           "retarget_wander_phase",
                           "path_follow_ping_pong_swept",
                           "prioritised_path_follow",
                           "waypoint_ease_bell",
                           "waypoint_parabola",
                           "approach_jitter_repick"};
    for (const char* name : names) {
        const ProgramCase& test = program_case(name);
        for (std::size_t size = 0; size <= 130; ++size)
            for (const Flush flush : {Flush::front, Flush::back}) {
                SCOPED_TRACE(::testing::Message() << name << ", " << size << " agents");
                const Population start =
                    test.population(size, size, Values::faulty, 0, test.program.draws() && size % 2 == 1);
                const GuardedPopulation guarded(start, test.program, flush);
                Population expected = start;
                const Ticks ticks{.dt = test.dt, .count = 2, .first_tick = 0};
                const Result result = run(test.program, guarded.view(), ticks, serial_on(GetParam()));
                ASSERT_TRUE(same_result(run(test.program, expected.view(), ticks, serial_on(Isa::reference)),
                                        result));
                ASSERT_TRUE(same_bits(expected, guarded.contents()));
                ASSERT_TRUE(validate(test.program, guarded.view(), ticks, serial_on(GetParam())).status.ok());
            }
    }
}

TEST_P(Memory, ValidateWritesNothing) {
    for (const ProgramCase& test : program_cases()) {
        const Population start = test.population(500, 9, Values::faulty);
        Population now = start;
        const Result result =
            validate(test.program, now.view(), {.dt = test.dt, .first_tick = 0}, serial_on(GetParam()));
        EXPECT_TRUE(result.status.ok());
        EXPECT_TRUE(same_bits(start, now)) << test.name;
    }
}

/// The other calls: many views, forces, prepared, copies of the state, a fault explained, a stage tuned.
void call_all_others(const ProgramCase& test, Program& tuned, Population& population,
                     const Execution& execution, std::span<float> workspace, std::span<std::byte> snapshot) {
    const Ticks tick{.dt = test.dt, .first_tick = 0};
    const AgentView view = population.view();
    const AgentView copy = keep_start(view, workspace);
    const std::size_t half = view.size() / 2;
    std::array halves{view.slice(0, half).look_at(copy), view.slice(half, view.size() - half).look_at(copy)};
    const std::size_t each = (workspace.size() - 20'000) / 2;
    halves[0].workspace(workspace.subspan(20'000, each));
    halves[1].workspace(workspace.subspan(20'000 + each, each));
    EXPECT_TRUE(run_views(test.program, halves, tick, execution).status.ok());
    const std::array together{view.slice(0, half), view.slice(half, view.size() - half)};
    const ViewOptions all{.see = See::all_views, .workspace = workspace};
    EXPECT_TRUE(run_views(test.program, together, tick, execution, all).status.ok());
    static_cast<void>(forces(test.program, view, tick, execution));
    PreparedRun prepared(test.program, view, tick, execution);
    prepared.run(0, prepared.block_count());
    EXPECT_TRUE(prepared.finish().status.ok());
    EXPECT_TRUE(save(test.program, view, snapshot).ok());
    EXPECT_TRUE(restore(test.program, view, snapshot).ok());
    static_cast<void>(explain(test.program, view, tick, 17));
    EXPECT_TRUE(tuned.tune(0, test.program.stages()[0]).ok());
}

TEST_P(Memory, OtherCallsAllocateNothing) {
    for (const ProgramCase& test : program_cases()) {
        Population population = test.population(test.agents(5000), 1, Values::faulty);
        static_cast<void>(population.view());  // makes its workspace
        std::vector<float> workspace(20'000 + 2 * largest_workspace(5000));
        std::vector<std::byte> snapshot(snapshot_bytes(test.program, population.view()));
        Program tuned = test.program;
        const std::uint64_t before = allocations();
        call_all_others(test, tuned, population, serial_on(GetParam()), workspace, snapshot);
        EXPECT_EQ(allocations() - before, 0u) << test.name;
    }
}

TEST_P(Memory, CallsAllocateNothing) {
    ThreadPool pool(2);
    for (const ProgramCase& test : program_cases()) {
        Population population = test.population(test.agents(5000), 1, Values::faulty);
        const AgentView view = population.view();
        Execution execution = serial_on(GetParam());
        for (const Threading threading : {Threading::serial, Threading::callback}) {
            execution.threading = threading;
            execution.jobs = pool.jobs();
            execution.block = 256;
            const std::uint64_t before = allocations();
            const bool ok =
                run(test.program, view, {.dt = test.dt, .count = 3, .first_tick = 0}, execution)
                    .status.ok() &&
                validate(test.program, view, {.dt = test.dt, .first_tick = 0}, execution).status.ok();
            const std::uint64_t hash = state_hash(test.program, view);
            const std::uint64_t after = allocations();
            EXPECT_TRUE(ok);
            EXPECT_NE(hash, 0u);
            EXPECT_EQ(after - before, 0u) << test.name;
        }
    }
    EXPECT_GT(pool.ranges_run(), 0u);
}

TEST(AllocationCounter, Counts) {
    const std::uint64_t before = allocations();
    const std::vector<int> made(1000, 1);
    EXPECT_EQ(allocations() - before, 1u);
    EXPECT_EQ(made.back(), 1);
}

TEST(GuardedMemoryDeathTest, BothSidesAreGuarded) {
    for (const Flush flush : {Flush::front, Flush::back}) {
        const GuardedMemory memory(100, flush);
        memory.data()[0] = memory.data()[99] = std::byte{1};
        volatile std::byte* const outside = flush == Flush::front ? memory.data() - 1 : memory.data() + 100;
        EXPECT_DEATH(*outside = std::byte{1}, "");
    }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Memory, each_isa(), isa_name);

}  // namespace
}  // namespace wend::test

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The largest programs that build: as many stages, states and outputs as the rules of composition allow. The
// list of kernels sets the size of the driver's scratch (driver/capacities.hpp).
#include <gtest/gtest.h>

#include "support/bit_compare.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

/// Eight forces with every state that forces have, all limits as streams, every output bound.
Program largest_program(const PathSet& paths, PathMode mode) {
    return build(
        {Wander{}, RetargetWander{.interval = 0.5f, .area = case_area},
         PathFollow{.paths = paths, .mode = mode, .radius = 50, .swept = true, .slowing_radius = 100.0f},
         Pursue{.quarry = Quarry::agent}, OffsetPursue{}, Interpose{}, Wander{.frame = WanderFrame::heading},
         Interpose{.quarry = Quarry::agent},
         Locomotion{.composition = Composition::prioritised, .bounds = Bounds::wrap, .area = case_area}});
}

class Capacity : public ::testing::TestWithParam<Isa> {};

TEST_P(Capacity, HoldsTheLargestPrograms) {
    static const PathSet paths = make_short_paths(4);
    for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong}) {
        const Program program = largest_program(paths, mode);
        std::vector<Stream> streams = streams_of(program, true);
        streams.insert(streams.end(), program.outputs().begin(), program.outputs().end());
        for (const Values values : {Values::ordinary, Values::faulty}) {
            Population expected(700, streams);
            fill(expected, 11, values, {&paths, mode});
            Population actual = expected;
            const Ticks ticks{.dt = 0.25f, .count = 5, .first_tick = 3, .seed = 9};
            const Result result = run(program, expected.view(), ticks, serial_on(Isa::reference));
            ASSERT_TRUE(result.status.ok()) << message(result.status);
            EXPECT_TRUE(same_result(result, run(program, actual.view(), ticks, serial_on(GetParam()))));
            EXPECT_TRUE(same_bits(expected, actual));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Capacity, each_isa(), isa_name);

/// The streams of a stage are a subset of all_streams() of its kind.
TEST(Capacity, EveryCaseUsesWhatItsKindMayUse) {
    for (const ProgramCase& test : program_cases())
        for (const Stage& stage : test.program.stages())
            std::visit(
                [&]<class S>(const S& one) {
                    EXPECT_EQ(
                        one.streams().all() & ~(all_streams<S>().all() | all_streams<S>().stream_or_value),
                        0u)
                        << test.name << ": " << S::name;
                },
                stage);
}

}  // namespace
}  // namespace wend::test

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The largest programs that build: as many stages, states and outputs as the rules of composition allow. The
// list of kernels sets the size of the driver's scratch (stage/capacities.hpp).
#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"
#include "tools/verify/drawn_stage.hpp"

namespace wend::test {
namespace {

constexpr std::size_t most_forces = 8;

std::size_t stream_count_of(const std::vector<Stage>& stages) {
    StreamUses uses;
    for (const Stage& stage : stages)
        uses.add(std::visit([](const auto& one) { return one.streams(); }, stage));
    return uses.all().size();
}

/// The force that adds most streams to a program of `forces`, and with which it builds; none if there is
/// none.
std::optional<Stage> widest_force(const std::vector<Stage>& forces, const std::vector<Stage>& candidates,
                                  const Locomotion& locomotion) {
    std::optional<Stage> widest;
    std::size_t most = 0;
    for (const Stage& candidate : candidates) {
        std::vector<Stage> stages = forces;
        stages.push_back(candidate);
        const std::size_t count = stream_count_of(stages);
        stages.emplace_back(locomotion);
        if (count > most && Program::build(std::move(stages))) {
            most = count;
            widest = candidate;
        }
    }
    return widest;
}

/// One program for each force of the list: that force, then those that add most streams, until no more fit.
/// All limits are streams.
std::vector<Program> largest_programs(const PathSet& paths, PathMode mode) {
    const Locomotion locomotion{
        .composition = Composition::prioritised, .bounds = Bounds::wrap, .area = case_area};
    verify::Dice dice(17);
    std::vector<std::vector<Stage>> drawn;  // of each force, with and without its optional parts
    std::vector<Stage> candidates;
    for (std::size_t kind = 0; kind < stage_kind_count; ++kind) {
        if (!is_force_kind(kind)) continue;
        drawn.emplace_back();
        for (int i = 0; i < 16; ++i)
            drawn.back().push_back(verify::drawn_stage(kind, dice, {paths, mode, case_area}));
        candidates.insert(candidates.end(), drawn.back().begin(), drawn.back().end());
    }
    std::vector<Program> programs;
    for (const std::vector<Stage>& first : drawn) {
        std::vector<Stage> stages{*widest_force({}, first, locomotion)};
        while (stages.size() < most_forces) {
            const std::optional<Stage> next = widest_force(stages, candidates, locomotion);
            if (!next) break;
            stages.push_back(*next);
        }
        stages.emplace_back(locomotion);
        programs.push_back(build(std::move(stages)));
    }
    return programs;
}

class Capacity : public ::testing::TestWithParam<Isa> {};

TEST_P(Capacity, HoldsTheLargestPrograms) {
    static const PathSet paths = make_short_paths(4, 3);
    for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong})
        for (const Program& program : largest_programs(paths, mode)) {
            EXPECT_EQ(program.stages().size(), most_forces + 1);
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

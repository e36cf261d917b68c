// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Inputs in the memory of written streams, which a view may have: they are read before they are written,
// agent by agent, and give the bits of the reference for any number of agents in flight.
#include <gtest/gtest.h>

#include <vector>

#include "support/bit_compare.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

class SharedMemory : public ::testing::TestWithParam<Isa> {};

/// The population's view, with `input` in the memory of `written`.
AgentView sharing(Population& population, Stream input, Stream written) {
    AgentView view = population.view();
    EXPECT_TRUE(view.bind(input, view.column(written)).ok());
    return view;
}

struct Pair {
    Stream input, written;
};

/// All pairs of an input and a written stream that may share memory.
std::vector<Pair> pairs(const ProgramCase& test, const Population& population) {
    std::vector<Stream> inputs, written(test.program.outputs().begin(), test.program.outputs().end());
    for (const StreamUse& use : test.program.streams())
        (use.use == Use::input ? inputs : written).push_back(use.stream);
    std::vector<Pair> found;
    for (const Stream input : inputs)
        for (const Stream output : written)
            if (population.has(input) && population.has(output) &&
                info(input).element == info(output).element)
                found.push_back({input, output});
    return found;
}

TEST_P(SharedMemory, OfAnInputAndAWrittenStreamGivesTheBitsOfTheReference) {
    std::size_t compared = 0;
    for (const ProgramCase& test : program_cases()) {
        const Population start = test.population(test.agents(700), 1, Values::ordinary);
        for (const auto [input, written] : pairs(test, start)) {
            SCOPED_TRACE(::testing::Message()
                         << test.name << ", " << name(input) << " in the memory of " << name(written));
            Population expected = start, actual = start;
            const AgentView expected_view = sharing(expected, input, written),
                            actual_view = sharing(actual, input, written);
            for (const std::uint32_t count : {1u, 3u}) {
                const Result expected_result =
                    run(test.program, expected_view, {.dt = test.dt, .count = count, .first_tick = 0},
                        serial_on(Isa::reference));
                const Result actual_result =
                    run(test.program, actual_view, {.dt = test.dt, .count = count, .first_tick = 0},
                        serial_on(GetParam()));
                EXPECT_TRUE(same_result(expected_result, actual_result));
                if (!expected_result.status.ok()) break;
                EXPECT_TRUE(same_bits(expected, actual));
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 0u);
}

INSTANTIATE_TEST_SUITE_P(AllIsas, SharedMemory, each_vector_isa(), isa_name);

}  // namespace
}  // namespace wend::test

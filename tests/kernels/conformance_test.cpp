// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Every program on every instruction set gives the bits of the scalar reference, for any count, alignment,
// id, seed and value.
#include <gtest/gtest.h>

#include <limits>
#include <tuple>
#include <utility>

#include "support/bit_compare.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

using Parameter = std::tuple<Isa, const ProgramCase*>;

class Conformance : public ::testing::TestWithParam<Parameter> {
  protected:
    [[nodiscard]] static Isa isa() { return std::get<0>(GetParam()); }
    [[nodiscard]] static const ProgramCase& program_case() { return *std::get<1>(GetParam()); }

    /// Runs the reference and the kernels on copies of `start` and compares results, streams and margins.
    static void compare(const Population& start, const Ticks& ticks, std::uint32_t first_id = 0) {
        Population expected = start;
        Population actual = start;
        const Program& program = program_case().program;
        const Result expected_result =
            run(program, expected.view(first_id), ticks, serial_on(Isa::reference));
        const Result actual_result = run(program, actual.view(first_id), ticks, serial_on(isa()));
        ASSERT_TRUE(expected_result.status.ok()) << message(expected_result.status);
        ASSERT_TRUE(same_result(expected_result, actual_result));
        ASSERT_TRUE(same_bits(expected, actual));
        ASSERT_TRUE(actual.margins_intact());
        ASSERT_TRUE(expected.margins_intact());
    }
};

TEST_P(Conformance, AnySizeAndAlignment) {
    std::uint64_t seed = 0;
    for (const std::size_t size : {0, 1, 15, 16, 17, 31, 63, 64, 65, 1000, 4097})
        for (const std::size_t offset : {0, 4, 8, 60}) {
            ++seed;
            SCOPED_TRACE(::testing::Message()
                         << "size " << size << ", offset " << offset << ", seed " << seed);
            const Population start =
                program_case().population(program_case().agents(size), seed, Values::adversarial, offset);
            ASSERT_NO_FATAL_FAILURE(
                compare(start, {.dt = program_case().dt, .count = 4, .first_tick = seed, .seed = seed}));
        }
}

TEST_P(Conformance, AnyTimeStep) {
    for (const float dt : {0.0f, 1e-30f, 0x1p-60f, 1e-3f, 1.0f, 37.5f, 1e6f, 1e18f}) {
        SCOPED_TRACE(::testing::Message() << "dt " << dt);
        const Population start =
            program_case().population(program_case().agents(777), 11, Values::adversarial);
        ASSERT_NO_FATAL_FAILURE(compare(start, {.dt = dt, .count = 3, .first_tick = 5, .seed = 1}));
    }
}

/// A pass leaves its tile at a value that needs care: in any batch of any group, with earlier batches in
/// flight.
TEST_P(Conformance, OneHardValueAmongOrdinaryOnes) {
    const Population ordinary = program_case().population(program_case().agents(577), 17, Values::ordinary);
    const std::pair<std::size_t, float> hard_values[] = {{77, -0.0f},
                                                         {16, 1e-40f},
                                                         {300, -0x1.fffffep-61f},
                                                         {500, std::numeric_limits<float>::quiet_NaN()},
                                                         {200, 2e18f},
                                                         {447, 7.0f},
                                                         {576, 1e-40f}};
    for (const Stream stream : ordinary.streams()) {
        if (info(stream).element != ElementType::f32) continue;
        for (const auto& [slot, value] : hard_values) {
            SCOPED_TRACE(::testing::Message() << name(stream) << " of agent " << slot << " is " << value);
            Population start = ordinary;
            start.set_bytes(stream, slot % start.size(), &value);
            ASSERT_NO_FATAL_FAILURE(
                compare(start, {.dt = program_case().dt, .count = 3, .first_tick = 9, .seed = 2}));
        }
    }
}

TEST_P(Conformance, AnyFault) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed);
        const Population start =
            program_case().population(program_case().agents(500 + seed), seed, Values::faulty, 4 * seed);
        ASSERT_NO_FATAL_FAILURE(
            compare(start, {.dt = program_case().dt, .count = 3, .first_tick = 0, .seed = seed}));
    }
}

TEST_P(Conformance, AnyIds) {
    if (!program_case().program.draws() && !program_case().program.looks_at_others())
        GTEST_SKIP() << "ids have no effect: the program draws nothing, and no agent looks at others";
    const Population start = program_case().population(program_case().agents(1000), 21, Values::adversarial);
    for (const std::uint32_t first_id :
         {1u, 15u, 16u, 63u, 64u, 1000u, 0x7fffffe1u, 0xffffff80u, 0xffffffffu}) {
        SCOPED_TRACE(::testing::Message() << "first id " << first_id);
        ASSERT_NO_FATAL_FAILURE(compare(
            start, {.dt = program_case().dt, .count = 2, .first_tick = 1ull << 40, .seed = ~0ull}, first_id));
    }
    for (const std::size_t offset : {0, 4, 36}) {
        SCOPED_TRACE(::testing::Message() << "id stream, offset " << offset);
        Population with_ids =
            program_case().population(program_case().agents(1000), 22, Values::adversarial, offset, true);
        ASSERT_NO_FATAL_FAILURE(
            compare(with_ids, {.dt = program_case().dt, .count = 2, .first_tick = 0, .seed = 3}));
        shuffle_ids(with_ids, 5);
        ASSERT_NO_FATAL_FAILURE(
            compare(with_ids, {.dt = program_case().dt, .count = 2, .first_tick = 0, .seed = 3}));
        for (std::size_t slot = 0; slot < with_ids.size(); ++slot)
            with_ids.set<Stream::id>(slot, static_cast<std::uint32_t>(bits_of(7, 0, slot)));
        ASSERT_NO_FATAL_FAILURE(
            compare(with_ids, {.dt = program_case().dt, .count = 2, .first_tick = 0, .seed = 3}));
    }
}

TEST_P(Conformance, ManyTicks) {
    const Population start =
        program_case().population(program_case().agents(333), 31, Values::adversarial, 4);
    ASSERT_NO_FATAL_FAILURE(
        compare(start, {.dt = program_case().dt, .count = 200, .first_tick = 0xfffffff0u, .seed = 9}));
}

std::vector<const ProgramCase*> case_pointers() {
    std::vector<const ProgramCase*> pointers;
    for (const ProgramCase& program_case : program_cases()) pointers.push_back(&program_case);
    return pointers;
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Conformance,
                         ::testing::Combine(each_vector_isa(), ::testing::ValuesIn(case_pointers())),
                         [](const ::testing::TestParamInfo<Parameter>& parameter) {
                             return std::string(name(std::get<0>(parameter.param))) + "_" +
                                    std::get<1>(parameter.param)->name;
                         });

}  // namespace
}  // namespace wend::test

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Trusted inputs give the bits of checked inputs, and where the trust is misplaced no
// memory beyond the streams is touched.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "support/bit_compare.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

class TrustedInputs : public ::testing::TestWithParam<Isa> {
  protected:
    [[nodiscard]] static Execution trusted() {
        Execution execution = serial_on(GetParam());
        execution.inputs = Inputs::trusted;
        return execution;
    }
};

/// Inputs that fulfil the contract. A tick before has made the state valid.
void put_right(Population& population) {
    for (const Stream stream : population.streams()) {
        if (info(stream).element != ElementType::f32) continue;
        for (std::size_t slot = 0; slot < population.size(); ++slot) {
            float value = 0;
            std::memcpy(&value, population.data(stream) + slot * sizeof value, sizeof value);
            if (std::abs(value) >= component_floor) continue;
            value = 0;
            population.set_bytes(stream, slot, &value);
        }
    }
}

TEST_P(TrustedInputs, GiveTheBitsOfInputsThatAreLookedAt) {
    for (const ProgramCase& test : program_cases()) {
        SCOPED_TRACE(test.name);
        Population looked_at = test.population(test.agents(700), 3, Values::ordinary);
        put_right(looked_at);
        Ticks ticks{.dt = test.dt, .first_tick = 0, .seed = 5};
        const Result first = run(test.program, looked_at.view(), ticks, serial_on(GetParam()));
        ASSERT_TRUE(first.status.ok());
        if (first.faults != 0) continue;  // drawn programs may have agents that nothing steers
        Population left_alone = looked_at;
        for (const std::uint32_t count : {1, 1, 9, 3}) {
            ticks.first_tick = *ticks.first_tick + ticks.count;
            ticks.count = count;
            ASSERT_TRUE(faultless(run(test.program, looked_at.view(), ticks, serial_on(GetParam()))));
            ASSERT_TRUE(faultless(run(test.program, left_alone.view(), ticks, trusted())));
            ASSERT_TRUE(same_bits(looked_at, left_alone));
        }
    }
}

TEST_P(TrustedInputs, StayInsideTheStreamsWhateverTheyHold) {
    for (const ProgramCase& test : program_cases()) {
        SCOPED_TRACE(test.name);
        for (std::uint64_t seed = 0; seed < 4; ++seed) {
            Population population = test.population(test.agents(700), seed, Values::faulty);
            for (const Stream stream : population.streams())
                for (std::size_t slot = seed; slot < population.size(); slot += 37) {
                    if (info(stream).element == ElementType::f32) {
                        const float value = slot % 2 == 0 ? std::numeric_limits<float>::quiet_NaN() : 3e38f;
                        population.set_bytes(stream, slot, &value);
                    } else if (info(stream).element != ElementType::f64) {
                        const std::uint32_t value = slot % 2 == 0 ? 0x7fffffff : 0x80000001;
                        population.set_bytes(stream, slot, &value);
                    }
                }
            const Ticks ticks{.dt = test.dt, .count = 5, .first_tick = 0, .seed = seed};
            ASSERT_TRUE(run(test.program, population.view(), ticks, trusted()).status.ok());
            ASSERT_TRUE(population.margins_intact());
        }
    }
}

TEST_P(TrustedInputs, AreLookedAtAllTheSameByBuildsWithAssertions) {
    const ProgramCase& test = program_case("seek_bounce_streams");
    Population population = test.population(100, 1, Values::ordinary);
    population.set<Stream::target_x>(50, 2e18f);  // too far, and no reason not to move
    const Result result = run(test.program, population.view(), {.dt = test.dt, .first_tick = 0}, trusted());
#ifdef NDEBUG
    const bool looks = GetParam() == Isa::reference;  // it has one way only
#else
    const bool looks = true;
#endif
    EXPECT_EQ(result.faults, looks ? 1u : 0u);
    population.set<Stream::target_y>(70, 2e18f);
    EXPECT_EQ(validate(test.program, population.view(), {.dt = test.dt, .first_tick = 0}, trusted()).faults,
              2u);
}

INSTANTIATE_TEST_SUITE_P(AllIsas, TrustedInputs, each_isa(), isa_name);

}  // namespace
}  // namespace wend::test

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The generator against its published answers, the mapping from agents to draws, and its use in wander.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "support/isas.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

using Four = std::uint32_t[4];

struct KnownAnswer {
    Four counter;
    Four key;
    Four answer;
};

// From the file kat_vectors of the Random123 distribution (D. E. Shaw Research), lines "threefry4x32 13".
constexpr KnownAnswer known_answers[] = {
    {{0, 0, 0, 0}, {0, 0, 0, 0}, {0x531c7e4f, 0x39491ee5, 0x2c855a92, 0x3d6abf9a}},
    {{~0u, ~0u, ~0u, ~0u}, {~0u, ~0u, ~0u, ~0u}, {0xc4189358, 0x1c9cc83a, 0xd5881c67, 0x6a0a89e0}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     {0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89},
     {0x4aa71d8f, 0x734738c2, 0x431fc6a8, 0xae6debf1}},
};

TEST(Threefry, GivesThePublishedAnswers) {
    for (const KnownAnswer& known : known_answers) {
        const Words4 words = threefry4x32_13(known.counter, known.key);
        for (int i = 0; i < 4; ++i) EXPECT_EQ(words.word[i], known.answer[i]) << "word " << i;
    }
}

TEST(Draw, IsTheDocumentedWord) {
    for (const std::uint32_t id :
         {0u, 1u, 15u, 16u, 31u, 47u, 63u, 64u, 100u, 4097u, 0x80000000u, 0xffffffffu})
        for (const std::uint64_t number :
             {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{1} << 32, ~std::uint64_t{0}})
            for (const std::uint64_t seed :
                 {std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{0x123456789abcdef0}})
                for (const std::uint32_t what :
                     {purpose(Purpose::wander), purpose(Purpose::wander, 3), 0x8004u}) {
                    const Four counter{(id >> 6) << 4 | (id & 15), static_cast<std::uint32_t>(number), what,
                                       static_cast<std::uint32_t>(number >> 32)};
                    const Four key{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                                   0, 0};
                    EXPECT_EQ(random_bits(seed, id, number, what),
                              threefry4x32_13(counter, key).word[(id >> 4) & 3]);
                }
}

TEST(Draw, PurposesDistinguishKindsAndOrdinals) {
    EXPECT_EQ(purpose(Purpose::wander), 1u);
    EXPECT_EQ(purpose(Purpose::wander, 2), 0x20001u);
    EXPECT_NE(random_bits(1, 2, 3, purpose(Purpose::wander)),
              random_bits(1, 2, 3, purpose(Purpose::wander, 1)));
}

TEST(Uniform, CoversTheUnitIntervalExactly) {
    EXPECT_EQ(random_unit(0), 0.0f);
    EXPECT_EQ(random_unit(255), 0.0f);
    EXPECT_EQ(random_unit(256), 0x1p-24f);
    EXPECT_EQ(random_unit(0x80000000u), 0.5f);
    EXPECT_EQ(random_unit(~0u), 1 - 0x1p-24f);
}

/// Pearson's statistic of `counts` against equal shares, in standard deviations from its mean.
double chi_squared_deviations(std::span<const std::uint32_t> counts, double total) {
    const double share = total / static_cast<double>(counts.size());
    double sum = 0;
    for (const std::uint32_t count : counts) sum += (count - share) * (count - share) / share;
    const double degrees = static_cast<double>(counts.size() - 1);
    return (sum - degrees) / std::sqrt(2 * degrees);
}

TEST(Draw, IsUniformOverIdsAndOverNumbers) {
    constexpr std::uint32_t draws = 1 << 18;
    std::array<std::uint32_t, 256> by_id{};
    std::array<std::uint32_t, 256> by_number{};
    std::array<std::uint32_t, 256> by_neighbours{};
    for (std::uint32_t i = 0; i < draws; ++i) {
        const std::uint32_t word = random_bits(7, i, 3, 1);
        ++by_id[word >> 24];
        ++by_number[random_bits(7, 3, i, 1) >> 24];
        ++by_neighbours[(word >> 28) << 4 | random_bits(7, i + 1, 3, 1) >> 28];
    }
    EXPECT_LT(std::abs(chi_squared_deviations(by_id, draws)), 4);
    EXPECT_LT(std::abs(chi_squared_deviations(by_number, draws)), 4);
    EXPECT_LT(std::abs(chi_squared_deviations(by_neighbours, draws)), 4);
}

TEST(Draw, HalfOfTheBitsChangeWithAnyBitOfAnyArgument) {
    double changed = 0;
    constexpr int trials = 2000;
    for (std::uint32_t i = 0; i < trials; ++i) {
        const std::uint64_t bit = std::uint64_t{1} << (i % 64);
        const std::uint64_t seed = i % 3 == 0 ? bit : 0;
        const std::uint64_t number = i % 3 == 1 ? bit : 0;
        const std::uint32_t id = i % 3 == 2 ? std::uint32_t{1} << (i % 32) : 0;
        changed +=
            std::popcount(random_bits(9 ^ seed, (i << 8) ^ id, 5 ^ number, 1) ^ random_bits(9, i << 8, 5, 1));
    }
    EXPECT_NEAR(changed / trials, 16, 0.5);
}

/// The angle after one tick from 0 is the draw itself: (u - 1/2) * angle_change, exact for a power of two.
class WanderDraws : public ::testing::TestWithParam<Isa> {};

TEST_P(WanderDraws, AreThoseOfIdTickSeedAndOrdinal) {
    const Stage still = Locomotion{.max_force = 1.0f, .max_speed = 1.0f, .mass = 1.0f};
    const Program program = build({Wander{.angle_change = 2}, still});
    Population population(1000, streams_of(program, true));
    for (const std::uint32_t tick : {0u, 5u, 1000u}) {
        fill(population, 1, Values::ordinary);
        for (std::size_t slot = 0; slot < population.size(); ++slot) {
            population.set<Stream::id>(slot, static_cast<std::uint32_t>(bits_of(3, 0, slot)));
            population.set<Stream::wander_angle>(slot, 0);
        }
        const Ticks ticks{.dt = 0.1f, .first_tick = tick, .seed = 0xfedcba9876543210u};
        ASSERT_TRUE(run(program, population.view(), ticks, serial_on(GetParam())).status.ok());
        for (std::size_t slot = 0; slot < population.size(); ++slot) {
            const std::uint32_t word =
                random_bits(ticks.seed, population.get<Stream::id>(slot), tick, purpose(Purpose::wander));
            ASSERT_EQ(population.get<Stream::wander_angle>(slot), (random_unit(word) - 0.5f) * 2)
                << "slot " << slot;
        }
    }
}

TEST_P(WanderDraws, FollowFirstIdAndSlotWithoutAnIdStream) {
    const Program program =
        build({Wander{.angle_change = 1}, Locomotion{.max_force = 1.0f, .max_speed = 1.0f, .mass = 1.0f}});
    for (const std::uint32_t first_id : {0u, 1u, 63u, 1000u, 0xfffffff0u}) {
        Population population(200, streams_of(program));
        fill(population, 1, Values::ordinary);
        for (std::size_t slot = 0; slot < population.size(); ++slot)
            population.set<Stream::wander_angle>(slot, 0);
        ASSERT_TRUE(run(program, population.view(first_id), {.dt = 0.1f, .first_tick = 0, .seed = 4},
                        serial_on(GetParam()))
                        .status.ok());
        for (std::uint32_t slot = 0; slot < population.size(); ++slot)
            ASSERT_EQ(population.get<Stream::wander_angle>(slot),
                      random_unit(random_bits(4, first_id + slot, 0, purpose(Purpose::wander))) - 0.5f);
    }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, WanderDraws, each_isa(), isa_name);

}  // namespace
}  // namespace wend::test

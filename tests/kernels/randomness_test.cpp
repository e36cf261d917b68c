// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Draws are uniform and independent between agents, numbers, purposes and seeds: those of wend::random_bits
// and those of the kernels. Weak generators prove the power of the judges. Seeds are fixed;
// support/statistics.hpp has the probability of a wrong verdict.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>

#include "support/draw_stream.hpp"
#include "support/independence.hpp"
#include "support/isas.hpp"
#include "support/kernel_draws.hpp"

namespace wend::test {
namespace {

constexpr std::uint64_t seed = 2026;
constexpr std::array<Purpose, 6> kernel_kinds{
    Purpose::wander,   Purpose::retarget_wander_x, Purpose::retarget_wander_y, Purpose::retarget_wander_phase,
    Purpose::approach, Purpose::approach_jitter};

std::uint32_t draw_of(const DrawArguments& arguments) {
    return random_bits(arguments.seed, arguments.id, arguments.number, arguments.purpose);
}

/// The purposes of a program with six stages of each kind, one a row.
std::uint32_t purpose_in_row(std::size_t r) {
    return purpose(kernel_kinds[r % kernel_kinds.size()],
                   static_cast<std::uint32_t>(r / kernel_kinds.size()));
}

/// Tables with a row for each agent, number, purpose or seed, along another argument.
std::vector<DrawTable> tables_of(Drawer drawer) {
    constexpr std::uint32_t wander = purpose(Purpose::wander);
    const auto as_id = [](std::size_t i) { return static_cast<std::uint32_t>(i); };
    return {
        draw_table("agents along numbers", drawer, 64, 4096,
                   [&](std::size_t r, std::size_t c) {
                       return DrawArguments{seed, as_id(r), c, wander};
                   }),
        draw_table("numbers along agents", drawer, 64, 4096,
                   [&](std::size_t r, std::size_t c) {
                       return DrawArguments{seed, as_id(c), r, wander};
                   }),
        draw_table("purposes along numbers", drawer, 36, 4096,
                   [&](std::size_t r, std::size_t c) {
                       return DrawArguments{seed, 0, c, purpose_in_row(r)};
                   }),
        draw_table("purposes along agents", drawer, 36, 4096,
                   [&](std::size_t r, std::size_t c) {
                       return DrawArguments{seed, as_id(c), 0, purpose_in_row(r)};
                   }),
        draw_table("agents along purposes", drawer, 64, 4096,
                   [&](std::size_t r, std::size_t c) {
                       return DrawArguments{seed, as_id(r), 0, purpose_in_row(c)};
                   }),
        draw_table("seeds along numbers", drawer, 64, 4096,
                   [&](std::size_t r, std::size_t c) {
                       return DrawArguments{r, 0, c, wander};
                   }),
    };
}

/// The p-values of each judge for a generator.
struct Judged {
    PValues uniformity, sequences, rows, avalanche;
};

Judged judge(Drawer drawer) {
    Judged judged;
    for (const DrawTable& table : tables_of(drawer)) {
        judge_uniformity(table, judged.uniformity);
        judge_sequences(table, judged.sequences);
        judge_rows(table, judged.rows);
    }
    judge_avalanche(drawer, judged.avalanche);
    return judged;
}

void expect_accepted(const PValues& p) { EXPECT_GE(p.judged(), false_alarm) << p.worst(); }
void expect_rejected(const PValues& p) { EXPECT_LT(p.judged(), false_alarm) << p.worst(); }

TEST(Randomness, OfDraws) {
    const Judged judged = judge(draw_of);
    expect_accepted(judged.uniformity);
    expect_accepted(judged.sequences);
    expect_accepted(judged.rows);
    expect_accepted(judged.avalanche);
}

/// Threefry4x32 with another number of rounds, mapped as wend::random_bits maps it.
template <int rounds>
std::uint32_t draw_of_rounds(const DrawArguments& a) {
    constexpr int rotations[8][2] = {{10, 26}, {11, 21}, {13, 27}, {23, 5},
                                     {6, 20},  {17, 11}, {25, 10}, {18, 20}};
    const std::uint32_t low = static_cast<std::uint32_t>(a.seed);
    const std::uint32_t high = static_cast<std::uint32_t>(a.seed >> 32);
    const std::uint32_t keys[5] = {low, high, 0, 0, 0x1BD11BDA ^ low ^ high};
    std::uint32_t x[4] = {((a.id >> 6) << 4 | (a.id & 15)) + low, static_cast<std::uint32_t>(a.number) + high,
                          a.purpose, static_cast<std::uint32_t>(a.number >> 32)};
    for (std::uint32_t round = 0; round < rounds; ++round) {
        for (std::uint32_t half = 0; half < 2; ++half) {
            std::uint32_t& to = x[2 * half];
            std::uint32_t& from = x[(round + half) % 2 == 0 ? 1 : 3];
            to += from;
            from = std::rotl(from, rotations[round % 8][half]) ^ to;
        }
        const std::uint32_t times = round / 4 + 1;
        if (round % 4 == 3)
            for (std::uint32_t i = 0; i < 4; ++i) x[i] += keys[(times + i) % 5] + (i == 3 ? times : 0);
    }
    return x[a.id >> 4 & 3];
}

TEST(Randomness, TwoRoundsAreRejectedByEveryJudge) {
    const Judged judged = judge(draw_of_rounds<2>);
    expect_rejected(judged.uniformity);
    expect_rejected(judged.sequences);
    expect_rejected(judged.rows);
    expect_rejected(judged.avalanche);
}

TEST(Randomness, ThirteenRoundsAreDraws) {
    for (const DrawArguments& a :
         {DrawArguments{1, 2, 3, 4}, DrawArguments{~0ull << 20, ~77u, ~0ull << 30, ~9u}})
        EXPECT_EQ(draw_of_rounds<13>(a), draw_of(a));
}

/// 8 rounds are the fewest that no judge rejects.
TEST(Randomness, SevenRoundsAreRejected) {
    const Judged judged = judge(draw_of_rounds<7>);
    expect_rejected(judged.sequences);
    expect_rejected(judged.avalanche);
}

/// However well the sum is hashed.
TEST(Randomness, OfASumOfIdAndNumberIsRejectedBetweenAgents) {
    const Judged judged =
        judge([](const DrawArguments& a) { return random_bits(a.seed, 0, a.id + a.number, a.purpose); });
    expect_accepted(judged.avalanche);
    expect_rejected(judged.rows);
}

TEST(Randomness, IgnoringPurposesIsRejected) {
    const Judged judged =
        judge([](const DrawArguments& a) { return random_bits(a.seed, a.id, a.number, 1); });
    expect_rejected(judged.rows);
    expect_rejected(judged.avalanche);
}

TEST(Randomness, OfOneWordForAllAgentsOfABlockIsRejectedBetweenAgents) {
    const Judged judged =
        judge([](const DrawArguments& a) { return random_bits(a.seed, a.id & ~48u, a.number, a.purpose); });
    expect_rejected(judged.rows);
    expect_rejected(judged.sequences);
}

/// A low bit that is nearly always 0, and correlated neighbours: neither shows in the mean of the words.
TEST(Randomness, SmallDefectsAreRejected) {
    expect_rejected(judge([](const DrawArguments& a) {
                        return draw_of(a) & ~(random_bits(a.seed, a.id, a.number, ~0u) >> 27 == 0 ? 1u : 0u);
                    }).uniformity);
    expect_rejected(judge([](const DrawArguments& a) {
                        DrawArguments before = a;
                        before.number -= 1;
                        return random_bits(a.seed, a.id, a.number, ~0u) >> 27 == 0 ? draw_of(before)
                                                                                   : draw_of(a);
                    }).sequences);
}

/// The words for dieharder are those of wend::random_bits.
TEST(DrawStream, HasTheWordsOfDraw) {
    DrawStream agents(Across::agents, seed), ticks(Across::ticks, seed), purposes(Across::purposes, seed);
    for (std::uint64_t chunk = 0; chunk < 2; ++chunk) {
        const auto along_agents = agents.next();
        for (std::size_t i = 0; i < along_agents.size(); ++i)
            ASSERT_EQ(along_agents[i],
                      random_bits(seed, static_cast<std::uint32_t>(chunk * along_agents.size() + i), 0,
                                  purpose(Purpose::wander)))
                << i;
        const auto along_ticks = ticks.next();
        for (std::size_t i = 0; i < along_ticks.size(); ++i) {
            const std::uint32_t id = 16 * static_cast<std::uint32_t>(i / ticks_in_a_row);
            ASSERT_EQ(along_ticks[i], random_bits(seed, id, chunk * ticks_in_a_row + i % ticks_in_a_row,
                                                  purpose(Purpose::wander)))
                << i;
        }
        const auto along_purposes = purposes.next();
        for (std::size_t i = 0; i < along_purposes.size(); ++i) {
            const std::uint32_t id = 16 * static_cast<std::uint32_t>(i / purposes_in_a_row);
            ASSERT_EQ(along_purposes[i], random_bits(seed, id, chunk, purpose_in_row(i % purposes_in_a_row)))
                << i;
        }
    }
}

class KernelDraws : public ::testing::TestWithParam<Isa> {
  protected:
    /// Kinds that have draws for any number.
    static constexpr std::array<Purpose, 5> numbered{Purpose::wander, Purpose::retarget_wander_x,
                                                     Purpose::retarget_wander_y, Purpose::approach,
                                                     Purpose::approach_jitter};

    static int low_bits_of(Purpose kind) { return shows_exact_draws(kind) ? 8 : 16; }
};

TEST_P(KernelDraws, AreThoseOfTheirAgentNumberAndPurpose) {
    for (const Purpose kind : kernel_kinds)
        for (const std::uint64_t number : {0u, 1u, 0x80000001u}) {
            if (kind == Purpose::retarget_wander_phase && number != 0) continue;
            const DrawArguments first{0xfedcba9876543210u, 4000, number, purpose(kind)};
            const std::vector<std::uint32_t> words = kernel_draws(GetParam(), kind, first, 300);
            for (std::uint32_t i = 0; i < words.size(); ++i) {
                const std::uint32_t word = random_bits(first.seed, first.id + i, number, first.purpose);
                if (shows_exact_draws(kind))
                    ASSERT_EQ(words[i], word & ~255u) << "kind " << first.purpose << ", agent " << i;
                else
                    ASSERT_NEAR(words[i], word, 0x1p12) << "kind " << first.purpose << ", agent " << i;
            }
        }
}

TEST_P(KernelDraws, AreIndependentBetweenAgentsAndNumbers) {
    constexpr std::size_t agents = 64, numbers = 1024;
    PValues p;
    for (const Purpose kind : numbered) {
        DrawTable by_agent{"agents along numbers", agents, numbers,
                           std::vector<std::uint32_t>(agents * numbers), low_bits_of(kind)};
        for (std::size_t number = 0; number < numbers; ++number) {
            const auto words = kernel_draws(GetParam(), kind, {seed, 0, number, 0}, agents);
            for (std::size_t agent = 0; agent < agents; ++agent)
                by_agent.words[agent * numbers + number] = words[agent];
        }
        judge_uniformity(by_agent, p);
        judge_sequences(by_agent, p);
        judge_rows(by_agent, p);
    }
    expect_accepted(p);
}

TEST_P(KernelDraws, AreIndependentBetweenPurposes) {
    DrawTable table{"purposes along agents", kernel_kinds.size(), 1 << 16, {}, 16};
    for (const Purpose kind : kernel_kinds) {
        const auto words = kernel_draws(GetParam(), kind, {seed, 0, 0, 0}, table.columns);
        table.words.insert(table.words.end(), words.begin(), words.end());
    }
    PValues p;
    judge_uniformity(table, p);
    judge_sequences(table, p);
    judge_rows(table, p);
    expect_accepted(p);
}

INSTANTIATE_TEST_SUITE_P(AllIsas, KernelDraws, each_isa(), isa_name);

}  // namespace
}  // namespace wend::test

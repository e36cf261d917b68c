// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The state hash of every program after 64 ticks is the committed one, on every instruction set, with every
// compiler and optimisation level. tests/README.md describes how to regenerate the file.
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "support/golden_file.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

std::uint64_t hash_of(const ProgramCase& test, Isa isa) {
    verify::Subject subject = verify::golden_subject(test);
    const AgentView agents = subject.start.view(subject.first_id);
    const auto ticks = static_cast<std::uint32_t>(subject.ticks);
    const Result result =
        run(subject.program, agents,
            {.dt = subject.dt, .count = ticks, .first_tick = 0, .seed = subject.seed}, serial_on(isa));
    EXPECT_TRUE(result.status.ok()) << message(result.status);
    return state_hash(subject.program, agents);
}

class Golden : public ::testing::TestWithParam<Isa> {};

TEST_P(Golden, HashesAreTheCommittedOnes) {
    if (regenerating_golden()) GTEST_SKIP() << "the hashes are being regenerated";
    const GoldenHashes golden = read_golden(WEND_GOLDEN_FILE);
    ASSERT_EQ(golden.bits_version, bits_version) << "bits_version differs from that of the golden hashes";
    EXPECT_EQ(golden.hashes.size(), program_cases().size());
    for (const ProgramCase& test : program_cases()) {
        const auto found = golden.hashes.find(test.name);
        if (found == golden.hashes.end()) {
            ADD_FAILURE() << test.name << " has no golden hash";
            continue;
        }
        EXPECT_EQ(hash_of(test, GetParam()), found->second) << test.name;
    }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Golden, each_isa(), isa_name);

TEST(GoldenRegeneration, WritesTheReferencesHashes) {
    if (!regenerating_golden()) GTEST_SKIP() << "set WEND_REGENERATE_GOLDEN=1 to write " << WEND_GOLDEN_FILE;
    GoldenHashes golden = read_golden(WEND_GOLDEN_FILE);
    golden.bits_version = bits_version;
    golden.hashes.clear();
    for (const ProgramCase& test : program_cases()) golden.hashes[test.name] = hash_of(test, Isa::reference);
    write_golden(WEND_GOLDEN_FILE, golden);
}

/// An independent implementation of the recipe in kernels/docs/bits.md.
std::uint64_t mix(std::uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

std::uint64_t hash_by_recipe(const Program& program, const Population& population, std::uint32_t first_id) {
    constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15u;
    std::uint64_t sum = 0;
    for (std::size_t slot = 0; slot < population.size(); ++slot) {
        const std::uint32_t id = population.has(Stream::id) ? population.get<Stream::id>(slot)
                                                            : first_id + static_cast<std::uint32_t>(slot);
        std::uint64_t hash = mix(id + golden_ratio);
        for (const StreamUse& use : program.streams()) {
            if (use.use != Use::state) continue;
            const auto bits = [&](auto word) -> std::uint64_t {
                std::memcpy(&word, population.data(use.stream) + slot * sizeof word, sizeof word);
                return word;
            };
            const bool wide = size_of(info(use.stream).element) == sizeof(std::uint64_t);
            hash = mix((hash ^ (wide ? bits(std::uint64_t{}) : bits(std::uint32_t{}))) + golden_ratio);
        }
        sum += hash;
    }
    return sum;
}

TEST(StateHash, FollowsItsRecipe) {
    for (const ProgramCase& test : program_cases()) {
        Population without_ids = test.population(257, 3, Values::adversarial, 4);
        EXPECT_EQ(state_hash(test.program, without_ids.view(9)), hash_by_recipe(test.program, without_ids, 9))
            << test.name;
        Population with_ids = test.population(257, 3, Values::adversarial, 0, true);
        shuffle_ids(with_ids, 1);
        EXPECT_EQ(state_hash(test.program, with_ids.view()), hash_by_recipe(test.program, with_ids, 0))
            << test.name;
    }
}

TEST(StateHash, IsZeroWhereAStateStreamIsMissing) {
    const ProgramCase& test = program_case("seek_none_values");
    Population population = test.population(10, 1, Values::ordinary);
    AgentView view = population.view();
    ASSERT_TRUE(view.bind(Stream::velocity_y, Column{}).ok());
    EXPECT_EQ(state_hash(test.program, view), 0u);
}

TEST(StateHash, ExcludesInputs) {
    const ProgramCase& test = program_case("seek_none_streams");
    Population population = test.population(100, 1, Values::ordinary);
    const std::uint64_t before = state_hash(test.program, population.view());
    population.set<Stream::target_x>(50, 1234.5f);
    EXPECT_EQ(state_hash(test.program, population.view()), before);
    population.set<Stream::velocity_x>(50, -population.get<Stream::velocity_x>(50));
    EXPECT_NE(state_hash(test.program, population.view()), before);
}

TEST(StateHashes, AreThoseOfTheAgentsOfEachBucket) {
    constexpr IdBuckets buckets{.first_id = 10, .ids = 7};
    for (const ProgramCase& test : program_cases()) {
        Population population = test.population(257, 3, Values::adversarial, 0, true);
        shuffle_ids(population, 1);
        std::array<std::uint64_t, 20> expected{}, hashes;
        hashes.fill(1);
        for (std::size_t slot = 0; slot < population.size(); ++slot) {
            const std::uint32_t id = population.get<Stream::id>(slot);
            if (id >= 10 && id < 150)
                expected[(id - 10) / 7] += state_hash(test.program, population.view().slice(slot, 1));
        }
        ASSERT_TRUE(state_hashes(test.program, population.view(), buckets, hashes).ok());
        EXPECT_EQ(hashes, expected) << test.name;
    }
}

TEST(StateHashes, EndAtTheLastId) {
    const ProgramCase& test = program_case("seek_none_values");
    Population population = test.population(100, 1, Values::ordinary);
    const AgentView view = population.view(0xffffffff - 99);
    std::array<std::uint64_t, 3> hashes{};
    ASSERT_TRUE(
        state_hashes(test.program, view, {.first_id = 0xffffffff - 49, .ids = 0xffffffff}, hashes).ok());
    EXPECT_EQ(hashes[0], state_hash(test.program, view.slice(50, 50)));
    EXPECT_EQ(hashes[1], 0u);
    ASSERT_TRUE(state_hashes(test.program, view, {.first_id = 5, .ids = 0x80000000}, hashes).ok());
    EXPECT_EQ(hashes[0], 0u);
    EXPECT_EQ(hashes[1], state_hash(test.program, view));
}

TEST(StateHashes, WhatIsRefused) {
    const ProgramCase& test = program_case("seek_none_values");
    Population population = test.population(10, 1, Values::ordinary);
    AgentView view = population.view();
    std::array<std::uint64_t, 2> hashes{1, 2};
    EXPECT_EQ(message(state_hashes(test.program, view, {.ids = 0}, hashes)),
              "ids of a bucket is 0, must be in [1, 4294967295]");
    ASSERT_TRUE(view.bind(Stream::velocity_y, Column{}).ok());
    EXPECT_EQ(message(state_hashes(test.program, view, {}, hashes)),
              "streams velocity_y and position_x differ in length: 0 and 10 elements");
    EXPECT_EQ(hashes, (std::array<std::uint64_t, 2>{1, 2}));
}

}  // namespace
}  // namespace wend::test

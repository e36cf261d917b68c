// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Instruction sets: names, support on this machine, and forcing one by the call or by the environment.
// CMakeLists.txt runs the EnvironmentIsa tests with WEND_ISA set to each name and to an unknown one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "support/bit_compare.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

constexpr Isa all[] = {Isa::reference, Isa::scalar, Isa::sse2,   Isa::avx2,
                       Isa::avx512,    Isa::neon64, Isa::simd128};

TEST(Isas, NamesRoundTrip) {
    static_assert(std::size(all) == isa_count);
    std::set<std::string_view> names;
    for (const Isa isa : all) {
        names.insert(name(isa));
        EXPECT_EQ(find_isa(name(isa)), isa);
    }
    EXPECT_EQ(names, (std::set<std::string_view>{"reference", "scalar", "sse2", "avx2", "avx512", "neon64",
                                                 "simd128"}));
    for (const char* no_name : {"", "AVX2", "avx", "avx2 ", "Scalar", "sse4.2"})
        EXPECT_FALSE(find_isa(no_name).has_value()) << no_name;
}

TEST(Isas, EnumeratorsOutOfRangeAreNotSupported) {
    for (const std::size_t number : {isa_count, std::size_t{99}, std::size_t{255}}) {
        const auto isa = static_cast<Isa>(number);
        EXPECT_TRUE(name(isa).empty());
        EXPECT_EQ(lane_count(isa), 0u);
        EXPECT_FALSE(is_built(isa));
        EXPECT_FALSE(is_supported(isa));
    }
}

TEST(Isas, LanesFollowTheVectorsWidth) {
    EXPECT_EQ(lane_count(Isa::reference), 1u);
    EXPECT_EQ(lane_count(Isa::scalar), 1u);
    EXPECT_EQ(lane_count(Isa::sse2), 4u);
    EXPECT_EQ(lane_count(Isa::avx2), 8u);
    EXPECT_EQ(lane_count(Isa::avx512), 16u);
    EXPECT_EQ(lane_count(Isa::neon64), 4u);
    EXPECT_EQ(lane_count(Isa::simd128), 4u);
}

TEST(Isas, SupportedOnesAreBuiltAndListedReferenceFirstBestLast) {
    const auto isas = supported_isas();
    ASSERT_FALSE(isas.empty());
    EXPECT_EQ(isas.front(), Isa::reference);
    EXPECT_TRUE(std::ranges::is_sorted(isas));
    EXPECT_EQ(std::ranges::adjacent_find(isas), isas.end());
    for (const Isa isa : all) {
        const bool listed = std::ranges::find(isas, isa) != isas.end();
        EXPECT_EQ(is_supported(isa), listed) << name(isa);
        EXPECT_TRUE(is_built(isa) || !listed) << name(isa);
    }
    EXPECT_EQ(is_supported(Isa::scalar), is_built(Isa::scalar)) << "of every processor";
#if defined(__x86_64__)
    EXPECT_EQ(is_supported(Isa::sse2), is_built(Isa::sse2)) << "a part of x86-64";
    EXPECT_FALSE(is_built(Isa::neon64));
    EXPECT_FALSE(is_built(Isa::simd128));
    EXPECT_EQ(is_supported(Isa::avx2), is_built(Isa::avx2) && __builtin_cpu_supports("avx2"));
#elif defined(__aarch64__)
    EXPECT_EQ(is_supported(Isa::neon64), is_built(Isa::neon64));
    EXPECT_FALSE(is_built(Isa::avx2));
#endif
}

TEST(Isas, ForcingAnUnsupportedOneIsRefused) {
    const ProgramCase& test = program_case("seek_none_values");
    const Population start = test.population(100, 1, Values::ordinary);
    for (const Isa isa : all) {
        Population population = start;
        const Result result =
            run(test.program, population.view(), {.dt = test.dt, .first_tick = 0}, serial_on(isa));
        if (is_supported(isa)) {
            EXPECT_TRUE(result.status.ok()) << name(isa);
            continue;
        }
        EXPECT_EQ(result.status.code, Code::unsupported_isa) << name(isa);
        EXPECT_NE(message(result.status).find(name(isa)), std::string::npos) << message(result.status);
        EXPECT_EQ(validate(test.program, population.view(), {.dt = test.dt, .first_tick = 0}, serial_on(isa))
                      .status.code,
                  Code::unsupported_isa);
        EXPECT_TRUE(same_bits(start, population));
    }
    Population population = start;
    EXPECT_EQ(run(test.program, population.view(), {.dt = test.dt, .first_tick = 0},
                  serial_on(static_cast<Isa>(77)))
                  .status.code,
              Code::unknown_isa);
    EXPECT_TRUE(same_bits(start, population));
}

/// These tests hold for any value of WEND_ISA.
class EnvironmentIsa : public ::testing::Test {
  protected:
    const char* wish_ = std::getenv("WEND_ISA");
    Result run_default() {
        const ProgramCase& test = program_case("seek_none_values");
        Population population = test.population(100, 1, Values::ordinary);
        return run(test.program, population.view(), {.dt = test.dt, .first_tick = 0},
                   {.threading = Threading::serial});
    }
};

TEST_F(EnvironmentIsa, ChoosesTheDefault) {
    const Expected<Isa> chosen = default_isa();
    if (wish_ == nullptr || *wish_ == '\0') {
        ASSERT_TRUE(chosen.ok());
        EXPECT_EQ(*chosen, supported_isas().back());
    } else if (const auto wanted = find_isa(wish_); !wanted) {
        EXPECT_EQ(chosen.status().code, Code::unknown_isa);
        EXPECT_NE(message(chosen.status()).find("WEND_ISA"), std::string::npos) << message(chosen.status());
    } else if (!is_supported(*wanted)) {
        EXPECT_EQ(chosen.status().code, Code::unsupported_isa);
        EXPECT_NE(message(chosen.status()).find(wish_), std::string::npos) << message(chosen.status());
    } else {
        ASSERT_TRUE(chosen.ok());
        EXPECT_EQ(*chosen, *wanted);
    }
}

TEST_F(EnvironmentIsa, GivesTheStatusOfACallThatForcesNone) {
    EXPECT_EQ(run_default().status.code, default_isa().status().code);
}

TEST_F(EnvironmentIsa, DoesNotAffectACallThatForcesOne) {
    const ProgramCase& test = program_case("seek_none_values");
    Population population = test.population(100, 1, Values::ordinary);
    EXPECT_TRUE(
        run(test.program, population.view(), {.dt = test.dt, .first_tick = 0}, serial_on(Isa::reference))
            .status.ok());
}

}  // namespace
}  // namespace wend::test

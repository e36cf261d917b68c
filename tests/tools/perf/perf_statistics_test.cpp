// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include "bench/statistics/signed_rank.hpp"
#include "tools/perf/measure/pair_rounds.hpp"
#include "tools/perf/verdict/decision.hpp"
#include "tools/perf/verdict/look_progress.hpp"

namespace {

using namespace wend::bench;
using namespace wend::perf;

struct Stored {
    std::vector<double> values;
    double p;
};

/// scipy 1.10.1: wilcoxon(values, alternative='greater', mode='exact').pvalue
const std::vector<Stored>& scipy() {
    static const std::vector<Stored> stored{
        {{-0.8241, 0.7776, 1.395, -0.1132, -0.929}, 0.59375},
        {{0.2345, 0.778, 1.3982, -0.9159, -0.9929, 1.0059, 0.7741, 1.8338}, 0.125},
        {{0.7825, -0.3018, -0.4742, 2.3705, -0.4888, -0.9849, -1.3383, -0.1045, -0.0547, -0.5449},
         0.8623046875},
        {{0.4378, 0.7731, 1.1924, 1.5968, 0.7098, -1.2898, 1.2017, -0.9197, 0.3286, -0.9738, 0.5021, -0.2786,
          0.7139, 3.8003, 0.4514, 1.3423},
         0.036956787109375},
        {{-1.3233, -0.2881, 0.6625, -0.0927, 0.3702, 0.1033, -1.0061, 0.5637, -0.812, 1.8718, -0.5052, 0.6861,
          0.0023, 0.9524, -0.6022, 0.9989},
         0.3528594970703125},
        {{0.2261, 1.6133, 0.9742,  0.4913,  -0.4303, 1.1178, 0.8182, 1.9919, -0.027, 0.9048, 0.8579, 0.633,
          0.5584, 0.5321, -0.2484, -0.6645, -0.0465, 0.9408, 1.8612, 1.3271, 1.4033, 1.1273, 1.0485, 0.5334},
         3.814697265625e-05},
        {{0.9715, 1.9737, -0.1276, -0.4938, 2.1601,  0.4447, 1.171,  1.0739, -0.9357, 2.6335, 1.9758,
          0.3769, 0.9525, 0.3269,  -0.6842, 0.0879,  0.574,  1.3158, 0.9093, 0.2595,  1.5548, -0.5607,
          0.9929, 1.3122, -0.092,  -1.5906, -0.7063, 0.437,  0.7278, 1.7482, -0.8042, 0.202},
         0.0020655235275626183},
        {{0.9488,  0.1423,  -2.0697, 1.1065,  2.6123,  1.3043,  -0.6174, -0.1124, 0.5218, 2.789,
          0.9174,  0.4136,  1.8575,  0.2183,  2.1614,  -0.385,  -0.1748, 1.0209,  1.7244, 0.9539,
          0.6016,  -1.5216, -0.4129, -0.3106, -0.2336, 0.8864,  -0.0352, 1.0877,  0.3823, -0.0328,
          0.4182,  0.7288,  1.1581,  -0.1775, 0.0673,  -1.0636, 1.9038,  1.7518,  0.1212, -0.1784,
          -0.9359, 0.4699,  0.5063,  2.4817,  0.5463,  -0.4779, -2.1446, 1.7094},
         0.0018899447563391902},
    };
    return stored;
}

TEST(SignedRank, MatchesScipy) {
    for (const Stored& one : scipy()) {
        EXPECT_NEAR(signed_rank_p(one.values, 0), one.p, 1e-12) << one.values.size() << " values";
        std::vector<double> moved = one.values;
        for (double& value : moved) value += 3;
        EXPECT_NEAR(signed_rank_p(moved, 3), one.p, 1e-12) << "the same about another centre";
    }
}

/// The p-value by definition: over all signs of the distances.
double by_enumeration(const std::vector<double>& values) {
    std::vector<double> rank(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        for (const double other : values)
            rank[i] += std::abs(other) < std::abs(values[i])    ? 1
                       : std::abs(other) == std::abs(values[i]) ? 0.5
                                                                : 0;
    const auto sum = [&](auto&& is_positive) {
        double total = 0;
        for (std::size_t i = 0; i < values.size(); ++i) total += is_positive(i) ? rank[i] : 0;
        return total;
    };
    const double seen = sum([&](std::size_t i) { return values[i] > 0; });
    const std::uint32_t sign_choices = 1u << values.size();
    double at_least = 0;
    for (std::uint32_t signs = 0; signs < sign_choices; ++signs)
        if (sum([&](std::size_t i) { return (signs >> i & 1) == 1; }) >= seen) ++at_least;
    return at_least / sign_choices;
}

TEST(SignedRank, TiesAreExactToo) {
    const std::vector<std::vector<double>> samples{
        {1, 1, 1, 1, -1}, {0.5, -0.5, 2, 2, -2, 3}, {1, 2, 2, 3, -3, 3, 4, -1, 5, 5}, {-1, -1, -1}, {2}};
    for (const auto& values : samples) EXPECT_DOUBLE_EQ(signed_rank_p(values, 0), by_enumeration(values));
    EXPECT_DOUBLE_EQ(signed_rank_p(std::vector<double>{0, 0, 1, 2, 3}, 0), 1.0 / 8)
        << "values equal to the centre are left out";
    EXPECT_DOUBLE_EQ(signed_rank_p(std::vector<double>{0, 0}, 0), 1);
}

TEST(SignedRank, TheIntervalAndThePValueAgree) {
    std::mt19937_64 random(1);
    std::normal_distribution<double> noise(0.1, 1);
    for (const std::size_t n : {5u, 8u, 16u, 32u, 64u})
        for (const double alpha : {0.05, 0.01, 1e-4}) {
            std::vector<double> values(n);
            for (double& value : values) value = noise(random);
            const Estimate estimate = estimate_centre(values, alpha);
            if (std::ldexp(1.0, -static_cast<int>(n)) > alpha) {
                EXPECT_EQ(estimate.low, -std::numeric_limits<double>::infinity());
                continue;
            }
            EXPECT_LE(signed_rank_p(values, estimate.low - 1e-9), alpha) << n << " values";
            EXPECT_GT(signed_rank_p(values, estimate.low + 1e-9), alpha) << n << " values";
            std::vector<double> mirrored = values;
            for (double& value : mirrored) value = -value;
            EXPECT_DOUBLE_EQ(estimate_centre(mirrored, alpha).low, -estimate.high);
            EXPECT_LT(estimate.low, estimate.middle);
            EXPECT_LT(estimate.middle, estimate.high);
        }
}

TEST(SignedRank, HodgesAndLehmannsMiddleByHand) {
    // Means of 1, 2, 6 and of themselves: 1, 1.5, 2, 3.5, 4, 6.
    EXPECT_DOUBLE_EQ(estimate_centre(std::vector<double>{1, 2, 6}, 0.1).middle, 2.75);
    EXPECT_DOUBLE_EQ(estimate_centre(std::vector<double>{4}, 0.1).middle, 4);
}

/// A run of cases with these true slow-downs, with noise of `sigma` between pairs of processes.
std::vector<Evidence> run_of(const std::vector<double>& slow_downs, double sigma, std::uint64_t seed,
                             std::vector<std::size_t>* asked = nullptr) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> noise(0, sigma);
    std::vector<Evidence> run(slow_downs.size());
    decide(run, [&](std::span<const std::size_t> cases, std::size_t pairs) {
        if (asked != nullptr) asked->push_back(cases.size() * pairs);
        for (const std::size_t i : cases)
            for (std::size_t pair = 0; pair < pairs; ++pair)
                run[i].pairs.push_back(std::log1p(slow_downs[i]) + noise(random));
    });
    return run;
}

TEST(Decision, ThreeStates) {
    std::vector<double> slow_downs(100, 0.0);
    slow_downs[7] = 0.05;
    slow_downs[8] = 0.03;
    slow_downs[9] = -0.2;
    slow_downs[10] = 0.01;  // exactly at tau: neither verdict is possible
    const std::vector<Evidence> run = run_of(slow_downs, 0.003, 5);
    for (std::size_t i = 0; i < run.size(); ++i) {
        const State expected = i == 7 || i == 8 ? State::regressed : i == 10 ? State::unclear : State::ok;
        EXPECT_EQ(run[i].state, expected) << "case " << i << ", " << run[i].ratio;
        EXPECT_NEAR(run[i].ratio, 1 + slow_downs[i], 0.005);
        EXPECT_LE(run[i].low, run[i].ratio);
        EXPECT_GE(run[i].high, run[i].ratio);
        EXPECT_EQ(run[i].state == State::regressed, run[i].p_adjusted <= 0.01);
    }
    EXPECT_EQ(run[10].pairs.size(), 128u);
}

TEST(Decision, OnlyWhatIsUnclearIsMeasuredAgain) {
    std::vector<std::size_t> asked;
    std::vector<double> slow_downs(10, 0.0);
    slow_downs[3] = 0.01;
    run_of(slow_downs, 0.002, 1, &asked);
    EXPECT_EQ(asked, (std::vector<std::size_t>{10 * 8, 1 * 8, 1 * 16, 1 * 32, 1 * 64}));
    asked.clear();
    run_of(std::vector<double>(10, 0.0), 0.002, 1, &asked);
    EXPECT_EQ(asked, std::vector<std::size_t>{10 * 8});
}

void judge_all(std::vector<Evidence>& run, std::size_t stage) {
    std::vector<std::size_t> all(run.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    judge(run, all, stage, Rule{});
}

TEST(Decision, WhatLooksSlowerIsMeasuredFirst) {
    std::vector<std::size_t> order;
    std::mt19937_64 random(2);
    std::normal_distribution<double> noise(0, 0.002);
    std::vector<Evidence> run(6);
    const std::vector<double> slow_downs{0, 0.01, 0, 0.05, 0.01, 0};
    decide(run, [&](std::span<const std::size_t> cases, std::size_t pairs) {
        order.insert(order.end(), cases.begin(), cases.end());
        for (const std::size_t i : cases)
            for (std::size_t pair = 0; pair < pairs; ++pair)
                run[i].pairs.push_back(std::log1p(slow_downs[i]) + noise(random));
    });
    ASSERT_GT(order.size(), 7u);
    const std::vector<std::size_t> first(order.begin(), order.begin() + 6);
    EXPECT_EQ(first, (std::vector<std::size_t>{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(run[3].state, State::regressed);
    EXPECT_EQ(order[6] == 3 || order[7] == 3, true) << "before what is merely unclear";
}

TEST(Decision, StateAndIntervalNeverContradictEachOther) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        std::mt19937_64 random(seed);
        std::vector<double> slow_downs(60);
        for (double& one : slow_downs) one = std::uniform_real_distribution<double>(-0.02, 0.04)(random);
        for (const Evidence& one : run_of(slow_downs, 0.01, seed)) {
            EXPECT_EQ(one.state == State::regressed, one.low > 1 + one.tau) << one.low;
            EXPECT_EQ(one.state == State::ok, one.high < 1 + one.tau) << one.high;
            EXPECT_LE(one.low, one.ratio);
            EXPECT_LE(one.ratio, one.high);
        }
    }
}

/// A case alone, with this slow-down in each of two layouts.
State of_two_layouts(double first, double other, std::uint64_t seed) {
    const Evidence a = run_of({first}, 0.002, seed)[0];
    const Evidence b = run_of({other}, 0.002, seed + 1000)[0];
    return confirmed_state(a, b, Rule{});
}

TEST(Decision, ASlowDownNearTauIsNotCalledLayout) {
    std::size_t layouts = 0;
    std::size_t regressed = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        EXPECT_EQ(of_two_layouts(0.05, 0.05, seed), State::regressed);
        EXPECT_EQ(of_two_layouts(0.05, 0, seed), State::layout);
        EXPECT_EQ(of_two_layouts(0.05, -0.03, seed), State::layout);
        // Slower in both, in one of them by less than tau.
        layouts += of_two_layouts(0.018, 0.007, seed) == State::layout ? 1 : 0;
        regressed += of_two_layouts(0.03, 0.008, seed) == State::regressed ? 1 : 0;
    }
    EXPECT_EQ(layouts, 0u);
    EXPECT_GE(regressed, 45u) << "1.9 % on average";
}

TEST(Decision, HolmStepsDownOverTheRun) {
    // 16 pairs of which all are above tau: p = 2^-16, the smallest there is. For 100 cases at the second look
    // that is 2^-16 * 100 / 0.5 = 0.003.
    const std::vector<double> slow(16, 0.05);
    const std::vector<double> noisy{0.05, -0.04, 0.06, -0.03, 0.02, -0.07, 0.01,  -0.015,
                                    0.03, -0.02, 0.05, -0.06, 0.04, -0.05, 0.025, -0.01};
    std::vector<Evidence> run(100);
    for (Evidence& one : run) one.pairs = noisy;
    for (std::size_t i = 0; i < 3; ++i) run[i].pairs = slow;
    judge_all(run, 1);
    EXPECT_EQ(run[0].state, State::regressed);
    EXPECT_EQ(run[2].state, State::regressed);
    EXPECT_DOUBLE_EQ(run[0].p_adjusted, std::ldexp(100 / 0.5, -16));
    EXPECT_EQ(run[3].state, State::unclear);
    EXPECT_EQ(run[3].p_adjusted, 1);

    // Too many cases for 16 pairs.
    std::vector<Evidence> large(400);
    for (Evidence& one : large) one.pairs = slow;
    judge_all(large, 1);
    EXPECT_EQ(large[0].state, State::unclear);
}

TEST(Decision, WithoutCoresNothingIsOkButMayBeSlower) {
    std::vector<Evidence> run(3);
    for (Evidence& one : run) one.pairs.assign(16, 0.0);
    run[1].pairs.assign(16, 0.05);
    run[0].crowded = run[1].crowded = 9;
    run[2].crowded = 8;
    judge_all(run, 1);
    EXPECT_EQ(run[0].state, State::unclear);
    EXPECT_GE(run[0].high, 1 + run[0].tau);
    EXPECT_EQ(run[0].most_pairs, 16u) << "no more of them";
    EXPECT_EQ(run[1].state, State::regressed);
    EXPECT_EQ(run[2].state, State::ok) << "half of the pairs had their cores";
}

TEST(Decision, ALayoutWithoutCoresClearsNothing) {
    std::vector<Evidence> run(2);
    run[0].tau = run[1].tau = 0.05;
    run[0].pairs.assign(16, 0.08);
    run[1].pairs.assign(16, 0.001);
    run[1].crowded = 16;
    judge_all(run, 1);
    ASSERT_EQ(run[0].state, State::regressed);
    ASSERT_EQ(run[1].state, State::unclear);
    EXPECT_EQ(confirmed_state(run[0], run[1], Rule{}), State::unclear) << "4 % on average";
}

TEST(Decision, NullRunsHardlyEverFalselyAlarm) {
    // Exactly at tau, where false alarms are most frequent: 100 runs of 20 cases. At 1 % a run, 1 is
    // expected; more than 6 have probability 1e-4.
    std::size_t alarms = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        bool any = false;
        for (const Evidence& one : run_of(std::vector<double>(20, 0.01), 0.01, seed))
            any = any || one.state == State::regressed;
        alarms += any ? 1 : 0;
    }
    EXPECT_LE(alarms, 6u);
}

PairRounds rounds_of(const std::vector<double>& ratios) {
    PairRounds rounds;
    for (const double ratio : ratios) rounds.add(ratio, false);
    return rounds;
}

TEST(PairRounds, DisturbedOnesAreLeftOutUnlessMostAre) {
    PairRounds rounds = rounds_of({0.01, 0.02});
    rounds.add(0.9, true);
    rounds.add(0.8, true);
    EXPECT_EQ(rounds.count(), 4u);
    EXPECT_EQ(rounds.disturbed(), 2u);
    EXPECT_DOUBLE_EQ(rounds.value(), 0.015);
    rounds.add(0.7, true);
    EXPECT_DOUBLE_EQ(rounds.value(), 0.7) << "the median of all five";
}

TEST(PairRounds, TheErrorIsThatOfTheMedianOfNormalValues) {
    std::mt19937_64 random(20261125);
    std::normal_distribution<double> noise(0.1, 0.02);
    double squares = 0;
    double errors = 0;
    constexpr int trials = 2'000;
    for (int trial = 0; trial < trials; ++trial) {
        PairRounds rounds;
        for (int round = 0; round < 41; ++round) rounds.add(noise(random), false);
        squares += (rounds.value() - 0.1) * (rounds.value() - 0.1);
        errors += rounds.error();
    }
    EXPECT_NEAR(errors / trials, std::sqrt(squares / trials), 0.05 * errors / trials);
}

TEST(PairRounds, OfEqualRoundsThereIsNoError) {
    EXPECT_EQ(rounds_of({0.3}).error(), 0);
    EXPECT_EQ(rounds_of({0.3, 0.3, 0.3, 5}).error(), 0) << "three of four agree";
}

TEST(Progress, TheAnnouncedTimeHasAnUpperBoundWhileCasesAreOpen) {
    const Rule rule;  // 8, 16, 32, 64, 128 pairs
    std::vector<Evidence> run(2);
    LookProgress progress(run, rule);
    progress.begin_look(run, 2, 8, 0);
    for (int i = 0; i < 4; ++i) progress.advance();
    EXPECT_EQ(progress.text(2), "25 %, some 6 s left, at most 126 s; 2 cases in look 1");
    for (int i = 0; i < 12; ++i) progress.advance();

    for (Evidence& one : run) one.pairs.resize(8);
    run[0].state = State::ok;
    progress.begin_look(run, 1, 8, 1);
    EXPECT_EQ(progress.text(8), "67 %, some 4 s left, at most 60 s; 1 case in look 2; 1 suspect");
    run[1].most_pairs = 16;  // of which a pair takes seconds
    progress.begin_look(run, 1, 8, 0);
    EXPECT_EQ(progress.text(8), "67 %, some 4 s left; 1 case in look 3");
    for (int i = 0; i < 8; ++i) progress.advance();
    run[1].pairs.resize(16);
    EXPECT_EQ(progress.text(12), "100 %, some 0 s left; 1 case in look 3");
}

TEST(Decision, ACaseWithoutPairsStaysUnclearAndHoldsNothingUp) {
    std::vector<Evidence> run(2);
    decide(run, [&](std::span<const std::size_t> cases, std::size_t pairs) {
        for (const std::size_t i : cases) {
            if (i == 0) run[i].pairs.resize(run[i].pairs.size() + pairs);
            if (i == 1) run[i].most_pairs = 0;
        }
    });
    EXPECT_EQ(run[0].state, State::ok);
    EXPECT_EQ(run[1].state, State::unclear);
}

}  // namespace

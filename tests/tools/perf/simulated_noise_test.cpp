// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Error rates of the verdicts under simulated noise of seven shapes.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <span>
#include <string_view>

#include "tools/perf/verdict/decision.hpp"

namespace wend::perf {
namespace {

/// The scatter of pairs of processes on a noisy machine.
constexpr double sigma = 0.007;

using Random = std::mt19937_64;

/// The noise of one comparison, pair by pair: `pair` counts from 0.
struct Noise {
    std::string_view name;
    std::function<double(Random&, std::size_t pair, double& memory)> next;
};

double gauss(Random& random) { return std::normal_distribution<double>(0, sigma)(random); }

const std::array<Noise, 7>& noises() {
    static const std::array<Noise, 7> all{
        Noise{"Gauss", [](Random& random, std::size_t, double&) { return gauss(random); }},
        Noise{"Student's t, 3 degrees of freedom",
              [](Random& random, std::size_t, double&) {
                  return sigma * std::student_t_distribution<double>(3)(random) / std::sqrt(3.0);
              }},
        Noise{"difference of two lognormals",
              [](Random& random, std::size_t, double&) {
                  std::lognormal_distribution<double> side(0, 0.5);
                  return sigma * (side(random) - side(random));
              }},
        Noise{"one side 8 % slower in a tenth of the pairs",
              [](Random& random, std::size_t, double&) {
                  const std::uint64_t which = random() % 20;
                  return gauss(random) + (which == 0 ? 0.08 : which == 1 ? -0.08 : 0);
              }},
        Noise{"autoregressive, 0.5",
              [](Random& random, std::size_t, double& memory) {
                  return memory = 0.5 * memory + std::sqrt(0.75) * gauss(random);
              }},
        Noise{"drifting by 0.01 % a pair",
              [](Random& random, std::size_t pair, double&) {
                  return gauss(random) + 1e-4 * (static_cast<double>(pair) - 8);
              }},
        Noise{"blocks of four pairs",
              [](Random& random, std::size_t pair, double& memory) {
                  if (pair % 4 == 0) memory = gauss(random) / std::sqrt(2.0);
                  return memory + gauss(random) / std::sqrt(2.0);
              }},
    };
    return all;
}

std::size_t regressed(const Noise& noise, double slow_down, std::size_t repeats, const Rule& rule) {
    Random random(1);
    std::size_t found = 0;
    for (std::size_t i = 0; i < repeats; ++i) {
        Evidence one;
        double memory = 0;
        decide(
            std::span(&one, 1),
            [&](std::span<const std::size_t>, std::size_t pairs) {
                for (std::size_t pair = 0; pair < pairs; ++pair)
                    one.pairs.push_back(std::log1p(slow_down) + noise.next(random, one.pairs.size(), memory));
            },
            rule);
        found += one.state == State::regressed ? 1 : 0;
    }
    return found;
}

TEST(SimulatedNoise, CausesNoFalseAlarms) {
    constexpr std::size_t repeats = 2'000;
    for (const Noise& noise : noises())
        EXPECT_LE(regressed(noise, 0, repeats, Rule{}), repeats / 200) << noise.name;
}

/// As the first of a run of 100 cases, the hardest place to be found in.
TEST(SimulatedNoise, HidesNoSlowDown) {
    constexpr std::size_t repeats = 400;
    Rule in_a_run;
    in_a_run.family_alpha /= 100;
    for (const double percent : {2.0, 3.0, 5.0, 10.0})
        for (const Noise& noise : noises()) {
            const double target = percent < 5 ? 0.95 : percent < 10 ? 0.99 : 0.999;
            EXPECT_GE(static_cast<double>(regressed(noise, percent / 100, repeats, in_a_run)),
                      target * repeats)
                << noise.name << ", " << percent << " % slower";
        }
}

}  // namespace
}  // namespace wend::perf

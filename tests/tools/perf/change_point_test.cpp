// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Change points: false alarms in histories of 50 builds, and the delay until a change is found.
#include "tools/perf/history/change_point.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <random>
#include <vector>

namespace wend::test {
namespace {

using perf::find_shifts;
using perf::greatest_shift;
using perf::shift_threshold;

enum class Shape {
    normal,
    heavy,
    spikes
};  // heavy: Student's t with 3 degrees of freedom; spikes: one value in ten, by eight deviations

struct Noise {
    Shape shape;
    double kept;  ///< the AR(1) coefficient
};

/// The kinds of noise that the threshold must bear.
constexpr std::array<Noise, 9> kinds{{{Shape::normal, 0},
                                      {Shape::normal, 0.25},
                                      {Shape::normal, 0.5},
                                      {Shape::heavy, 0},
                                      {Shape::heavy, 0.25},
                                      {Shape::heavy, 0.5},
                                      {Shape::spikes, 0},
                                      {Shape::spikes, 0.25},
                                      {Shape::spikes, 0.5}}};

using Random = std::mt19937_64;

std::vector<double> series_of(const Noise& noise, std::size_t count, Random& random) {
    std::normal_distribution<double> normal;
    std::student_t_distribution<double> heavy(3);
    std::uniform_real_distribution<double> uniform;
    std::vector<double> series(count);
    const auto draw = [&] { return noise.shape == Shape::heavy ? heavy(random) : normal(random); };
    double value = draw() / std::sqrt(1 - noise.kept * noise.kept);
    for (double& one : series) {
        one = value;
        if (noise.shape == Shape::spikes && uniform(random) < 0.1) one += 8 * normal(random);
        value = noise.kept * value + draw();
    }
    return series;
}

std::vector<double> statistics_of(const Noise& noise, std::size_t count, std::size_t times, Random& random) {
    std::vector<double> statistics(times);
    for (double& one : statistics) one = greatest_shift(series_of(noise, count, random)).statistic;
    return statistics;
}

/// Compares shift_threshold with a small part of its simulation, or prints its whole table on request.
TEST(ChangePoint, ThresholdIsThatOfTheSimulation) {
    const bool regenerate = std::getenv("WEND_REGENERATE_THRESHOLDS") != nullptr;
    const std::size_t times = regenerate ? 20'000 : 1'000;
    Random random(20261121);
    for (const std::size_t count : {6, 8, 10, 15, 20, 30, 50, 75, 100, 200}) {
        double greatest = 0;
        for (const Noise& noise : kinds) {
            std::vector<double> statistics = statistics_of(noise, count, times, random);
            std::sort(statistics.begin(), statistics.end());
            greatest = std::max(greatest, statistics[times * 199 / 200]);
            const auto above =
                static_cast<double>(statistics.end() - std::upper_bound(statistics.begin(), statistics.end(),
                                                                        shift_threshold(count)));
            EXPECT_TRUE(regenerate || above <= 15)
                << above << " of 1,000 series of " << count << " points, at most 5 are expected";
        }
        if (regenerate) fmt::print("{{{}, {:.2f}}}, ", count, greatest);
    }
}

/// Histories of 50 builds without a change, for each kind of noise.
TEST(ChangePoint, FalseAlarmsOnHistoriesOf50BuildsAreAtMostOneInAHundred) {
    constexpr int histories = 3'000;
    Random random(50);
    for (const Noise& noise : kinds) {
        int alarms = 0;
        for (int i = 0; i < histories; ++i)
            if (!find_shifts(series_of(noise, 50, random), 0).empty()) ++alarms;
        RecordProperty(
            fmt::format("alarms_shape{}_kept{:.0f}", static_cast<int>(noise.shape), 100 * noise.kept),
            alarms);
        EXPECT_LE(alarms, histories / 100)
            << "noise " << static_cast<int>(noise.shape) << ", kept " << noise.kept;
    }
}

/// A step of 2 % in noise of 0.4 %, some builds after it.
TEST(ChangePoint, AStepIsFoundSoon) {
    Random random(2);
    for (const auto& [after, least] : {std::pair{3, 0.75}, std::pair{5, 0.95}, std::pair{25, 0.999}}) {
        constexpr int histories = 1'000;
        int seen = 0;
        for (int i = 0; i < histories; ++i) {
            std::vector<double> series = series_of(kinds[0], 50, random);
            for (std::size_t j = 0; j < series.size(); ++j)
                series[j] = 0.004 * series[j] + (j + static_cast<std::size_t>(after) >= 50 ? 0.02 : 0);
            const std::vector<perf::Shift> shifts = find_shifts(series, 0.01);
            if (!shifts.empty() && shifts.back().at + static_cast<std::size_t>(after) + 1 >= 50) ++seen;
        }
        RecordProperty(fmt::format("seen_after_{}", after), seen);
        EXPECT_GE(seen, static_cast<int>(least * histories)) << after << " builds after it";
    }
}

TEST(ChangePoint, TheStepIsLocated) {
    Random random(3);
    std::vector<double> series = series_of(kinds[0], 60, random);
    for (std::size_t i = 0; i < series.size(); ++i)
        series[i] = 0.002 * series[i] + (i >= 20 ? 0.05 : 0) - (i >= 40 ? 0.03 : 0);
    const std::vector<perf::Shift> shifts = find_shifts(series, 0.01);
    ASSERT_EQ(shifts.size(), 2u);
    EXPECT_EQ(shifts[0].at, 20u);
    EXPECT_NEAR(shifts[0].size, 0.05, 0.02);
    EXPECT_EQ(shifts[1].at, 40u);
    EXPECT_NEAR(shifts[1].size, -0.03, 0.01);
}

TEST(ChangePoint, NumbersWithoutNoise) {
    std::vector<double> series(20, 1.0);
    EXPECT_TRUE(find_shifts(series, 0).empty());
    for (std::size_t i = 12; i < series.size(); ++i) series[i] = 1.001;
    ASSERT_EQ(find_shifts(series, 0).size(), 1u);
    EXPECT_EQ(find_shifts(series, 0)[0].at, 12u);
    EXPECT_TRUE(find_shifts(series, 0.01).empty()) << "too small to matter";
}

TEST(ChangePoint, OneSpikeIsNoChange) {
    Random random(4);
    for (const std::size_t at : {0u, 1u, 10u, 28u, 29u}) {
        std::vector<double> series = series_of(kinds[0], 30, random);
        series[at] += 100;
        EXPECT_TRUE(find_shifts(series, 0).empty()) << at;
    }
}

TEST(ChangePoint, ShortHistoriesHaveNone) {
    for (std::size_t count = 0; count < 2 * perf::least_side; ++count)
        EXPECT_TRUE(find_shifts(std::vector<double>(count, 1.0), 0).empty());
}

}  // namespace
}  // namespace wend::test

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>

#include "support/oracle.hpp"

namespace wend::test {

/// The largest accepted share of close calls, in which the oracle takes the kernel's branch.
inline constexpr double close_calls_bound = 1.5e-3;

/// The largest of many errors, in units of 2^-24 of their scales, and the number of comparisons and of close
/// calls among them.
struct Tally {
    double worst = 0;
    std::string where;
    std::size_t compared = 0;
    std::size_t close_calls = 0;

    void add(double error, const char* what, std::size_t slot) {
        ++compared;
        if (!(error <= worst)) {
            worst = error;
            where = std::string(what) + " of agent " + std::to_string(slot);
        }
    }
    /// Adds a component; kernels store magnitudes below 2^-60 as 0.
    void add_component(double expected, float actual, double period, double scale, const char* what,
                       std::size_t slot) {
        if (actual == 0 && std::abs(expected) <= 0x1p-60) return;
        const double difference = distance_modulo(static_cast<double>(actual) - expected, period);
        add(difference == 0 ? 0 : difference / (scale * error_unit), what, slot);
    }
    /// Adds a time, in units of 2^-53 of its scale.
    void add_seconds(long double expected, double actual, double scale, std::size_t slot) {
        const long double difference = std::abs(static_cast<long double>(actual) - expected);
        add(difference == 0 ? 0 : static_cast<double>(difference / static_cast<long double>(scale) * 0x1p53L),
            "seconds_left", slot);
    }
    void add_vector(const OracleVector& expected, float x, float y, const char* what, std::size_t slot) {
        add_component(expected.x, x, 0, expected.scale, what, slot);
        add_component(expected.y, y, 0, expected.scale, what, slot);
    }
};

/// Checks the largest error and records it as a property of the test.
inline void expect_within(const Tally& tally, double bound, const char* what,
                          double close_calls = close_calls_bound) {
    ::testing::Test::RecordProperty(what, std::to_string(tally.worst));
    EXPECT_GT(tally.compared, 0u) << what;
    EXPECT_LE(tally.worst, bound) << what << ": " << tally.where;
    EXPECT_LT(static_cast<double>(tally.close_calls), close_calls * static_cast<double>(tally.compared))
        << what;
}

}  // namespace wend::test

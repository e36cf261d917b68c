// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/support/rank_sum.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "bench/support/median.hpp"

namespace wend::perf {
namespace {

/// The value that a standard normal variable exceeds with probability `alpha`, by bisection.
double normal_quantile(double alpha) {
    double low = 0;
    double high = 40;
    for (int i = 0; i < 100; ++i) {
        const double middle = (low + high) / 2;
        (std::erfc(middle / std::sqrt(2.0)) / 2 > alpha ? low : high) = middle;
    }
    return low;
}

}  // namespace

Estimate estimate_shift(std::span<const double> a, std::span<const double> b, double alpha) {
    std::vector<double> differences;
    differences.reserve(a.size() * b.size());
    for (const double x : a)
        for (const double y : b) differences.push_back(x - y);
    std::sort(differences.begin(), differences.end());
    Estimate estimate{bench::median_of_sorted(differences), -std::numeric_limits<double>::infinity(),
                      std::numeric_limits<double>::infinity()};

    const auto n = static_cast<double>(a.size());
    const auto m = static_cast<double>(b.size());
    const double cut = n * m / 2 - normal_quantile(alpha) * std::sqrt(n * m * (n + m + 1) / 12);
    if (cut >= 0) {
        const auto outside = static_cast<std::size_t>(cut);
        estimate.low = differences[outside];
        estimate.high = differences[differences.size() - 1 - outside];
    }
    return estimate;
}

}  // namespace wend::perf

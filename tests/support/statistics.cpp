// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "support/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

namespace wend::test {
namespace {

/// Without long double, which differs between processors.
using InDouble = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

}  // namespace

double p_of_chi_squared(double sum, double degrees) {
    const boost::math::chi_squared_distribution<double, InDouble> distribution(degrees);
    const double below = boost::math::cdf(distribution, sum);
    const double above = boost::math::cdf(boost::math::complement(distribution, sum));
    return std::min(1.0, 2 * std::min(below, above));
}

double p_of_normal(double z) {
    return std::min(1.0, 2 * boost::math::cdf(boost::math::complement(
                                 boost::math::normal_distribution<double, InDouble>(), std::abs(z))));
}

double p_of_equal_shares(std::span<const std::uint32_t> counts) {
    double total = 0;
    for (const std::uint32_t count : counts) total += count;
    const double share = total / static_cast<double>(counts.size());
    double sum = 0;
    for (const std::uint32_t count : counts) sum += (count - share) * (count - share) / share;
    return p_of_chi_squared(sum, static_cast<double>(counts.size() - 1));
}

double p_of_one_distribution(std::vector<double> a, std::vector<double> b) {
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    const double n = static_cast<double>(a.size());
    double greatest = 0;
    // At each value of either sample, after all values equal to it.
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const double value = std::min(a[i], b[j]);
        while (i < a.size() && a[i] <= value) ++i;
        while (j < b.size() && b[j] <= value) ++j;
        greatest = std::max(greatest, std::abs(static_cast<double>(i) - static_cast<double>(j)) / n);
    }
    return std::min(1.0, 2 * std::exp(-n * greatest * greatest));
}

double p_of_one_mean(std::span<const double> a, std::span<const double> b) {
    struct Mean {
        double value;
        double variance;  ///< of the value
    };
    const auto mean_of = [](std::span<const double> values) {
        const double n = static_cast<double>(values.size());
        double sum = 0;
        for (const double value : values) sum += value;
        double squares = 0;
        for (const double value : values) squares += (value - sum / n) * (value - sum / n);
        return Mean{sum / n, squares / (n - 1) / n};
    };
    const Mean mean_a = mean_of(a);
    const Mean mean_b = mean_of(b);
    if (mean_a.value == mean_b.value) return 1;
    return p_of_normal((mean_a.value - mean_b.value) / std::sqrt(mean_a.variance + mean_b.variance));
}

void PValues::add(std::string_view name, double p) {
    ++count_;
    if (p >= smallest_ || std::isnan(smallest_)) return;
    smallest_ = p;
    name_ = name;
}

double PValues::judged() const { return std::min(1.0, smallest_ * static_cast<double>(count_)); }

std::string PValues::worst() const {
    return fmt::format("{}: p = {:.3g}, the least of {}", name_, smallest_, count_);
}

}  // namespace wend::test

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/pair_rounds.hpp"

#include <cmath>
#include <utility>

#include "bench/statistics/median.hpp"

namespace wend::perf {

void PairRounds::add(double ratio, bool disturbed) {
    all_.push_back(ratio);
    if (!disturbed) undisturbed_.push_back(ratio);
}

double PairRounds::value() const { return bench::median(kept()); }

double PairRounds::error() const {
    const double middle = value();
    std::vector<double> deviations;
    for (const double ratio : kept()) deviations.push_back(std::abs(ratio - middle));
    constexpr double deviation_of_normal = 1.4826;  // by the median deviation
    constexpr double median_by_mean = 1.2533;       // the square root of pi / 2
    return deviation_of_normal * median_by_mean * bench::median(std::move(deviations)) /
           std::sqrt(static_cast<double>(kept().size()));
}

}  // namespace wend::perf

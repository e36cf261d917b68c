// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/history/change_point.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "bench/statistics/median.hpp"

namespace wend::perf {
namespace {

/// The series with each value no further than 1.5 deviations from the median of the five around it: spikes
/// go, steps stay. The deviation is that of differences between neighbours, of which a step is but one.
std::vector<double> without_spikes(std::span<const double> series) {
    std::vector<double> steps;
    for (std::size_t i = 1; i < series.size(); ++i) steps.push_back(std::fabs(series[i] - series[i - 1]));
    constexpr double deviation_of_median = 1.4826;  // of a normal distribution
    const double deviation = deviation_of_median * bench::median(std::move(steps)) / std::sqrt(2.0);
    std::vector<double> result(series.size());
    for (std::size_t i = 0; i < series.size(); ++i) {
        const std::size_t first = i < 2 ? 0 : i - 2;
        const std::size_t last = std::min(series.size(), i + 3);
        const double around = bench::median({series.begin() + static_cast<std::ptrdiff_t>(first),
                                             series.begin() + static_cast<std::ptrdiff_t>(last)});
        result[i] = std::clamp(series[i], around - 1.5 * deviation, around + 1.5 * deviation);
    }
    return result;
}

/// Where the means on both sides differ most, by the standard error of noise with deviation 1.
Shift widest(std::span<const double> series) {
    const auto count = static_cast<double>(series.size());
    const double total = std::accumulate(series.begin(), series.end(), 0.0);
    Shift best;
    double left = 0;
    for (std::size_t at = 1; at + least_side <= series.size(); ++at) {
        left += series[at - 1];
        if (at < least_side) continue;
        const auto before = static_cast<double>(at);
        const double size = (total - left) / (count - before) - left / before;
        const double statistic = std::fabs(size) * std::sqrt(before * (count - before) / count);
        if (statistic > best.statistic || best.at == 0) best = {at, size, statistic};
    }
    return best;
}

}  // namespace

Shift greatest_shift(std::span<const double> series) {
    const std::vector<double> clean = without_spikes(series);
    Shift shift = widest(clean);

    // The residuals of both means: their deviation, and the correlation of neighbours.
    const auto middle = clean.begin() + static_cast<std::ptrdiff_t>(shift.at);
    const double before = std::accumulate(clean.begin(), middle, 0.0) / static_cast<double>(shift.at);
    const double after = before + shift.size;
    double squares = 0;
    double products = 0;
    double last = 0;
    for (std::size_t i = 0; i < clean.size(); ++i) {
        const double rest = clean[i] - (i < shift.at ? before : after);
        squares += rest * rest;
        products += rest * last;
        last = rest;
    }
    const auto count = static_cast<double>(series.size());
    constexpr double least_deviation = 1e-9;  // of ratios: numbers that are all the same have none
    const double deviation = std::max(std::sqrt(squares / (count - 2)), least_deviation);
    double kept = squares > 0 ? products / squares : 0;
    // Two means were fitted, and short series seem less correlated than they are.
    kept += 2 * (1 + 3 * std::max(0.0, kept)) / count;
    kept = std::clamp(kept, 0.0, 0.9);
    shift.statistic *= std::sqrt((1 - kept) / (1 + kept)) / deviation;
    return shift;
}

double shift_threshold(std::size_t count) {
    // From 20,000 series for each of the nine kinds of noise of tests/tools/perf/change_point_test.cpp: the
    // greatest of their 99.5 % points. Made by: WEND_REGENERATE_THRESHOLDS=1 bin/change_point_test
    // --gtest_filter='*Threshold*'
    static constexpr std::array<std::pair<std::size_t, double>, 10> table{{
        {6, 8.86},
        {8, 9.27},
        {10, 8.70},
        {15, 8.01},
        {20, 7.76},
        {30, 6.81},
        {50, 5.89},
        {75, 5.95},
        {100, 5.95},
        {200, 6.22},
    }};
    if (count < table.front().first) return std::numeric_limits<double>::infinity();
    const auto next =
        std::find_if(table.begin(), table.end(), [&](const auto& entry) { return entry.first >= count; });
    if (next == table.end()) return table.back().second;
    return next->first == count ? next->second : std::max(std::prev(next)->second, next->second);
}

std::vector<Shift> find_shifts(std::span<const double> series, double least_size) {
    // In the whole series each of two changes is noise to the other; parts of it have one of them. The
    // threshold of parts allows for their number.
    constexpr double part_threshold = 1.5;
    constexpr std::size_t least_part = 10;
    Shift greatest;
    double excess = 1;  // of the statistic over the threshold
    const auto look = [&](std::size_t first, std::size_t count, double threshold) {
        Shift shift = greatest_shift(series.subspan(first, count));
        if (std::fabs(shift.size) < least_size || shift.statistic <= excess * threshold) return;
        excess = shift.statistic / threshold;
        shift.at += first;
        greatest = shift;
    };
    if (series.size() < 2 * least_side) return {};
    look(0, series.size(), shift_threshold(series.size()));
    for (std::size_t length = series.size() / 2; length >= least_part; length /= 2)
        for (std::size_t first = 0; first + length <= series.size(); first += length / 2)
            look(first, length, part_threshold * shift_threshold(length));
    if (greatest.at == 0) return {};

    std::vector<Shift> shifts = find_shifts(series.first(greatest.at), least_size);
    shifts.push_back(greatest);
    for (Shift later : find_shifts(series.subspan(greatest.at), least_size)) {
        later.at += greatest.at;
        shifts.push_back(later);
    }
    return shifts;
}

}  // namespace wend::perf

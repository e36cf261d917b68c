// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/statistics/median.hpp"

#include <algorithm>
#include <cstddef>

namespace wend::bench {

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return median_of_sorted(values);
}

double median_of_sorted(std::span<const double> values) {
    if (values.empty()) return 0;
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace wend::bench

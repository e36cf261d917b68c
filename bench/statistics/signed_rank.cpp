// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/statistics/signed_rank.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "bench/statistics/median.hpp"

namespace wend::bench {
namespace {

/// Twice the rank of each distance, a whole number with ties too.
std::vector<std::size_t> doubled_ranks(std::span<const double> sorted_distances) {
    std::vector<std::size_t> ranks(sorted_distances.size());
    for (std::size_t first = 0; first < ranks.size();) {
        std::size_t end = first;
        while (end < ranks.size() && sorted_distances[end] == sorted_distances[first]) ++end;
        for (std::size_t i = first; i < end; ++i) ranks[i] = first + 1 + end;
        first = end;
    }
    return ranks;
}

/// The probability of each sum, when each rank is in it with a probability of one half.
std::vector<double> distribution_of_sum(std::span<const std::size_t> ranks) {
    std::vector<double> probability{1};
    for (const std::size_t rank : ranks) {
        std::vector<double> next(probability.size() + rank);
        for (std::size_t sum = 0; sum < probability.size(); ++sum) {
            next[sum] += probability[sum] / 2;
            next[sum + rank] += probability[sum] / 2;
        }
        probability = std::move(next);
    }
    return probability;
}

}  // namespace

double signed_rank_p(std::span<const double> values, double centre) {
    std::vector<double> offsets;
    for (const double value : values)
        if (value != centre) offsets.push_back(value - centre);
    std::sort(offsets.begin(), offsets.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    std::vector<double> distances(offsets.size());
    std::transform(offsets.begin(), offsets.end(), distances.begin(),
                   [](double offset) { return std::abs(offset); });

    const std::vector<std::size_t> ranks = doubled_ranks(distances);
    std::size_t sum = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i)
        if (offsets[i] > 0) sum += ranks[i];
    const std::vector<double> probability = distribution_of_sum(ranks);
    double p = 0;
    for (std::size_t s = probability.size(); s-- > sum;) p += probability[s];  // the small ones first
    return std::min(p, 1.0);
}

Estimate estimate_centre(std::span<const double> values, double alpha) {
    const std::size_t n = values.size();
    std::vector<double> means;
    means.reserve(n * (n + 1) / 2);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j) means.push_back((values[i] + values[j]) / 2);
    std::sort(means.begin(), means.end());
    Estimate estimate{bench::median_of_sorted(means), -std::numeric_limits<double>::infinity(),
                      std::numeric_limits<double>::infinity()};

    std::vector<std::size_t> ranks(n);
    for (std::size_t i = 0; i < n; ++i) ranks[i] = i + 1;
    const std::vector<double> probability = distribution_of_sum(ranks);
    double tail = 0;
    for (std::size_t k = 0; k < means.size(); ++k) {
        tail += probability[k];
        if (tail > alpha) break;
        estimate.low = means[k];
        estimate.high = means[means.size() - 1 - k];
    }
    return estimate;
}

}  // namespace wend::bench

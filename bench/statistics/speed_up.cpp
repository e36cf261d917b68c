// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/statistics/speed_up.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "bench/statistics/signed_rank.hpp"

namespace wend::bench {
namespace {

constexpr double one_sided = 0.005;

std::vector<double> logarithms(std::span<const double> values) {
    std::vector<double> result;
    for (const double value : values) result.push_back(std::log(value));
    return result;
}

SpeedUp exponential(const Estimate& estimate) {
    return {std::exp(estimate.middle), std::exp(estimate.low), std::exp(estimate.high)};
}

}  // namespace

bool SpeedUp::has_interval() const { return low > 0 && std::isfinite(high); }

SpeedUp speed_up_of_ratios(std::span<const double> ratios) {
    return exponential(estimate_centre(logarithms(ratios), one_sided));
}

std::string speed_up_text(const SpeedUp& ratio) {
    return ratio.has_interval() ? fmt::format("{:.2f} [{:.2f}, {:.2f}]", ratio.middle, ratio.low, ratio.high)
                                : fmt::format("{:.2f}", ratio.middle);
}

}  // namespace wend::bench

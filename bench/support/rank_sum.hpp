// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "bench/support/signed_rank.hpp"

namespace wend::perf {

/// How far the values of `a` lie above those of `b`, which are not paired: the median of all differences, and
/// the interval of Wilcoxon's rank sums (Hollander and Wolfe 1999, section 4.3) by the normal approximation,
/// rounded outwards. At least one value on each side; `alpha` as of estimate_centre. Takes time in proportion
/// to the product of both sizes.
[[nodiscard]] Estimate estimate_shift(std::span<const double> a, std::span<const double> b, double alpha);

}  // namespace wend::perf

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

/// Wilcoxon's signed ranks, exactly: no normal approximation, however small the sample, and ties allowed.
namespace wend::bench {

/// The probability of values at least as far above `centre` as these, when they are symmetric about it.
/// Values that equal the centre are left out, as is usual; equal distances share their mean rank.
[[nodiscard]] double signed_rank_p(std::span<const double> values, double centre);

struct Estimate {
    double middle;  ///< Hodges and Lehmann's: the median of the means of all pairs of values, each value with
                    ///< itself included
    double low;     ///< above this with confidence 1 - alpha; -infinity when the values are too few
    double high;    ///< below this with confidence 1 - alpha; +infinity when they are too few
};

/// The centre of at least one value. `alpha` is one-sided: low > c exactly when signed_rank_p(values, c) <=
/// alpha, but for ties.
[[nodiscard]] Estimate estimate_centre(std::span<const double> values, double alpha);

}  // namespace wend::bench

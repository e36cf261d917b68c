// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

/// The place where a series of builds becomes lastingly slower or faster: a candidate, for a direct
/// comparison of the builds on both sides.
namespace wend::perf {

/// A change needs so many builds on either side.
inline constexpr std::size_t least_side = 3;

struct Shift {
    std::size_t at = 0;    ///< the first point after it
    double size = 0;       ///< mean after, less mean before
    double statistic = 0;  ///< in standard errors, those of noise that is correlated as this one's
};

/// The likeliest single shift of a series of at least 2 * least_side points.
[[nodiscard]] Shift greatest_shift(std::span<const double> series);

/// The value that the statistic of `count` points without a shift exceeds in at most 1 of 100 cases, whether
/// the noise is normal, has heavy tails or spikes, and is independent or correlated from point to point (by
/// up to 0.5).
[[nodiscard]] double shift_threshold(std::size_t count);

/// All shifts above the threshold and of at least `least_size`, in order; found by splitting where the
/// greatest one is, again and again.
[[nodiscard]] std::vector<Shift> find_shifts(std::span<const double> series, double least_size);

}  // namespace wend::perf

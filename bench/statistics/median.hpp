// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace wend::bench {

/// The value in the middle, or the mean of the two in the middle; 0 of no values.
[[nodiscard]] double median(std::vector<double> values);

/// The same of values that are sorted already.
[[nodiscard]] double median_of_sorted(std::span<const double> values);

}  // namespace wend::bench

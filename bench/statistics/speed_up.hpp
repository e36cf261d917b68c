// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

namespace wend::bench {

/// The speed of one case as a multiple of another's, with a 99 % interval: 0 to infinity where there are too
/// few values.
struct SpeedUp {
    double middle, low, high;

    [[nodiscard]] bool has_interval() const;
};

/// Of ratios within rounds: exact signed ranks of their logarithms. At least one ratio, all above 0.
[[nodiscard]] SpeedUp speed_up_of_ratios(std::span<const double> ratios);

/// "1.42 [1.40, 1.44]"; the middle alone without an interval.
[[nodiscard]] std::string speed_up_text(const SpeedUp& ratio);

}  // namespace wend::bench

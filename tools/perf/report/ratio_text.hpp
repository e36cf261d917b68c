// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace wend::perf {

/// A ratio's distance from 1: "+1.25 %".
[[nodiscard]] inline std::string percent(double ratio) { return fmt::format("{:+.2f} %", 100 * (ratio - 1)); }

/// "+0.80 to +1.70 %"; two dots for an end that the pairs were too few for.
[[nodiscard]] inline std::string interval_text(double low, double high) {
    const auto end = [](double ratio) { return fmt::format("{:+.2f}", 100 * (ratio - 1)); };
    return fmt::format("{} to {} %", low > 0 ? end(low) : "..", std::isfinite(high) ? end(high) : "..");
}

}  // namespace wend::perf

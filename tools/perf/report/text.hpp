// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace wend::perf {

/// A ratio's distance from 1: "+1.25 %".
[[nodiscard]] std::string percent(double ratio);

/// "+0.80 to +1.70 %"; two dots for an end for which the pairs were too few.
[[nodiscard]] std::string interval_text(double low, double high);

/// Four digits and a suitable unit.
[[nodiscard]] std::string time_text(double nanoseconds);

/// "1 case", "2 cases"
[[nodiscard]] std::string counted(std::size_t count, const std::string& noun);

}  // namespace wend::perf

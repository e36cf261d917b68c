// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/support/duration_text.hpp"

#include <fmt/format.h>

namespace wend::support {

std::string duration_text(double seconds) {
    constexpr double minute = 60;
    constexpr double hour = 60 * minute;
    if (seconds < 100) return fmt::format("{:.0f} s", seconds);
    if (seconds < 100 * minute) return fmt::format("{:.0f} min", seconds / minute);
    return fmt::format("{:.0f} h", seconds / hour);
}

}  // namespace wend::support

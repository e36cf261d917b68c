// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace wend::detail {

/// A number in a message: the fewest digits that name it.
[[nodiscard]] inline std::string number_text(double value) {
    if (std::isnan(value)) return "nan";  // of either sign
    char text[32];
    // A whole number has all its digits: 20000, not 2e+04.
    if (value != 0 && std::fabs(value) <= 0x1p53 && value == std::trunc(value))
        return std::to_string(static_cast<std::int64_t>(value));
    // Most are floats: print their digits, not those of the double.
    const bool small = std::fabs(value) <= static_cast<double>(std::numeric_limits<float>::max());
    const float narrow = small ? static_cast<float>(value) : 0;
    const bool is_float = static_cast<double>(narrow) == value;
    const auto end = is_float ? std::to_chars(text, text + sizeof text, narrow)
                              : std::to_chars(text, text + sizeof text, value);
    return {text, end.ptr};
}

}  // namespace wend::detail

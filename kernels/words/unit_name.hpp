// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "wend/parameter.hpp"

namespace wend::words {

/// A unit's name on pages; empty for a number without one.
[[nodiscard]] constexpr std::string_view unit_name(Unit unit) noexcept {
    switch (unit) {
        case Unit::none: return "";
        case Unit::metre: return "m";
        case Unit::metre_per_second: return "m/s";
        case Unit::newton: return "N";
        case Unit::kilogram: return "kg";
        case Unit::second: return "s";
        case Unit::radian: return "rad";
        case Unit::radian_per_second: return "rad/s";
        case Unit::radian_per_square_second: return "rad/s^2";
    }
    return "";
}

}  // namespace wend::words

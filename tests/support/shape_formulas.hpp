// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "wend/waypoint_advance.hpp"

/// The eases and bells of wend/waypoint_advance.hpp, in double and with std::pow.
namespace wend::test {

[[nodiscard]] inline double sigmoid(double u, double power) {
    if (u <= 0) return 0;
    if (u >= 1) return 1;
    return 1 / (1 + std::pow((1 - u) / u, power));
}

[[nodiscard]] inline double tent(double e) { return e < 0.5 ? 2 * e : 2 - 2 * e; }

[[nodiscard]] inline double eased(const WaypointAdvance& advance, double u) {
    return advance.ease == Ease::none ? u : sigmoid(u, static_cast<double>(advance.ease_power));
}

[[nodiscard]] inline double bell(const WaypointAdvance& advance, double e) {
    if (advance.bell == Bell::parabola) return 4 * e * (1 - e);
    return sigmoid(tent(e), static_cast<double>(advance.bell_power));
}

}  // namespace wend::test

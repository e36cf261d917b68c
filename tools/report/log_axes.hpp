// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

namespace wend::report {

/// The axes of a drawing in the form of SVG, both logarithmic: numbers, and where these stand.
struct LogAxes {
    double left, right, top, bottom;
    double least_x, most_x, least_y, most_y;

    [[nodiscard]] double x(double value) const {
        return left + (right - left) * std::log(value / least_x) / std::log(most_x / least_x);
    }
    [[nodiscard]] double y(double value) const {
        return bottom - (bottom - top) * std::log(value / least_y) / std::log(most_y / least_y);
    }
};

}  // namespace wend::report

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace wend::scenario {
namespace {

constexpr double earth_radius = 6371008.8;  // mean radius, metres
constexpr double radians_per_degree = std::numbers::pi / 180;

}  // namespace

void unroll(Line& line) {
    double turns = 0;
    for (std::size_t i = 1; i < line.size(); ++i) {
        // Rounding half to even keeps a step of exactly 180 degrees as it is.
        turns -= std::nearbyint((line[i].x + turns - line[i - 1].x) / 360) * 360;
        line[i].x += turns;
    }
}

Projected project(std::vector<Line>& lines) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Point low{infinity, infinity};
    Point high{-infinity, -infinity};
    for (Line& line : lines) {
        unroll(line);
        for (const Point& point : line) {
            low = {std::min(low.x, point.x), std::min(low.y, point.y)};
            high = {std::max(high.x, point.x), std::max(high.y, point.y)};
        }
    }
    Projected result;
    if (low.x > high.x) return result;

    result.centre = {(low.x + high.x) / 2, (low.y + high.y) / 2};
    const double shrink = std::cos(result.centre.y * radians_per_degree);
    for (Line& line : lines) {
        for (Point& point : line) {
            const double error = std::abs(shrink / std::cos(point.y * radians_per_degree) - 1);
            result.scale_error = std::max(result.scale_error, error);
            point = {earth_radius * shrink * radians_per_degree * (point.x - result.centre.x),
                     earth_radius * radians_per_degree * (point.y - result.centre.y)};
        }
    }
    return result;
}

}  // namespace wend::scenario

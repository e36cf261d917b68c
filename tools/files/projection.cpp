// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/projection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace wend::scenario {
namespace {

constexpr double earth_radius = 6371008.8;  // mean radius, metres
constexpr double radians_per_degree = std::numbers::pi / 180;

/// Projects a line equirectangularly about `centre`, which is mapped to `origin`. Returns the scale error.
double project(Line& line, Point centre, Point origin) {
    const double shrink = std::cos(centre.y * radians_per_degree);
    double worst = 0;
    for (Point& point : line) {
        worst = std::max(worst, std::abs(shrink / std::cos(point.y * radians_per_degree) - 1));
        point = {origin.x + earth_radius * shrink * radians_per_degree * (point.x - centre.x),
                 origin.y + earth_radius * radians_per_degree * (point.y - centre.y)};
    }
    return worst;
}

}  // namespace

bool is_degrees(std::size_t axis, double value) { return std::abs(value) <= (axis == 0 ? 360 : 90); }

std::string no_degrees(std::size_t axis, double value) {
    return fmt::format(
        "{} {} is out of range; for coordinates that are not degrees use the projection \"none\"",
        axis == 0 ? "longitude" : "latitude", value);
}

void unroll(Line& line) {
    double turns = 0;
    for (std::size_t i = 1; i < line.size(); ++i) {
        // Rounding half to even leaves a step of exactly 180 degrees unchanged.
        turns -= std::nearbyint((line[i].x + turns - line[i - 1].x) / 360) * 360;
        line[i].x += turns;
    }
}

bool goes_round_a_pole(Line line) {
    unroll(line);
    return std::abs(line.back().x - line.front().x) > 180;
}

Extent extent_of(std::span<const Line> lines) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Extent extent{{infinity, infinity}, {-infinity, -infinity}};
    for (const Line& line : lines)
        for (const Point& point : line) {
            extent.low = {std::min(extent.low.x, point.x), std::min(extent.low.y, point.y)};
            extent.high = {std::max(extent.high.x, point.x), std::max(extent.high.y, point.y)};
        }
    return extent.low.x <= extent.high.x ? extent : Extent{};
}

Projected project(std::vector<Line>& lines, Projection projection) {
    if (is_geographic(projection))
        for (Line& line : lines) unroll(line);
    Projected result{.extent = extent_of(lines)};
    if (!is_geographic(projection)) return result;
    const Point centre = result.extent.centre();
    for (Line& line : lines) {
        Point own = centre;
        Line placed{{0, 0}};
        if (projection == Projection::per_path) {
            own = extent_of({&line, 1}).centre();
            placed = {own};
            project(placed, centre, {0, 0});
        }
        result.scale_error = std::max(result.scale_error, project(line, own, placed.front()));
    }
    return result;
}

}  // namespace wend::scenario

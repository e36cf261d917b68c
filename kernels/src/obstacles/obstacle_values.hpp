// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>

#include "wend/obstacles.hpp"
#include "wend/parameter.hpp"

/// Obstacles as callers give them.
namespace wend::detail {

/// As a float, 1e18 is component_limit.
inline constexpr double obstacle_limit = 1e18;

inline bool is_coordinate(double value) { return std::abs(value) <= obstacle_limit; }

/// `index`: of the obstacle.
inline Status check_point(Point point, std::size_t index) {
    if (is_coordinate(point.x) && is_coordinate(point.y)) return {};
    return {.code = Code::bad_point,
            .subject = "obstacles",
            .value = is_coordinate(point.x) ? point.y : point.x,
            .index = index};
}

inline Status check_radius(double radius, std::size_t index) {
    if (radius >= 0 && is_coordinate(radius)) return {};
    return {.code = Code::parameter_out_of_range,
            .subject = "radius",
            .other = "obstacle",
            .value = radius,
            .low = 0,
            .high = obstacle_limit,
            .index = index};
}

/// The read rule: below the floor a component is 0.
inline float stored_value(double value) {
    const auto rounded = static_cast<float>(value);
    return std::abs(rounded) < component_floor ? 0.0f : rounded;
}

inline Obstacle make_obstacle(Point from, Point to, double radius = 0) {
    return {.from_x = stored_value(from.x),
            .from_y = stored_value(from.y),
            .to_x = stored_value(to.x),
            .to_y = stored_value(to.y),
            .radius = stored_value(radius)};
}

}  // namespace wend::detail

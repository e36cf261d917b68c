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

/// A circle, or a wall without a radius.
inline Status check_obstacle(const Obstacle& one, std::size_t index) {
    const Point from{static_cast<double>(one.from_x), static_cast<double>(one.from_y)};
    const Point to{static_cast<double>(one.to_x), static_cast<double>(one.to_y)};
    for (const Point& end : {from, to})
        if (Status s = check_point(end, index); !s) return s;
    for (const float velocity : {one.velocity_x, one.velocity_y})
        if (!is_coordinate(static_cast<double>(velocity)))
            return {.code = Code::parameter_out_of_range,
                    .subject = "velocity",
                    .other = "obstacle",
                    .value = static_cast<double>(velocity),
                    .low = -obstacle_limit,
                    .high = obstacle_limit,
                    .index = index};
    Status status = check_radius(static_cast<double>(one.radius), index);
    if (status && one.radius > 0 && (from.x != to.x || from.y != to.y)) {
        status = check_radius(-1, index);
        status.value = static_cast<double>(one.radius);
        status.high = 0;
    }
    return status;
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

inline Obstacle stored_obstacle(const Obstacle& one) {
    Obstacle stored = make_obstacle({static_cast<double>(one.from_x), static_cast<double>(one.from_y)},
                                    {static_cast<double>(one.to_x), static_cast<double>(one.to_y)},
                                    static_cast<double>(one.radius));
    stored.velocity_x = stored_value(static_cast<double>(one.velocity_x));
    stored.velocity_y = stored_value(static_cast<double>(one.velocity_y));
    return stored;
}

}  // namespace wend::detail

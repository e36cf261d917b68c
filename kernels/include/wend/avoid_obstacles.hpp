// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <tuple>

#include "wend/neighbours.hpp"
#include "wend/obstacles.hpp"
#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Steers clear of circles and walls that do not move, before they are met (Reynolds, GDC 1999, "obstacle
/// avoidance").
///
/// The agent is a disc of radius `body_radius` that keeps its velocity v; where the stream of that name is
/// bound, each has its own, from 0 to the parameter, and one beyond is a fault. Of the obstacles that it
/// comes nearer to it avoids the one that it touches first, after t < horizon seconds (0: it touches it
/// already). Of several within horizon / 64 it is the one that it approaches fastest, so that corners hold;
/// of equal ones the first of the set. With n the unit vector from where the disc then is to where it
/// touches, and c = v.n its speed of approach:
///
///     force = (c / (2 u) + e / (2 u)^2) * (-n + aside (1 - 3/4 s / u))     s = horizon / 64, u = max(t, s)
///     aside = n turned by a right angle, to the side that v points to; to the right where it points to none
///
/// c / (2 u) has the disc come to rest at the touch. e = (r - d) r / d, where it overlaps: r both radii, d
/// the distance, r / 64 at least. So a wall holds an agent that others press on by up to 16 r / s^2. `aside`
/// turns the velocity along it, less where it is met at once, so that corners hold. Ticks should be no longer
/// than s. Agents at rest, and those that part from what they touch, feel nothing; an agent on a wall's very
/// line is not stopped by it. Error: 64 units of 2^-24 of the largest term, roundings of t included, where
/// they do not decide which obstacle is met, or whether one is.
struct AvoidObstacles {
    ObstacleSet obstacles{};
    float horizon = 3;
    float body_radius = 0.5f;
    float weight = 1;

    static constexpr std::string_view name = "avoid_obstacles";
    static constexpr auto parameters() {
        return std::tuple{Parameter{"obstacles", &AvoidObstacles::obstacles},
                          Parameter{"horizon", &AvoidObstacles::horizon, avoidance_horizon, Unit::second},
                          Parameter{"body_radius", &AvoidObstacles::body_radius, not_negative, Unit::metre},
                          Parameter{"weight", &AvoidObstacles::weight, any_number}};
    }
    static constexpr StreamUses streams() {
        return {.read = position_streams | velocity_streams, .where_bound = stream_set(Stream::body_radius)};
    }
};

}  // namespace wend

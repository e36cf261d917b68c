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

/// Avoids circles and walls with which a collision is predicted (Reynolds, GDC 1999, "obstacle avoidance").
///
/// The agent is a disc of radius `body_radius` with constant velocity v; where the stream of that name is
/// bound, each agent has its own radius, from 0 to the parameter; a larger one is a fault. The agent avoids
/// the obstacle that it touches first, after t < horizon seconds (0: it touches it already). Of several
/// within horizon / 64 it avoids the one that it approaches fastest, so that corners hold; of equal ones the
/// first of the set, or that of a pool which comes first (ObstaclePool). With n the unit vector from the
/// disc's centre at the touch to the touching point, and c = v.n the speed of approach:
///
///     force = (c / (2 u) + e / (2 u)^2) * (-n + aside (1 - 3/4 s / u))     s = horizon / 64, u = max(t, s)
///     aside = n turned by a right angle, to the side that v points to; to the right where it points to none
///
/// c / (2 u) brings the disc to rest at the touch. Where the disc overlaps the obstacle, e = (r - d) r / d,
/// with r the sum of both radii and d the distance, at least r / 64: a wall holds against a pressure of up to
/// 16 r / s^2. Where the touch is within s, the one of the obstacles touched within s that the velocity
/// without its part along n approaches fastest counts, too, without `aside`: the other wall of a corner.
/// `aside` turns the velocity along the obstacle, less where the touch is near, so that corners hold. Ticks
/// should be no longer than s. Where obstacles move (ObstaclePool), v is the velocity relative to the
/// obstacle, so agents at rest avoid those that approach, too. There is no force on agents at rest or that
/// move away; an agent exactly on a wall's line is not stopped. Circles and ends of walls are not seen where
/// r times the speed is 1.8e19 or more. Error: 64 units of 2^-24 of the largest term, roundings of t
/// included, where they do not decide which obstacle is avoided, or whether one is.
struct AvoidObstacles {
    /// Circles, walls and polygons.
    ObstacleSet obstacles{};
    /// Obstacles touched within this time are avoided; larger avoids earlier and more gently.
    float horizon = 3;  ///< s
    /// Radius of a body, and the largest value of its stream; larger keeps more distance.
    float body_radius = 0.5f;  ///< m
    /// Factor of the force; larger avoids more sharply.
    float weight = 1;

    static constexpr std::string_view name = "avoid_obstacles";
    template <class S = AvoidObstacles>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"obstacles", &S::obstacles},
                          Parameter{"horizon", &S::horizon, avoidance_horizon, Unit::second},
                          Parameter{"body_radius", &S::body_radius, not_negative, Unit::metre},
                          Parameter{"weight", &S::weight, any_number}};
    }
    static constexpr StreamUses streams() {
        return {.read = position_streams | velocity_streams, .where_bound = stream_set(Stream::body_radius)};
    }
};

}  // namespace wend

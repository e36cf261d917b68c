// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/path.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Steering through a corridor of portals to its goal, by the funnel algorithm: agents take the shortest way
/// that they see, and keep their body's radius from its corners. An agent that was pushed aside needs no new
/// path.
///
/// A corridor is a path of a start, two points for each portal, left and right as seen on the way, and a
/// goal: wend/corridor.hpp makes them from polygons, cells of a grid, and polylines with a width. Between two
/// portals it is convex. A portal that is no wider than twice the body's radius is passed in its middle.
///
/// Every tick an agent
/// - passes the portals whose lines it has crossed, at most 16 in order, or goes back behind those that it
///   was pushed across; where both may be, it takes the way through the nearer portal;
/// - keeps its corner until it has passed that, or the way there is no longer clear of the ends of the next
///   portal by 7/8 of the body's radius;
/// - otherwise chooses a corner by the funnel through the next 16 portals: the one round which the shortest
///   way turns first, or the goal. Where all 16 are seen through, that is the middle of the last one, and it
///   is chosen again behind the next portal, so that agents never come to it;
/// - seeks the goal, or the tangent to the circle of the body's radius round the corner. An agent within that
///   circle goes round it and outwards; exactly on the corner, it brakes.
///
/// `finished` becomes 1 where an agent that seeks the goal is within arrival_radius of it. Agents seek the
/// goal from then on too.
///
/// The lines of portals are taken as unbounded: an agent that leaves the corridor may pass portals outside.
/// start_on_paths finds the nearest place of a corridor again. Where velocities follow the forces slowly,
/// agents swing wide of corners: the time constant is mass / weight seconds.
///
/// Streams: position_*, velocity_*, path (read), segment (state: twice the number of portals passed; an odd
/// number counts as the even one below it), node (state: the corner's node in the path plus 2^31, and plus
/// 2^30 for the middle of its portal; all other values: to be chosen), max_speed (a stream or the
/// locomotion's value); where bound: body_radius, from 0 to the parameter, a larger one is a fault; output
/// where bound: finished. Path -1 and a released path (PathPool) are "no path": the agent coasts, or brakes
/// to a stop (`brake_without_path`). A path index outside the set, a segment or node outside its path, and a
/// path of an odd number of nodes are faults. Distances up to 10^9 m. Error: within 16 units of 2^-24 of the
/// largest term; beyond 1e-5 of the distances it is certain which corner is chosen, and whether a portal is
/// passed (kernels/docs/math.md).
struct PortalFollow {
    /// The stream `path` selects the path of an agent: a corridor.
    PathSet paths;
    /// Distance that agents keep from corners; larger turns wider; where the stream is bound, the largest
    /// one.
    float body_radius = 0.5f;  ///< m
    /// `finished` is 1 within it of the goal; no effect on the motion.
    float arrival_radius = 1;  ///< m
    /// Agents slow down within this distance of the goal; larger: more gently; not set: full speed.
    std::optional<float> slowing_radius{};  ///< m
    /// An agent without a path: false: no force; true: a force of minus its velocity.
    bool brake_without_path = false;
    /// Factor of the force; larger turns to the next corner more sharply.
    float weight = 1;

    static constexpr std::string_view name = "portal_follow";
    template <class S = PortalFollow>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"paths", &S::paths},
                          Parameter{"body_radius", &S::body_radius, not_negative, Unit::metre},
                          Parameter{"arrival_radius", &S::arrival_radius, not_negative, Unit::metre},
                          Parameter{"slowing_radius", &S::slowing_radius, positive, Unit::metre},
                          Parameter{"brake_without_path", &S::brake_without_path},
                          Parameter{"weight", &S::weight, any_number}};
    }
    static constexpr StreamUses streams() {
        return {.read = position_streams | velocity_streams | stream_set(Stream::path),
                .written = stream_set(Stream::segment, Stream::node),
                .stream_or_value = stream_set(Stream::max_speed),
                .where_bound = stream_set(Stream::body_radius),
                .output = stream_set(Stream::finished)};
    }
};

}  // namespace wend

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/path.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Predictive path following (Reynolds, GDC 1999, "path following"): the path is the spine of a corridor, and
/// an agent steers only when it is about to leave the corridor or moves against it.
///
///     future  = position + velocity * prediction
///     nearest = the point of the path nearest to future
///     force   = 0, where |future - nearest| <= radius and velocity does not point against the path there
///             = unit(aim - position) * max_speed - velocity, otherwise;
///               aim: `ahead` metres from nearest along the path, in the agent's direction
///
/// The nearest point is searched from the agent's `segment` on: over at most 8 segments a tick, for as long
/// as the neighbour is strictly nearer, in the agent's direction first and, where the first neighbour there
/// is not nearer, the other way. A path that comes close to itself therefore does not make agents jump. The
/// aim is at most 8 segments from the nearest point. Where no force is needed none keeps up the speed: an
/// agent at rest inside its corridor stays there. The segments of a ring of two nodes cannot be told apart.
///
/// Modes, at the path's ends: in `loop` search and aim go on at the other end. In `once` and `ping_pong` they
/// stop at the end node. In `ping_pong` the direction turns, after the force, in the tick in which the
/// nearest point is the end node that the direction leads to. In `once` agents pass the end to and fro.
///
/// Streams: position_*, velocity_*, path (read), segment (state: that of the nearest point), direction (read;
/// state in mode ping_pong), max_speed (a stream or the locomotion's value). Path -1 is "no path": no force,
/// no fault. A path index outside the set, a segment outside its path, a direction other than 1 and -1 is a
/// fault. A path of one distinct point is refused, naming the path. Error: within 8 units of 2^-24 of the
/// largest term; what a comparison decides is sure from 1e-5 of its terms on (kernels/docs/math.md).
struct CorridorFollow {
    PathSet paths;
    PathMode mode = PathMode::once;
    float radius = 10;     ///< half the corridor's width
    float prediction = 1;  ///< how far ahead in time the agent looks
    float ahead = 10;      ///< how far along the path the aim lies from the nearest point
    float weight = 1;

    static constexpr std::string_view name = "corridor_follow";
    static constexpr auto parameters() {
        return std::tuple{Parameter{"paths", &CorridorFollow::paths},
                          Parameter{"mode", &CorridorFollow::mode},
                          Parameter{"radius", &CorridorFollow::radius, positive, Unit::metre},
                          Parameter{"prediction", &CorridorFollow::prediction, not_negative, Unit::second},
                          Parameter{"ahead", &CorridorFollow::ahead, not_negative, Unit::metre},
                          Parameter{"weight", &CorridorFollow::weight, any_number}};
    }
    [[nodiscard]] constexpr StreamUses streams() const {
        StreamUses uses = all_streams();
        if (mode != PathMode::ping_pong) uses.written &= ~stream_set(Stream::direction);
        return uses;
    }
    static constexpr StreamUses all_streams() {
        return {.read = position_streams | velocity_streams | stream_set(Stream::path, Stream::direction),
                .written = stream_set(Stream::segment, Stream::direction),
                .stream_or_value = stream_set(Stream::max_speed)};
    }
};

}  // namespace wend

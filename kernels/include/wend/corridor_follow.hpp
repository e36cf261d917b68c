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
/// The search for the nearest point starts at the agent's `segment` and passes at most 8 segments a tick,
/// while the next one is strictly nearer, in the agent's direction first, otherwise in the other one. Agents
/// therefore do not jump where a path comes close to itself. The aim is at most 8 segments from the nearest
/// point. No force keeps up the speed inside the corridor: an agent at rest stays there. The segments of a
/// ring of two nodes cannot be told apart.
///
/// Modes, at the path's ends: in `loop` search and aim go on at the other end. In `once` and `ping_pong` they
/// stop at the end node. In `ping_pong` the direction turns, after the force, in the tick in which the
/// nearest point is the end node that the direction leads to. In `once` agents oscillate about the end.
///
/// Streams: position_*, velocity_*, path (read), segment (state: that of the nearest point), direction (read;
/// state in mode ping_pong), max_speed (a stream or the locomotion's value). Path -1 and a released path
/// (PathPool) are "no path": the agent coasts, or brakes to a stop (`brake_without_path`). A path index
/// outside the set, a segment outside its path, a direction other than 1 and -1 is a fault. A path of one
/// distinct point is refused, naming the path. Error: within 8 units of 2^-24 of the largest term;
/// comparisons are certain beyond 1e-5 of their terms (kernels/docs/math.md).
struct CorridorFollow {
    /// The stream `path` selects the path of an agent.
    PathSet paths;
    /// At the end of a path: stay, go on at the start, or reverse.
    PathMode mode = PathMode::once;
    /// Half the width of the corridor, in which agents keep their velocity; larger strays farther.
    float radius = 10;  ///< m
    /// How far ahead the position is predicted; larger steers earlier.
    float prediction = 1;  ///< s
    /// Distance along the path to the aim; larger returns at a flatter angle.
    float ahead = 10;  ///< m
    /// An agent without a path: false: no force; true: a force of minus its velocity.
    bool brake_without_path = false;
    /// Factor of the force; larger returns to the corridor more sharply.
    float weight = 1;

    static constexpr std::string_view name = "corridor_follow";
    template <class S = CorridorFollow>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"paths", &S::paths},
                          Parameter{"mode", &S::mode},
                          Parameter{"radius", &S::radius, positive, Unit::metre},
                          Parameter{"prediction", &S::prediction, not_negative, Unit::second},
                          Parameter{"ahead", &S::ahead, not_negative, Unit::metre},
                          Parameter{"brake_without_path", &S::brake_without_path},
                          Parameter{"weight", &S::weight, any_number}};
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

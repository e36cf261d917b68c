// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <tuple>

#include "wend/locomotion.hpp"
#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// The last stage of agents that something else moves: a physics engine, a character controller, a robot. A
/// call reads where the bodies are and how fast, advances the states of all stages, and writes the commands:
///
///     F = truncate(composition of the weighted forces, max_force)
///     d = truncate(v + F * (dt / mass), max_speed); where orca picks a velocity, that one
///
/// position_* and velocity_* are only read: the caller writes them between two calls, from its bodies. Apply
/// either steering_force_* (F) as the body's force, or desired_velocity_* (d) as its velocity, and not both.
/// With d as the velocity and p' = p + d * dt, the agents move as by Locomotion. Bounds, walls and the
/// limits of turning are the mover's.
///
/// A call is one tick of the mover, and dt its time step. In further ticks of one call (`Ticks::count`, as a
/// Clock gives after a long frame) nothing has moved: the states advance and timers run, and the outputs are
/// those of the last tick.
///
/// Swept path following looks at the straight way from the agent's place in its tick before to the present
/// one; this stage keeps that place in previous_*, and step_* is not needed. (0, 0) means that there is none,
/// as at first: set it where an agent is put elsewhere. Then only the present place counts. Settling at a
/// target (slowing_radius) depends on the present place and velocity.
///
/// Streams: position_*, velocity_* (read); max_force, max_speed, mass (a value here or a stream; both, or
/// neither, is an error); written where bound: desired_velocity_*, steering_force_*, force_* (the composition
/// before it is truncated), heading_* (unit(d); unchanged where d = 0). A call with none of them bound
/// advances states alone.
///
/// Error, in units of 2^-24 of the largest term (kernels/docs/math.md), beyond the sum of the forces' bounds:
/// desired_velocity_* within 6, steering_force_* within 3, heading_* within 4.
struct ExternalLocomotion {
    /// Whether all forces are added, or taken in order while max_force lasts.
    Composition composition = Composition::sum;
    /// Longer composed forces are shortened to it; larger turns and brakes more sharply; not set: the stream.
    std::optional<float> max_force{};  ///< N
    /// Longer desired velocities are shortened to it; larger moves faster; not set: the stream.
    std::optional<float> max_speed{};  ///< m/s
    /// The body's; the acceleration is force / mass; larger answers forces more slowly; not set: the stream.
    std::optional<float> mass{};  ///< kg

    static constexpr std::string_view name = "external_locomotion";
    template <class S = ExternalLocomotion>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"composition", &S::composition},
                          Parameter{"max_force", &S::max_force, not_negative, Unit::newton},
                          Parameter{"max_speed", &S::max_speed, not_negative, Unit::metre_per_second},
                          Parameter{"mass", &S::mass, Range{1e-18f, component_limit}, Unit::kilogram}};
    }
    [[nodiscard]] StreamUses streams() const {
        StreamUses uses = all_streams();
        if (max_force) uses.given_as_value |= stream_set(Stream::max_force);
        if (max_speed) uses.given_as_value |= stream_set(Stream::max_speed);
        if (mass) uses.given_as_value |= stream_set(Stream::mass);
        return uses;
    }
    static constexpr StreamUses all_streams() {
        return {.read = position_streams | velocity_streams,
                .stream_or_value = stream_set(Stream::max_force, Stream::max_speed, Stream::mass),
                .output = stream_set(Stream::desired_velocity_x, Stream::desired_velocity_y) |
                          Locomotion::force_outputs | Locomotion::heading_outputs};
    }
};

}  // namespace wend

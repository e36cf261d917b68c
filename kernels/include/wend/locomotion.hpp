// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

#include "wend/obstacles.hpp"
#include "wend/parameter.hpp"
#include "wend/rectangle.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// The edge of the world.
enum class Bounds : std::uint8_t { none, wrap, bounce };
constexpr auto words_of(Bounds) {
    return std::array{Word{"none", Bounds::none}, Word{"wrap", Bounds::wrap}, Word{"bounce", Bounds::bounce}};
}

/// How the weighted forces are combined.
enum class Composition : std::uint8_t {
    sum,         ///< added, left to right in the order of the stages
    prioritised  ///< in order, while max_force lasts: a force that fits into the remaining budget is added
                 ///< whole, the first one that does not is truncated to it
};
constexpr auto words_of(Composition) {
    return std::array{Word{"sum", Composition::sum}, Word{"prioritised", Composition::prioritised}};
}

/// The vehicle model in which every force ends (Reynolds, GDC 1999, "simple vehicle model"); one a program,
/// its last stage.
///
///     F  = truncate(composition of the weighted forces, max_force)
///     v' = truncate(v + F * (dt / mass), max_speed)
///     p' = p + v' * dt
///
/// then the bounds. `wrap`: floored modulo into [min, max); an area that is far wider than the world along
/// one axis, at no cost up to 1e9 m, wraps the other alone. `bounce`: the position is folded by the triangle
/// wave, and the velocity's component is flipped when an odd number of walls was crossed; a step may
/// be longer than the box.
///
/// max_force, max_speed and mass are a value here or a stream of the view; both, or neither, is an error.
///
/// Two options follow the truncation, in this order; where neither is set, they cost nothing:
///
///     max_turn_rate  v' = |v'| * rotate(unit(v), +-max_turn_rate * dt), where the angle from v to v' is
///                    larger; to the side of v' (left where v' points straight back)
///     min_speed      v' = min_speed * unit(v'), where |v'| < min_speed; of unit(v) where v' = 0
///
/// The turn rate has no effect at rest (v = 0 or v' = 0) or where max_turn_rate * dt >= pi. With min_speed,
/// an agent at rest with v' = 0 starts along +x. min_speed also applies where a stream's max_speed is
/// smaller. Reflections at the bounds are not limited.
///
/// With `obstacles`, the straight way of an agent's centre in a tick meets no wall and no inside of a circle,
/// whatever forces, speed, tick or chosen velocity lead there. A step that would ends at the obstacle, or
/// moves on along it, and the velocity loses its part towards it; in a corner, towards both walls. The centre
/// keeps 2^-22 of the sum of the coordinates of its start and its end from a wall (0.01 m where x and y are
/// 10,000 m), and a step is up to that much longer. A step ends at the second obstacle that it meets: agents
/// that slide along pieces shorter than their steps are slower. Where a step crosses the edge of the world,
/// its way on the other side meets none either; where it would, or where it is as long as the world, the
/// agent stands still. An obstacle does not hold an agent that starts on its line (within 2^-44 of the
/// distances to its ends) or in its circle: that agent may leave to any side. The same holds where an
/// obstacle has moved over the agent (ObstaclePool). Held agents may be slower than min_speed and turn faster
/// than max_turn_rate. Bodies are kept off walls by AvoidObstacles.
///
/// Streams: position_*, velocity_* (state); where bound, force_* (the composition before it is truncated),
/// steering_force_* (F) and heading_* (unit(v') after the bounds; unchanged at rest) are written.
/// With one of these, or an option, force and locomotion are two passes over a tile instead of one.
///
/// Error, in units of 2^-24 of the largest term (kernels/docs/math.md), beyond the sum of the forces' bounds:
/// velocity, position and step within 6; max_turn_rate adds 4, min_speed 2; steering_force_* adds 3.
/// heading_* within 4.
struct Locomotion {
    /// Whether all forces are added, or taken in order while max_force lasts.
    Composition composition = Composition::sum;
    /// Longer composed forces are shortened to it; larger turns and brakes more sharply; not set: the stream.
    std::optional<float> max_force{};  ///< N
    /// Longer velocities are shortened to it; larger moves faster; not set: the stream.
    std::optional<float> max_speed{};  ///< m/s
    /// The acceleration is force / mass; larger answers forces more slowly; not set: the stream.
    std::optional<float> mass{};  ///< kg
    /// The velocity turns no faster; larger turns more tightly; not set: no limit.
    std::optional<float> max_turn_rate{};  ///< rad/s
    /// Slower agents are accelerated to it; no more than max_speed, where that is a value; not set: agents
    /// may stop.
    std::optional<float> min_speed{};  ///< m/s
    /// The edge of the world: none, opposite sides joined, or reflecting walls.
    Bounds bounds = Bounds::none;
    /// The world; ignored where bounds is none.
    Rectangle area{};  ///< m
    /// Walls and circles that hold the agents' centres; empty: none. Give those that are avoided, too.
    ObstacleSet obstacles{};

    static constexpr std::string_view name = "locomotion";
    template <class S = Locomotion>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"composition", &S::composition},
                          Parameter{"max_force", &S::max_force, not_negative, Unit::newton},
                          Parameter{"max_speed", &S::max_speed, not_negative, Unit::metre_per_second},
                          Parameter{"mass", &S::mass, Range{1e-18f, component_limit}, Unit::kilogram},
                          Parameter{"max_turn_rate", &S::max_turn_rate, positive, Unit::radian_per_second},
                          Parameter{"min_speed", &S::min_speed, not_negative, Unit::metre_per_second},
                          Parameter{"bounds", &S::bounds},
                          Parameter{"area", &S::area, any_number, Unit::metre},
                          Parameter{"obstacles", &S::obstacles}};
    }
    [[nodiscard]] StreamUses streams() const {
        StreamUses uses = all_streams();
        if (max_force) uses.given_as_value |= stream_set(Stream::max_force);
        if (max_speed) uses.given_as_value |= stream_set(Stream::max_speed);
        if (mass) uses.given_as_value |= stream_set(Stream::mass);
        return uses;
    }
    static constexpr StreamUses all_streams() {
        return {.written = position_streams | velocity_streams,
                .stream_or_value = stream_set(Stream::max_force, Stream::max_speed, Stream::mass),
                .output = force_outputs | heading_outputs};
    }

    /// Streams of the composed force, before and after truncation.
    static constexpr StreamSet force_outputs =
        stream_set(Stream::force_x, Stream::force_y, Stream::steering_force_x, Stream::steering_force_y);
    /// Streams of the unit velocity.
    static constexpr StreamSet heading_outputs = stream_set(Stream::heading_x, Stream::heading_y);
};

}  // namespace wend

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

#include "wend/neighbours.hpp"
#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Optimal reciprocal collision avoidance (van den Berg, Guy, Lin and Manocha, "Reciprocal n-body collision
/// avoidance", 2011): of the velocities that meet no neighbour within the horizon, as long as each of two
/// agents does half of what that takes, the one nearest to what the composed forces lead to. It stands
/// between the forces and the locomotion:
///
///     Program::build({Arrive{}, Orca{.radius = 15, .body_radius = 1.5f}, Locomotion{...}})
///
/// The locomotion then goes with that velocity in place of its own; its other options act on it, and its
/// outputs are those of the forces. There is no limit to how fast a velocity changes: a max_force limits what
/// the forces ask for, not what avoiding takes.
///
/// Each neighbour leaves a half-plane of velocities. A linear program takes them one by one, the nearest
/// neighbour's first; where all together leave nothing below max_speed, it takes the velocity that reaches
/// least far into any that is forbidden. Where the stream body_radius is bound, each agent has its own
/// radius, as in avoid_neighbours. Agents only: for walls, put avoid_obstacles before it, which asks for a
/// velocity, and cannot promise it.
///
/// Two that meet head-on pass each other. Four that cross in exact symmetry stand still for ever, as RVO2's
/// do without its noise: a little wander among the forces parts them. Two agents on one spot at one velocity
/// part along x, the lesser id forwards.
///
/// Neighbours: wend/neighbours.hpp. Where ids are not unique, any of those with one distance and id comes
/// first. Error: a velocity that half-planes forbid is left, and the nearest one taken, to within 2^-18 of
/// the largest term among them.
struct Orca {
    float radius = 10;  ///< how far it looks
    float cos_field_of_view = -1;
    std::uint32_t max_neighbours = 10;   ///< the nearest ones
    std::optional<float> height_band{};  ///< not set: at any height
    float horizon = 5;
    float body_radius = 0.5f;

    static constexpr std::string_view name = "orca";
    static constexpr auto parameters() {
        return std::tuple{Parameter{"radius", &Orca::radius, neighbour_radius, Unit::metre},
                          Parameter{"cos_field_of_view", &Orca::cos_field_of_view, cosine},
                          Parameter{"max_neighbours", &Orca::max_neighbours, some_neighbours},
                          Parameter{"height_band", &Orca::height_band, not_negative, Unit::metre},
                          Parameter{"horizon", &Orca::horizon, avoidance_horizon, Unit::second},
                          Parameter{"body_radius", &Orca::body_radius, neighbour_radius, Unit::metre}};
    }
    [[nodiscard]] constexpr StreamUses streams() const { return streams(height_band.has_value()); }
    static constexpr StreamUses all_streams() { return streams(true); }

  private:
    static constexpr StreamUses streams(bool heights) {
        StreamUses uses = neighbour_streams(heights);
        uses.stream_or_value = stream_set(Stream::max_force, Stream::max_speed, Stream::mass);
        uses.sees_velocities = true;
        uses.sees |= stream_set(Stream::body_radius);
        uses.where_bound |= stream_set(Stream::body_radius);
        return uses;
    }
};

}  // namespace wend

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

#include "wend/neighbours.hpp"
#include "wend/obstacles.hpp"
#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// How separation falls off with the distance d.
enum class Falloff : std::uint8_t {
    smooth,  ///< (1 - d^2 / radius^2)^2: continuous, 0 at the radius
    inverse  ///< 1 / d^2, with d at least the parameter radius / 64 (OpenSteer, SteerLibrary.h,
             ///< steerForSeparation)
};
constexpr auto words_of(Falloff) {
    return std::array{Word{"smooth", Falloff::smooth}, Word{"inverse", Falloff::inverse}};
}

/// Steers away from neighbours (Reynolds, SIGGRAPH 1987 and GDC 1999, "separation").
///
///     force = -sum of (neighbour - position) * falloff(|neighbour - position|)
///
/// Two agents on one spot count as up to a 64th of the parameter `radius` apart, in a direction drawn from
/// the seed, the tick and both ids, opposite for the two. What two agents add to each other's sums is exactly
/// opposite, without a field of view, max_neighbours or neighbour_radius; the forces are those sums rounded
/// to floats, and add up to 0 but for that. A radius that is a power of two needs no rounding up to 16 times
/// the largest share.
///
/// With `body_radius` smaller bodies come closer: `radius` is then that of two bodies of the parameter's
/// radius. For two agents with body radii a and b (stream body_radius, from 0 to the parameter; unbound: the
/// parameter) the radius of the falloff is
///
///     radius - (2 body_radius - a - b), at least 0
///
/// so that the margin between two bodies, radius - 2 body_radius, is the same for all pairs. The inverse
/// falloff is cut off there. A larger body radius is a fault; that agent is ignored. `radius` must be at
/// least 2 body_radius.
///
/// Neighbours: wend/neighbours.hpp. Error: each neighbour's share within 2^-20 of its largest (radius;
/// inverse: 64 / radius), and 4 units of 2^-24 of it; 8 with `body_radius`.
struct Separation {
    /// Neighbours farther away are ignored; larger keeps more room round each agent.
    float radius = 5;  ///< m
    /// Cosine of half the field of view: neighbours outside are ignored; larger reacts to those ahead alone;
    /// -1: all around.
    float cos_field_of_view = -0.707f;
    /// Only the nearest ones count; with few, agents ignore the crowd beyond them; 0: all.
    std::uint32_t max_neighbours = 0;
    /// Neighbours farther above or below are ignored, which shortens no search; not set: at any height.
    std::optional<float> height_band{};  ///< m
    /// Only neighbours in one of these groups count, a bit each, of those that the agent sees.
    std::uint32_t seen_groups = every_group;
    /// Neighbours behind these are ignored; without any, agents see through walls.
    ObstacleSet occluders{};
    /// How the force falls with the distance: smooth ends at the radius, inverse is much stronger near by.
    Falloff falloff = Falloff::smooth;
    /// Radius of a body, and the largest value of its stream: smaller bodies come closer; not set: all have
    /// one radius of separation.
    std::optional<float> body_radius{};  ///< m
    /// Factor of the force; larger spreads the agents farther apart.
    float weight = 12;

    static constexpr std::string_view name = "separation";
    template <class S = Separation>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"radius", &S::radius, neighbour_radius, Unit::metre},
                          Parameter{"cos_field_of_view", &S::cos_field_of_view, cosine},
                          Parameter{"max_neighbours", &S::max_neighbours, neighbour_count},
                          Parameter{"height_band", &S::height_band, not_negative, Unit::metre},
                          Parameter{"seen_groups", &S::seen_groups, some_groups},
                          Parameter{"occluders", &S::occluders},
                          Parameter{"falloff", &S::falloff},
                          Parameter{"body_radius", &S::body_radius, neighbour_radius, Unit::metre},
                          Parameter{"weight", &S::weight, any_number}};
    }
    [[nodiscard]] StreamUses streams() const {
        return streams(height_band.has_value(), body_radius.has_value());
    }
    static constexpr StreamUses all_streams() { return streams(true, true); }

  private:
    static constexpr StreamUses streams(bool heights, bool bodies) {
        StreamUses uses = neighbour_streams(heights);
        if (bodies) uses.where_bound |= stream_set(Stream::body_radius);
        return uses;
    }
};

}  // namespace wend

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
#include "wend/right_of_way.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// The neighbours that an agent avoids, and the strength of the force.
enum class Avoidance : std::uint8_t {
    nearest_approach,  ///< the one with the least time to the nearest approach
    power_law          ///< all of them, by the inverse cube of the time to contact
};
constexpr auto words_of(Avoidance) {
    return std::array{Word{"nearest_approach", Avoidance::nearest_approach},
                      Word{"power_law", Avoidance::power_law}};
}

/// Avoids neighbours with which a collision is predicted: at constant velocities the two come closer than the
/// sum r of their body radii within the horizon h (Reynolds, GDC 1999, "unaligned collision avoidance").
/// Where the stream body_radius is bound, each agent has its own radius, from 0 to the parameter. A larger
/// radius is a fault; that agent is ignored. The same holds for observed agents. Neighbours that part, or
/// overlap without coming closer, are left to separation.
///
/// With d the neighbour's position and w its velocity, both less the agent's own:
///
///     nearest_approach    t = -d.w / |w|^2, where 0 < t < h and |m| < r at the nearest approach m = d + w t
///                         the neighbour with the least (t, id); t no less than h / 64
///                         force = (r - |m|) / t * (unit(-m) / t + w / (2 r))
///         Half of the acceleration that leads past it (the other agent does the other half), and braking,
///         more the more head-on they meet. Exactly head-on, m = 0, both turn to their right.
///     power_law           t = time to contact, |d + w t| = r, where t < h
///                         force = -sum of r^2 * 2 (1 - t / h) / t^3 * (n - aside / 4) / |w.n|
///                         with n = d + w t, and aside: n turned by a right angle to the right
///         Without aside it is the gradient of the energy r^2 (1 - t / h)^2 / t^2, which replaces the one of
///         Karamouzas, Skinner and Guy (Phys. Rev. Lett. 113, 2014), k exp(-t / t0) / t^2, and ends at the
///         horizon. The weight is their constant k over r^2: 1.5 m^2 for pedestrians. With aside pedestrians
///         pass on the right; without it 250 agents on a circle, exactly opposite each other, stand still for
///         ever. t is at least h / 64, and |w.n| at least |w| r / 8; of bodies that overlap n is d. Each
///         neighbour's share is at most 160 r / h^2, and along n at most mass |w.n| / (2 r dt |weight|): in
///         one tick two agents take about their closing speed from each other, so that a dense crowd walks
///         alike at every dt. Bodies that overlap by more than a tenth of r are pushed by the whole force;
///         wend/resolve_overlaps.hpp parts all that overlap.
///
/// Where `priority` or `responsibility` is bound, a force is multiplied by twice the agent's share of the
/// avoiding (wend/right_of_way.hpp); neighbours for which the share is 0 add nothing, but take
/// a place among max_neighbours. Where
/// `neighbour_horizon` is bound, h is the agent's own, if that is less; the greatest share of a neighbour
/// stays that of the parameter.
///
/// OpenSteer (SteerLibrary.h, steerToAvoidNeighbors) chooses the neighbour as nearest_approach does, and
/// steers to a side with a force of 1 whatever the time.
///
/// Neighbours: wend/neighbours.hpp; where ids are not unique, any neighbour of the same time and id counts.
/// power_law leaves fewer overlaps in a crowd, and takes longer. Its products r * |w| * h^3 must be below
/// 2^127. Error: nearest_approach within 32 units of 2^-24 of the largest term, where roundings do not choose
/// another neighbour; power_law: each share within 2^-19 of 160 r / h^2, r that of two bodies of the
/// parameter's radius.
struct AvoidNeighbours {
    /// Neighbours farther away are ignored; larger avoids fast ones in time.
    float radius = 10;  ///< m
    /// Cosine of half the field of view: neighbours outside are ignored; larger reacts to those ahead alone;
    /// -1: all around.
    float cos_field_of_view = -1;
    /// Only the nearest ones count; with few, agents ignore the crowd beyond them; 0: all.
    std::uint32_t max_neighbours = 0;
    /// Neighbours farther above or below are ignored, which shortens no search; not set: at any height.
    std::optional<float> height_band{};  ///< m
    /// Only neighbours in one of these groups count, a bit each, of those that the agent sees.
    std::uint32_t seen_groups = every_group;
    /// Neighbours behind these are ignored; without any, agents see through walls.
    ObstacleSet occluders{};
    /// Meetings within this time are avoided; larger avoids earlier and more gently.
    float horizon = 3;  ///< s
    /// Radius of a body, and the largest value of its stream; larger keeps more distance.
    float body_radius = 0.5f;  ///< m
    /// Whether the first meeting or all of them are avoided.
    Avoidance method = Avoidance::nearest_approach;
    /// Factor of the force; larger avoids more sharply.
    float weight = 1;

    static constexpr std::string_view name = "avoid_neighbours";
    template <class S = AvoidNeighbours>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"radius", &S::radius, neighbour_radius, Unit::metre},
                          Parameter{"cos_field_of_view", &S::cos_field_of_view, cosine},
                          Parameter{"max_neighbours", &S::max_neighbours, neighbour_count},
                          Parameter{"height_band", &S::height_band, not_negative, Unit::metre},
                          Parameter{"seen_groups", &S::seen_groups, some_groups},
                          Parameter{"occluders", &S::occluders},
                          Parameter{"horizon", &S::horizon, avoidance_horizon, Unit::second},
                          Parameter{"body_radius", &S::body_radius, neighbour_radius, Unit::metre},
                          Parameter{"method", &S::method},
                          Parameter{"weight", &S::weight, any_number}};
    }
    [[nodiscard]] StreamUses streams() const {
        return streams(height_band.has_value(), method == Avoidance::power_law);
    }
    static constexpr StreamUses all_streams() { return streams(true, true); }

  private:
    static constexpr StreamUses streams(bool heights, bool reads_mass) {
        StreamUses uses = neighbour_streams(heights);
        uses.where_bound |= stream_set(Stream::body_radius, Stream::neighbour_horizon) | right_of_way_streams;
        if (reads_mass) uses.stream_or_value = stream_set(Stream::mass);
        return uses;
    }
};

}  // namespace wend

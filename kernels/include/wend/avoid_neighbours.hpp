// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

#include "wend/neighbours.hpp"
#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Which neighbours an agent avoids, and how hard.
enum class Avoidance : std::uint8_t {
    nearest_approach,  ///< the one of the least time to its nearest approach
    power_law          ///< all of them, by the inverse cube of the time to contact
};
constexpr auto words(Avoidance) {
    return std::array{Word{"nearest_approach", Avoidance::nearest_approach},
                      Word{"power_law", Avoidance::power_law}};
}

/// Steers clear of neighbours before they are met: both keep their velocity, and are to come closer than the
/// sum r of their body radii within the horizon h (Reynolds, GDC 1999, "unaligned collision avoidance").
/// Where the stream body_radius is bound, each agent has its own, from 0 to the parameter, which else is
/// that of all: one beyond is a fault of its agent, and is not seen. Of those that are seen likewise.
/// Neighbours that part, or overlap without coming closer, are no threat: that is separation's.
///
/// With d the neighbour's position and w its velocity, both less the agent's own:
///
///     nearest_approach    t = -d.w / |w|^2, where 0 < t < h and |m| < r at the nearest approach m = d + w t
///                         of these the neighbour with the least (t, id); with t no less than h / 64
///                         force = (r - |m|) / t * (unit(-m) / t + w / (2 r))
///         Half of the acceleration that leads past it, each of the two taking a half, and braking, the more
///         the more head-on. Exactly head-on, m = 0, both turn to their right.
///     power_law           t = time to contact, |d + w t| = r, where t < h
///                         force = -sum of r^2 * 2 (1 - t / h) / t^3 * (n - aside / 4) / |w.n|
///                         with n = d + w t, and aside: n turned by a right angle to the right
///         Without aside the gradient of the energy r^2 (1 - t / h)^2 / t^2: that of Karamouzas, Skinner and
///         Guy (Phys. Rev. Lett. 113, 2014), k exp(-t / t0) / t^2, which falls to 0 at the horizon instead.
///         The weight is their constant k, over r^2: 1.5 m^2 for pedestrians. Each neighbour's share is at
///         most 160 r / h^2. The push aside has pedestrians pass on the right: 250 on a circle, exactly
///         opposite each other, stand still for ever without it.
///
/// OpenSteer (SteerLibrary.h, steerToAvoidNeighbors) chooses the neighbour as nearest_approach does, and
/// steers to a side with a force of 1 whatever the time.
///
/// Neighbours: wend/neighbours.hpp; where ids are not unique, any of those with one time and id counts. Of
/// the crowd that is met, power_law leaves fewer overlaps, and takes longer. Error: nearest_approach within
/// 32 units of 2^-24 of the largest term, where roundings do not choose another neighbour; power_law: each
/// share within 2^-20 of its greatest.
struct AvoidNeighbours {
    float radius = 10;  ///< how far it looks
    float cos_field_of_view = -1;
    std::uint32_t max_neighbours = 0;    ///< the nearest ones; 0: all
    std::optional<float> height_band{};  ///< not set: at any height
    float horizon = 3;
    float body_radius = 0.5f;
    Avoidance method = Avoidance::nearest_approach;
    float weight = 1;

    static constexpr std::string_view name = "avoid_neighbours";
    static constexpr auto parameters() {
        return std::tuple{
            Parameter{"radius", &AvoidNeighbours::radius, neighbour_radius, Unit::metre},
            Parameter{"cos_field_of_view", &AvoidNeighbours::cos_field_of_view, cosine},
            Parameter{"max_neighbours", &AvoidNeighbours::max_neighbours, neighbour_count},
            Parameter{"height_band", &AvoidNeighbours::height_band, not_negative, Unit::metre},
            Parameter{"horizon", &AvoidNeighbours::horizon, avoidance_horizon, Unit::second},
            Parameter{"body_radius", &AvoidNeighbours::body_radius, neighbour_radius, Unit::metre},
            Parameter{"method", &AvoidNeighbours::method},
            Parameter{"weight", &AvoidNeighbours::weight, any_number}};
    }
    [[nodiscard]] constexpr StreamUses streams() const { return streams(height_band.has_value()); }
    static constexpr StreamUses all_streams() { return streams(true); }

  private:
    static constexpr StreamUses streams(bool heights) {
        StreamUses uses = neighbour_streams(heights);
        uses.sees_velocities = true;
        uses.sees |= stream_set(Stream::body_radius);
        uses.where_bound |= stream_set(Stream::body_radius);
        return uses;
    }
};

}  // namespace wend

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

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

/// Optimal reciprocal collision avoidance (van den Berg, Guy, Lin and Manocha, "Reciprocal n-body collision
/// avoidance", 2011): picks the velocity nearest to the one that the composed forces lead to, among those
/// that collide with no neighbour within the horizon if each of two agents makes half of the change. It
/// stands between the forces and the locomotion:
///
///     Program::build({Arrive{}, Orca{.radius = 15, .body_radius = 1.5f}, Locomotion{...}})
///
/// The locomotion then uses that velocity in place of its own; its other options act on it, and its outputs
/// are those of the forces. The change of velocity is not limited: max_force limits the composed forces, not
/// the avoidance.
///
/// Each neighbour leaves a half-plane of velocities. A linear program takes them one by one, the nearest
/// neighbour's first; where none is left in the disc of max_speed, it takes the one whose largest violation
/// is least. Where the stream body_radius is bound, each agent has its own radius, as in avoid_neighbours.
/// Where `priority` or `responsibility` is bound, an agent makes its own share of a change in place of half
/// of it (wend/right_of_way.hpp); of a neighbour for which its share is 0 it takes no half-plane. Where
/// `neighbour_radius` or `neighbour_horizon` is bound, each agent has its own, as in wend/neighbours.hpp;
/// obstacles have the stage's horizon.
///
/// `obstacles` leave half-planes, too (the paper's static obstacles; RVO2's obstacle lines), and the agent
/// makes the whole change. Such a half-plane touches the border of the velocities that lead to a contact
/// within `obstacle_horizon`, or within a tick where that is longer, at the point nearest to the agent's
/// current velocity. Where no velocity is allowed, half-planes of neighbours and of moving obstacles are
/// violated, and none of an obstacle at rest: a body comes no closer to it than its radius, or where it
/// overlaps it no closer than it is. That holds while an agent can reach no more than 32 circles, walls and
/// sides of polygons within the horizon (the nearest count; a half-plane that a nearer obstacle's implies is
/// left out, and so are all after the 16th), and while no option of the locomotion, such as min_speed,
/// changes the velocity. Walls are avoided on both sides; an agent exactly on a wall or in the centre of a
/// circle does not avoid it; nothing is seen across the edge of a world that wraps. Obstacles with a velocity
/// (ObstaclePool) are taken to keep it. An agent that walks exactly at the middle of a pillar stops there.
/// Give the obstacles to the locomotion as well: it holds the agents' centres, whatever happens.
///
/// Each agent takes its neighbours to be farther to its left, by an angle whose sine is `side_bias`, so that
/// agents that face each other exactly pass on their right. It costs distance: at 4 ticks a second bodies
/// overlap by up to 0.2 % of their diameter at 1/256, 0.7 % at 1/64 and 3 % at 1/16. With 0, RVO2's rule, two
/// that start from rest exactly opposite stop as they touch and stay there, and so do four that cross in
/// exact symmetry. (With a side drawn for each pair four that cross still stand.) Two agents on one spot with
/// one velocity separate along x, the lesser id forwards.
///
/// Neighbours: wend/neighbours.hpp. Where ids are not unique, the order of those with the same distance
/// and id is undefined. |velocity|^2, in double, is never above max_speed^2. Error: the velocity violates no
/// half-plane by 2^-18 of the largest term more than any velocity in the disc must, and is no farther from
/// the preferred velocity than any that keeps as far inside all half-planes (kernels/docs/math.md, "ORCA").
/// The largest term is one of max_speed, the agent's speed, the relative speed, and distance or clearance
/// over the horizon (over the tick where bodies overlap); it must be below 2^62 m/s.
struct Orca {
    /// Neighbours farther away are ignored; larger avoids fast ones in time.
    float radius = 10;  ///< m
    /// Cosine of half the field of view: neighbours outside are ignored; larger reacts to those ahead alone;
    /// -1: all around.
    float cos_field_of_view = -1;
    /// Only the nearest ones count; with few, agents ignore the crowd beyond them.
    std::uint32_t max_neighbours = 10;
    /// Neighbours farther above or below are ignored, which shortens no search; not set: at any height.
    std::optional<float> height_band{};  ///< m
    /// Only neighbours in one of these groups count, a bit each, of those that the agent sees.
    std::uint32_t seen_groups = every_group;
    /// Velocities that lead to a collision within this time are forbidden; larger avoids earlier.
    float horizon = 5;  ///< s
    /// Radius of a body, and the largest value of its stream; larger keeps more distance.
    float body_radius = 0.5f;  ///< m
    /// Circles, walls and polygons; with them max_neighbours is at most 16.
    ObstacleSet obstacles{};
    /// Velocities that lead to a touch of an obstacle within this time are forbidden; larger slows down
    /// earlier.
    float obstacle_horizon = 1;  ///< s
    /// Sine of the angle by which neighbours seem to be farther left; larger gives way to the right more
    /// clearly; 0: agents in exact symmetry may block each other.
    float side_bias = 0x1p-8f;

    static constexpr std::string_view name = "orca";
    template <class S = Orca>
    static constexpr auto parameters() {
        return std::tuple{
            Parameter{"radius", &S::radius, neighbour_radius, Unit::metre},
            Parameter{"cos_field_of_view", &S::cos_field_of_view, cosine},
            Parameter{"max_neighbours", &S::max_neighbours, some_neighbours},
            Parameter{"height_band", &S::height_band, not_negative, Unit::metre},
            Parameter{"seen_groups", &S::seen_groups, some_groups},
            Parameter{"horizon", &S::horizon, avoidance_horizon, Unit::second},
            Parameter{"body_radius", &S::body_radius, neighbour_radius, Unit::metre},
            Parameter{"obstacles", &S::obstacles},
            Parameter{"obstacle_horizon", &S::obstacle_horizon, avoidance_horizon, Unit::second},
            Parameter{"side_bias", &S::side_bias, Range{0, 0.25f}}};
    }
    /// Half-planes of an agent: neighbours are at most so many less `most_obstacles`, where there are
    /// obstacles.
    static constexpr std::uint32_t most_obstacles = 16;

    [[nodiscard]] StreamUses streams() const { return streams(height_band.has_value()); }
    static constexpr StreamUses all_streams() { return streams(true); }

  private:
    static constexpr StreamUses streams(bool heights) {
        StreamUses uses = sight_streams(heights);
        uses.stream_or_value = stream_set(Stream::max_force, Stream::max_speed, Stream::mass);
        uses.where_bound |= stream_set(Stream::body_radius, Stream::neighbour_horizon) | right_of_way_streams;
        return uses;
    }
};

}  // namespace wend

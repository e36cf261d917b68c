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
#include "wend/stream_uses.hpp"

namespace wend {

/// Keeps away from neighbours (wend/neighbours.hpp) by the elliptical form of the social force model (Helbing
/// and Molnar, "Social force model for pedestrian dynamics", Phys. Rev. E 51, 1995, equations 3 and 4). With
/// d from the agent to the neighbour, and e to the place where the neighbour is after `step_time`:
///
///     2 b   = sqrt((|d| + |e|)^2 - |e - d|^2)
///     force = -w strength / range exp(-b / range) (|d| + |e|) / (4 b) (d / |d| + e / |e|)
///
/// the gradient of strength exp(-b / range): pedestrians keep the way free that another one is about to go. w
/// is `rear_weight` for neighbours more than 100 degrees off the agent's velocity, otherwise 1. |d| and |e|
/// are at least range / 1024, 2 b is at least (|d| + |e|) / 1024, and neither component of the last two
/// factors exceeds 8.
///
/// The defaults are the paper's, for a mass of 1 kg, and so is the goal: `FlowFollow`, `Arrive` or `Seek` of
/// weight 2 (a time constant of 0.5 s) with a speed of 1.34 m/s. Bodies have no radius here: two that press
/// on to one point come to stand on it, so add `Separation`, or `ResolveOverlaps` behind each tick.
///
/// Neighbours: wend/neighbours.hpp. Error: each neighbour's share within 2^-20 of its greatest, 8 strength /
/// range, but for roundings next to the line on which the neighbour walks through the agent, and where |d| or
/// |e| is below range / 1024.
struct SocialForce {
    /// Neighbours farther away are ignored; several times `range` changes little.
    float radius = 5;  ///< m
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
    /// Height of the potential, in m^2/s^2 where the mass is 1 kg; larger keeps more distance.
    float strength = 2.1f;
    /// Length over which the potential falls by a factor of e; larger acts farther away.
    float range = 0.3f;  ///< m
    /// The way of a neighbour is kept free so far ahead; larger gives way earlier; 0: neighbours are points.
    float step_time = 2;  ///< s
    /// Factor for neighbours behind; smaller lets them push less.
    float rear_weight = 0.5f;
    /// Factor of the force; larger keeps more distance.
    float weight = 1;

    static constexpr std::string_view name = "social_force";
    template <class S = SocialForce>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"radius", &S::radius, neighbour_radius, Unit::metre},
                          Parameter{"cos_field_of_view", &S::cos_field_of_view, cosine},
                          Parameter{"max_neighbours", &S::max_neighbours, neighbour_count},
                          Parameter{"height_band", &S::height_band, not_negative, Unit::metre},
                          Parameter{"seen_groups", &S::seen_groups, some_groups},
                          Parameter{"occluders", &S::occluders},
                          Parameter{"strength", &S::strength, not_negative},
                          Parameter{"range", &S::range, Range{0x1p-40f, 0x1p40f}, Unit::metre},
                          Parameter{"step_time", &S::step_time, Range{0, 0x1p20f}, Unit::second},
                          Parameter{"rear_weight", &S::rear_weight, Range{0, 1}},
                          Parameter{"weight", &S::weight, any_number}};
    }
    [[nodiscard]] StreamUses streams() const { return neighbour_streams(height_band.has_value()); }
    static constexpr StreamUses all_streams() { return neighbour_streams(true); }
};

}  // namespace wend

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
#include "wend/target.hpp"

namespace wend {

/// Arrive for agents that queue up: an agent walks straight to its target, and keeps its place behind the one
/// ahead of it (Reynolds, GDC 1999, "queuing"; Bevilacqua, "Understanding Steering Behaviors: Queue", 2013).
///
///     t        = target - position, d = a neighbour's offset
///     ahead    = neighbours in the lane: |unit(t) x d| <= lane_width / 2, d.t >= 0; and nearer to the target,
///                or as near with a lesser id
///     room     = the least of |t|, and d.unit(t) - gap - both body radii of those ahead; no less than 0
///     force    = unit(t) * max_speed * min(1, room / slowing_radius) - velocity
///
/// Both sources brake for the one ahead; here the speed falls with the room that is left, as in Arrive and in
/// Bando et al. (Phys. Rev. E 51, 1995). With k = weight / mass and s = max_speed / slowing_radius, agents in
/// one line keep the gap if k is at least 4 s and k dt at most 1.8, and waves that run down the queue die out
/// if k is above 2 s. With a weight of 1 that holds for max_speed up to 0.5. `max_force` must allow it, and
/// an agent must see the one ahead before slowing_radius / 2 is left.
///
/// Of agents with one target no two are ahead of each other, so that one is always free to go; two that walk
/// towards each other stop face to face. Agents from one side form one line; from several sides, lines like
/// spokes, and the nearest agent of all is next. Lines do not merge: for one line let agents walk to its end
/// first. A lane_width of 2 (gap + two bodies) keeps lines apart, but where they meet, agents that brake late
/// may touch (wend/resolve_overlaps.hpp). Neighbours with other targets count too: with `groups` agents see
/// their own queue alone, and those that leave do not stop it.
///
/// Where the stream body_radius is bound, each agent has its own radius, from 0 to the parameter. A larger
/// radius is a fault; that agent is ignored. Where locomotion wraps, the distance to the target does not.
/// Error: within 8 units of 2^-24 of the largest of |velocity|, max_speed, and max_speed * (|d| + gap + both
/// body radii) / slowing_radius, except where roundings decide which are ahead (kernels/docs/math.md).
struct Queue {
    /// The streams of the target, or one point for all agents.
    Target target{};  ///< m
    /// Neighbours farther away are ignored; slowing_radius + gap + two bodies and more brakes in time.
    float radius = 5;  ///< m
    /// Neighbours more than half of it beside the straight way to the target are not in the way; larger waits
    /// for more of them.
    float lane_width = 3;  ///< m
    /// Room between two bodies, along the way; larger makes a longer queue.
    float gap = 0.5f;  ///< m
    /// Radius of a body, and the largest value of its stream; larger makes a longer queue.
    float body_radius = 0.5f;  ///< m
    /// Agents slow down where there is less room ahead; larger brakes earlier and more gently.
    float slowing_radius = 2;  ///< m
    /// Neighbours farther above or below are ignored; not set: at any height.
    std::optional<float> height_band{};  ///< m
    /// Only neighbours in one of these groups count, a bit each, of those that the agent sees.
    std::uint32_t seen_groups = every_group;
    /// Factor of the force; larger brakes more sharply.
    float weight = 1;

    /// As other stages with neighbours have them.
    static constexpr float cos_field_of_view = -1;
    static constexpr std::uint32_t max_neighbours = 0;  ///< no limit

    static constexpr std::string_view name = "queue";
    template <class S = Queue>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"radius", &S::radius, neighbour_radius, Unit::metre},
                          Parameter{"lane_width", &S::lane_width, not_negative, Unit::metre},
                          Parameter{"gap", &S::gap, not_negative, Unit::metre},
                          Parameter{"body_radius", &S::body_radius, neighbour_radius, Unit::metre},
                          Parameter{"slowing_radius", &S::slowing_radius, positive, Unit::metre},
                          Parameter{"height_band", &S::height_band, not_negative, Unit::metre},
                          Parameter{"seen_groups", &S::seen_groups, some_groups},
                          Parameter{"target", &S::target, any_number, Unit::metre},
                          Parameter{"weight", &S::weight, any_number}};
    }
    [[nodiscard]] constexpr StreamUses streams() const {
        return with(target_position_streams(target), height_band.has_value());
    }
    static constexpr StreamUses all_streams() { return with(all_target_position_streams, true); }

  private:
    static constexpr StreamUses with(StreamSet of_target, bool heights) {
        StreamUses uses = sight_streams(heights);
        uses.read |= of_target;
        uses.where_bound |= stream_set(Stream::body_radius);
        uses.stream_or_value = stream_set(Stream::max_speed);
        return uses;
    }
};

}  // namespace wend

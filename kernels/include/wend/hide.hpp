// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <tuple>

#include "wend/obstacles.hpp"
#include "wend/parameter.hpp"
#include "wend/quarry.hpp"
#include "wend/stream_uses.hpp"
#include "wend/target.hpp"

namespace wend {

/// Arrives behind an obstacle, out of a hunter's sight (Buckland, "Programming Game AI by Example", 2005,
/// chapter 3, "hide"; gdx-ai, "Hide").
///
/// Each obstacle has a hiding place on the far side of its middle (for a piece of wall, halfway between its
/// ends), seen from the hunter:
///
///     place = middle + unit(middle - hunter) * (obstacle's radius + distance)
///     force = unit(place - position) * max_speed * min(1, |place - position| / slowing_radius) - velocity
///
/// The agent takes the nearest place, of equally near ones that of the obstacle that was added first, or that
/// of a pool which comes first. Where obstacles move (ObstaclePool), `velocity` is relative to the obstacle.
/// Without a slowing radius the last factor is 1. Without a place within `radius` there is no force; Evade
/// after it in a prioritised program then leads away from the hunter.
///
/// The hunter is a point or another agent, as a quarry is (wend/quarry.hpp); target_agent -1 is "none": no
/// force and no fault. Error: within 8 units of 2^-24 of the largest term, where roundings do not decide
/// which place is taken (kernels/docs/math.md).
struct Hide {
    /// Circles, walls and polygons to hide behind.
    ObstacleSet obstacles{};
    /// The hunter: a point, or another agent.
    Quarry quarry = Quarry::point;
    /// The streams of the hunter, or one point for all agents.
    Target target{};  ///< m
    /// From the obstacle's border to the hiding place; larger hides farther behind it.
    float distance = 2;  ///< m
    /// Hiding places farther away are ignored; larger lets agents choose among more of them.
    float radius = 100;  ///< m
    /// Agents slow down within this distance of the hiding place; larger: more gently; not set: full speed.
    std::optional<float> slowing_radius{};  ///< m
    /// Factor of the force; larger turns to the hiding place sooner.
    float weight = 1;

    static constexpr std::string_view name = "hide";
    template <class S = Hide>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"obstacles", &S::obstacles},
                          Parameter{"quarry", &S::quarry},
                          Parameter{"target", &S::target, any_number, Unit::metre},
                          Parameter{"distance", &S::distance, not_negative, Unit::metre},
                          Parameter{"radius", &S::radius, positive, Unit::metre},
                          Parameter{"slowing_radius", &S::slowing_radius, positive, Unit::metre},
                          Parameter{"weight", &S::weight, any_number}};
    }
    [[nodiscard]] constexpr StreamUses streams() const {
        return quarry == Quarry::agent ? with(stream_set(target_family(target.streams).agent))
                                       : with(target_position_streams(target));
    }
    static constexpr StreamUses all_streams() {
        StreamSet agents = 0;
        for (const TargetFamily& family : target_families) agents |= stream_set(family.agent);
        return with(agents | all_target_position_streams);
    }

    /// The stage's streams, given those of the hunter.
    static constexpr StreamUses with(StreamSet of_hunter) {
        return {.read = position_streams | velocity_streams | of_hunter,
                .stream_or_value = stream_set(Stream::max_speed)};
    }
};

}  // namespace wend

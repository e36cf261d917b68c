// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "wend/alignment.hpp"
#include "wend/approach.hpp"
#include "wend/arrive.hpp"
#include "wend/avoid_neighbours.hpp"
#include "wend/avoid_obstacles.hpp"
#include "wend/cohesion.hpp"
#include "wend/containment.hpp"
#include "wend/corridor_follow.hpp"
#include "wend/custom.hpp"
#include "wend/external_force.hpp"
#include "wend/external_locomotion.hpp"
#include "wend/flee.hpp"
#include "wend/flow_follow.hpp"
#include "wend/hide.hpp"
#include "wend/interpose.hpp"
#include "wend/locomotion.hpp"
#include "wend/match_velocity.hpp"
#include "wend/offset_pursue.hpp"
#include "wend/orca.hpp"
#include "wend/orient.hpp"
#include "wend/path_follow.hpp"
#include "wend/polygon_containment.hpp"
#include "wend/portal_follow.hpp"
#include "wend/pursue.hpp"
#include "wend/queue.hpp"
#include "wend/resolve_overlaps.hpp"
#include "wend/retarget_wander.hpp"
#include "wend/seek.hpp"
#include "wend/separation.hpp"
#include "wend/settle.hpp"
#include "wend/social_force.hpp"
#include "wend/target_speed.hpp"
#include "wend/wander.hpp"
#include "wend/waypoint_advance.hpp"

namespace wend {

/// One behaviour of a program. The alternatives are the rows of kernels/src/stage/kernel_list.hpp, in its
/// order.
using Stage =
    std::variant<Wander, Seek, Flee, Arrive, Pursue, Evade, RetargetWander, PathFollow, Locomotion,
                 WaypointAdvance, Approach, OffsetPursue, Interpose, CorridorFollow, ExternalForce,
                 CustomForce, CustomLocomotion, Separation, Alignment, Cohesion, AvoidNeighbours, Containment,
                 AvoidObstacles, FlowFollow, Orca, Hide, PolygonContainment, ExternalLocomotion, PortalFollow,
                 MatchVelocity, TargetSpeed, Settle, ResolveOverlaps, SocialForce, Queue, Orient>;

/// Number of alternatives of Stage.
inline constexpr std::size_t stage_kind_count = std::variant_size_v<Stage>;

/// The index of a stage's struct among the alternatives of Stage.
template <class S>
inline constexpr std::size_t stage_kind = []<std::size_t... k>(std::index_sequence<k...>) {
    return ((std::is_same_v<S, std::variant_alternative_t<k, Stage>> ? k : 0) + ...);
}
(std::make_index_sequence<stage_kind_count>());

/// All streams that a stage of that kind may use, whatever its parameters.
template <class S>
[[nodiscard]] constexpr StreamUses all_streams() {
    if constexpr (requires { S::all_streams(); })
        return S::all_streams();
    else
        return S::streams();
}

/// A stage that is one of a program's forces: it has a weight.
template <class S>
concept Force = requires(S stage) {
    stage.weight;
};

/// For a kind of stage, an index of Stage.
[[nodiscard]] constexpr bool is_force_kind(std::size_t kind) noexcept {
    return []<std::size_t... k>(std::size_t wanted, std::index_sequence<k...>) {
        return ((k == wanted && Force<std::variant_alternative_t<k, Stage>>) || ...);
    }
    (kind, std::make_index_sequence<stage_kind_count>());
}

/// Whether the stage has a weight.
// By the index and not by std::visit, whose tables take every source that includes this header 0.3 s to
// compile.
[[nodiscard]] constexpr bool is_force(const Stage& stage) noexcept { return is_force_kind(stage.index()); }

/// The names of all kinds of stages, by index of Stage.
inline constexpr auto stage_names = []<std::size_t... k>(std::index_sequence<k...>) {
    return std::array{std::variant_alternative_t<k, Stage>::name...};
}
(std::make_index_sequence<stage_kind_count>());

/// The stage's name in scenarios and messages.
[[nodiscard]] constexpr std::string_view name(const Stage& stage) noexcept {
    return stage_names[stage.index()];
}

}  // namespace wend

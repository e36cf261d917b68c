// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// The neighbours of an agent, for the stages in which agents see each other (separation, alignment,
/// cohesion, avoid_neighbours, orca).
///
/// Seen are the agents of the view that AgentView::look_at names, or else of the same view, as they were at
/// the tick's start. A stage's neighbours are those of them that
///
///     have another id than the agent; two agents of one id do not see each other
///     are no farther than the stage's `radius`
///     are in the stage's field of view: cos(angle to the agent's velocity) >= cos_field_of_view.
///       -1: all around, which an agent at rest sees too
///     are in a group that the agent sees: groups & seen_groups != 0, where these streams are bound
///     are no more than the stage's `height_band` above or below the agent, where it is set: the program then
///       reads position_z, of the agents that are seen too
///
/// and whose position and velocity are no fault, nor is the height where it is read. With `max_neighbours` k
/// above 0 only the k nearest of these count, by (squared distance, id): starlings mind six or seven
/// (Ballerini et al., PNAS 105, 2008). Where the program's locomotion wraps, an agent is seen across the
/// edge: of its images the nearest one counts. The other forces do not look across the edge.
///
/// The sums over neighbours are sums of integers (kernels/docs/math.md, "Neighbours"), so that no bit depends
/// on the order of slots, on cells, threads or calls, where ids are unique. A program with such a stage runs
/// one tick a pass, and needs a workspace (`workspace_size`).
inline constexpr Range neighbour_radius{component_floor, component_limit};
inline constexpr Range cosine{-1, 1};
inline constexpr Range neighbour_count{0, 32};
/// Of a stage that lists them.
inline constexpr Range some_neighbours{1, 32};
/// So that its square, and a millionth of it, are far from the ends of floats.
inline constexpr Range avoidance_horizon{0x1p-20f, 0x1p20f};

/// What a stage with neighbours works on; `heights`: it has a height band.
[[nodiscard]] constexpr StreamUses neighbour_streams(bool heights) {
    const StreamSet height = heights ? stream_set(Stream::position_z) : 0;
    return {.read = position_streams | velocity_streams | height,
            .where_bound = stream_set(Stream::groups, Stream::seen_groups),
            .looks_at_others = true,
            .sees_neighbours = true,
            .sees = stream_set(Stream::groups) | height};
}

}  // namespace wend

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// The neighbours of an agent, for the stages in which agents see each other (separation, alignment,
/// cohesion, avoid_neighbours, social_force, orca, settle, queue, resolve_overlaps).
///
/// An agent sees those of the view that AgentView::look_at names, or otherwise of the same view, or of all
/// views of the call (See::all_views), at the tick's start. A stage's neighbours are those that
///
///     have another id than the agent; two agents of one id do not see each other
///     are no farther away than the stage's `radius`, nor than the agent's own `neighbour_radius`, where that
///       stream is bound
///     are in the stage's field of view: cos(angle to the agent's velocity) >= cos_field_of_view;
///       -1, or an agent at rest, sees all around
///     are in a group that the agent and the stage see: groups & seen_groups & the stage's seen_groups is not
///       0, where these streams are bound; without a stream of groups a neighbour is in all of them
///     are no more than the stage's `height_band` above or below the agent, where it is set: the program then
///       reads position_z, also of the agents that are seen. Cells have no height: agents on all floors are
///       looked at, so that floors above each other are faster in calls of their own (AgentView::look_at)
///     are not hidden by the stage's `occluders`, where it has some
///
/// and whose position, velocity and, where it is read, height are valid. With `max_neighbours` k above 0 only
/// the k nearest of these count, by (squared distance, id): starlings attend to six or seven (Ballerini et
/// al., PNAS 105, 2008). Where the program's locomotion wraps, agents are seen across the edge, by their
/// nearest image; other forces do not act across the edge.
///
/// Agents of one program differ by streams that are read where they are bound, of the agent that looks alone;
/// a value out of its range is a fault of that agent:
///
///     neighbour_radius    m, >= 0: the lesser of it and the stage's `radius` counts, in all these stages but
///                         resolve_overlaps; for separation it is the radius of the falloff as well
///     neighbour_horizon   s: the lesser of it and the stage's `horizon` counts (avoid_neighbours, orca)
///     neighbour_weight    from 0 to 2^20: multiplies the agent's force, beside the stage's `weight`
///                         (separation, alignment, cohesion, avoid_neighbours, social_force); with 0 the
///                         neighbours do not act on the agent. power_law caps a force before that factor:
///                         above 1, a larger `weight` of the stage is the stable choice
///
/// Avoidance of obstacles reads none of them.
///
/// Occluders are an ObstacleSet, or the obstacles of an ObstaclePool as they are in the call. A wall hides
/// two agents from each other if the segment between their centres meets it, its ends included, and the
/// centres lie on different sides of its line; it hides no agent that is exactly on that line. A circle hides
/// them if a point of the segment is inside: a touch hides nothing, and an agent in a circle sees no other
/// one and is not seen. A circle of radius 0 hides nothing. As far as occluders decide it, two agents see
/// each other, or neither sees the other one. Where the world wraps and the neighbour's nearest image is
/// beyond the edge, obstacles hide it that are between the agent and that image, or between the agent's image
/// and the neighbour. At exactly half of the world's width the nearest image is the neighbour itself.
///
/// The sums over neighbours are sums of integers (kernels/docs/math.md, "Neighbours"): if ids are unique, no
/// bit depends on the order of slots, on cells, threads or calls. A view with agents needs a workspace
/// (`workspace_size`).
inline constexpr Range neighbour_radius{component_floor, component_limit};
/// Range of cos_field_of_view.
inline constexpr Range cosine{-1, 1};
/// Range of max_neighbours; 0: no limit.
inline constexpr Range neighbour_count{0, 32};
/// Groups, a bit each.
inline constexpr std::uint32_t every_group = 0xffffffff;
/// Range of seen_groups: at least one group.
inline constexpr Range some_groups{1, 0x1p32f, true};
/// For a stage that lists its neighbours.
inline constexpr Range some_neighbours{1, 32};
/// Its square and a millionth of it are far from the limits of float.
inline constexpr Range avoidance_horizon{0x1p-20f, 0x1p20f};
/// Of the stream neighbour_weight.
inline constexpr Range own_weight{0, 0x1p20f};

/// The streams of a stage with neighbours; `heights`: it has a height band.
[[nodiscard]] constexpr StreamUses sight_streams(bool heights) {
    const StreamSet height = heights ? stream_set(Stream::position_z) : 0;
    return {.read = position_streams | velocity_streams | height,
            .where_bound = stream_set(Stream::groups, Stream::neighbour_radius, Stream::seen_groups)};
}

/// The streams of a force that comes from neighbours alone.
[[nodiscard]] constexpr StreamUses neighbour_streams(bool heights) {
    StreamUses uses = sight_streams(heights);
    uses.where_bound |= stream_set(Stream::neighbour_weight);
    return uses;
}

}  // namespace wend

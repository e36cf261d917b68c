// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

#include "wend/locomotion.hpp"
#include "wend/neighbours.hpp"
#include "wend/obstacles.hpp"
#include "wend/parameter.hpp"
#include "wend/rectangle.hpp"
#include "wend/right_of_way.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Moves bodies that overlap apart (position-based dynamics; Mueller et al., J. Vis. Commun. 18, 2007). It is
/// a program by itself, which runs behind the one that has moved the agents, over all of them in one call.
/// Each tick of the call is an iteration, so that Ticks::count is their number. Velocities are not changed,
/// and dt is not used.
///
///     c  = sum of share * (r - |d|) * unit(-d) over the neighbours with |d| < r
///     p' = p + c / sqrt(n)
///
/// d is the neighbour's offset, r the sum of the two body radii, n the number of these neighbours, and share
/// the agent's part in the avoiding (wend/right_of_way.hpp), 0.5 unless streams say otherwise; neighbours for
/// which it is 0 do not count. Two bodies touch after one iteration, but for roundings; ten on one spot are
/// apart after some 30, and 50 after some 140. The root of n keeps many contacts stable (200 agents that
/// press to a point, eight iterations a tick: overlaps of 0.18 of the radius, of 0.75 where the sum is
/// divided by n; undivided it trembles). Agents on one spot part in one of 16 directions, which their ids
/// choose.
///
/// Then the bounds, and no straight way from p to p' crosses an obstacle (wend/locomotion.hpp); bodies may
/// still overlap walls, from which AvoidObstacles keeps them. Agents without such a neighbour stay where they
/// are.
///
/// Neighbours: wend/neighbours.hpp. With AgentView::look_at only the agents of the view move. Error of each
/// component: within 4 units of 2^-24 of the position, and 2^-17 of body_radius for each neighbour.
struct ResolveOverlaps {
    /// Radius of a body, and the largest value of its stream; larger pushes bodies farther apart.
    float body_radius = 0.5f;  ///< m
    /// Neighbours farther above or below do not touch; not set: at any height.
    std::optional<float> height_band{};  ///< m
    /// Only neighbours in one of these groups count, a bit each, of those that the agent sees.
    std::uint32_t seen_groups = every_group;
    /// The edge of the world, as the locomotion's.
    Bounds bounds = Bounds::none;
    /// The world; ignored where bounds is none.
    Rectangle area{};  ///< m
    /// Walls and circles that hold the agents' centres, as the locomotion's; empty: none.
    ObstacleSet obstacles{};

    static constexpr std::string_view name = "resolve_overlaps";
    template <class S = ResolveOverlaps>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"body_radius", &S::body_radius, neighbour_radius, Unit::metre},
                          Parameter{"height_band", &S::height_band, not_negative, Unit::metre},
                          Parameter{"seen_groups", &S::seen_groups, some_groups},
                          Parameter{"bounds", &S::bounds},
                          Parameter{"area", &S::area, any_number, Unit::metre},
                          Parameter{"obstacles", &S::obstacles}};
    }
    [[nodiscard]] constexpr StreamUses streams() const { return streams(height_band.has_value()); }
    static constexpr StreamUses all_streams() { return streams(true); }

  private:
    static constexpr StreamUses streams(bool heights) {
        StreamUses uses = sight_streams(heights);
        uses.where_bound &= ~stream_set(Stream::neighbour_radius);  // as far as two bodies reach
        uses.read &= ~position_streams;
        uses.written = position_streams;
        uses.where_bound |= stream_set(Stream::body_radius) | right_of_way_streams;
        return uses;
    }
};

}  // namespace wend

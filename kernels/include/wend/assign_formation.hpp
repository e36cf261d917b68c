// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "wend/agents.hpp"
#include "wend/export.hpp"
#include "wend/path.hpp"
#include "wend/status.hpp"

namespace wend {

/// Agents in a formation, at most.
inline constexpr std::size_t max_formation = 256;

/// Gives the agents of a view's selection places in a formation about a leader (Millington, "AI for Games",
/// 2006, 3.7: a place is what that book calls a slot). OffsetPursue{.quarry = Quarry::agent} then holds each
/// at its place. The leader moves as it likes; a formation on a path has a leader with PathFollow.
///
/// `leader` is the slot of an agent of the view, which gets no place, or of the one that it looks at
/// (AgentView::look_at), where the selection leaves the leader out if it is of both. offsets[i] is place i, x
/// metres ahead of the leader and y to its left, as the streams offset_x and offset_y. List places by
/// importance: n agents get the first n, so that ranks close when agents are lost, and no gap is left in
/// front. Of more agents than places some get none, and have no leader then (target_agent -1).
///
/// The sum of the squared distances from the agents to their places now is the least there is (successive
/// shortest paths; Jonker and Volgenant, Computing 38, 1987), with coordinates rounded to 2^-18 of the
/// extent of agents and places. So agents do not meet: if all walk straight to their places, in the
/// same time, two of them stay apart by 0.7 of the lesser of their distances at start and end. Call it
/// when agents join or are lost, or the formation changes, not in each tick, in which agents could change
/// places over and over.
///
/// Streams: offset_x, offset_y, target_agent (written; those of an agent without a place: target_agent
/// alone), position_* (read), and the leader's position_* and velocity_*. `numbers`, where given, has one
/// element an agent of the view: the number of its place, -1 without one; those outside the selection stay.
///
/// The same bits everywhere, whatever the order of slots: agents count in the order of their ids. One thread;
/// allocates nothing; 48 KiB of stack. 256 agents take 0.7 to 2.8 ms (Emerald Rapids).
///
/// Errors: Code::parameter_out_of_range (`leader`; the number of agents; an offset, or a position or velocity
/// that is read, that is not a number or beyond 1e18, with its index), missing_stream, read_only_stream,
/// length_mismatch (`numbers` too), bad_stride, misaligned, element_type_mismatch, bad_selection,
/// needs_whole_view (a slice that does not look at a view); nothing is written then.
[[nodiscard]] WEND_API Status assign_formation(const AgentView& agents, std::int32_t leader,
                                               std::span<const Point> offsets,
                                               std::span<std::int32_t> numbers = {}) noexcept;

}  // namespace wend

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "wend/agents.hpp"
#include "wend/export.hpp"
#include "wend/status.hpp"

namespace wend {

/// The size in floats of the view's workspace for `sort_by_cell`; largest_workspace() is larger.
[[nodiscard]] constexpr std::size_t sort_workspace_size(std::size_t agents) noexcept {
    return 6 * agents + 18;
}

/// Reorders the agents of a view so that near agents are near in memory: all bound streams, in place, by
/// square cells with sides of `edge` (m), row by row, with the old order within a cell. Agents with an
/// invalid position go to the end.
///
/// For programs whose agents see each other: `edge` is their largest radius, and a call every second or so
/// keeps the cache lines full as agents mingle. No bit of any result depends on it. Ids move with their
/// agents, and must be bound. target_agent, other_agent and third_agent name the same agents as before,
/// unless these belong to another view (look_at). The caller updates slots held by other views, lists of
/// slots and masks, by `order`.
///
/// `order`, where given, has one element an agent: element i is the old slot of the agent that is now in slot
/// i. Streams that share their memory are reordered once. One thread; allocates nothing. O(n) for each
/// stream.
///
/// Errors: Code::missing_stream (position_x, position_y, id), read_only_stream, length_mismatch (`order`
/// too), bad_stride, misaligned, missing_workspace, needs_whole_view (a slice with target_agent or its like),
/// parameter_out_of_range (`edge`), too_many_elements (2^31 agents); nothing is written then.
[[nodiscard]] WEND_API Status sort_by_cell(const AgentView& agents, float edge,
                                           std::span<std::uint32_t> order = {}) noexcept;

/// The same for the agents of a buffer.
WEND_API Status sort_by_cell(AgentBuffer& agents, float edge, std::span<std::uint32_t> order = {});

}  // namespace wend

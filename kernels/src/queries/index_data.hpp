// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "columns/memory_pieces.hpp"
#include "neighbours/cell_map.hpp"
#include "neighbours/grid.hpp"
#include "wend/agent_index.hpp"

namespace wend::detail {

/// Elements behind the last agent, which are read in vectors and not used.
inline constexpr std::size_t index_padding = 4;

struct IndexedPosition {
    float x, y;  ///< m
};

/// The agents of an index in the order of cells: agent `place` of each array. Those of cell (column, row) are
/// [first[row * columns + column], first[row * columns + column + 1]). Cells at the border of a world that
/// does not wrap extend beyond it without an end.
struct IndexData {
    std::span<float> x, y;          ///< m; with room for padding
    std::span<std::uint32_t> slot;  ///< behind the indexed agents, the view's other slots
    std::span<std::uint32_t> id;    ///< of views with ids; so are the streams below
    std::span<float> radius;        ///< m
    std::span<std::uint32_t> groups, seen_groups;
    std::span<std::uint32_t> first;
    std::span<std::uint32_t> cell;  ///< by slot, while the index is built

    std::size_t view_size = 0;
    std::uint32_t agents = 0;
    std::uint32_t first_id = 0;  ///< of the agent in slot 0, without ids
    bool has_ids = false, has_radii = false, has_groups = false, has_seen_groups = false;
    float common_radius = 0;   ///< m; without radii
    float largest_radius = 0;  ///< m
    CellAxis columns{0, 1, 1}, rows{0, 1, 1};
    bool wraps = false;
    Rectangle area{};  ///< of a world that wraps
    WrapSize wrap{};   ///< m; its size

    IndexData(MemoryPieces& memory, std::size_t capacity);

    [[nodiscard]] std::size_t capacity() const { return id.size(); }
    [[nodiscard]] IndexedPosition position(std::uint32_t place) const { return {x[place], y[place]}; }
    [[nodiscard]] std::uint32_t id_of(std::uint32_t place) const {
        return has_ids ? id[place] : first_id + slot[place];
    }
    [[nodiscard]] float radius_of(std::uint32_t place) const {
        return has_radii ? radius[place] : common_radius;
    }

    /// Indexes a view whose streams were checked; returns the number of selected agents left out.
    std::size_t build(const AgentView& view, const IndexOptions& options);

    /// Whether the index may have agents at a position, as read.
    [[nodiscard]] bool is_legal(float at_x, float at_y) const;
};

}  // namespace wend::detail

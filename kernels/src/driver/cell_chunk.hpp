// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "driver/cell_map.hpp"

/// What is computed of agents that are sorted into cells, some at a time: what one has is in the L1.
namespace wend::detail {

inline constexpr std::size_t chunk_size = 256;

struct Chunk {
    alignas(64) float x[chunk_size];
    alignas(64) float y[chunk_size];
    alignas(64) float velocity_x[chunk_size];
    alignas(64) float velocity_y[chunk_size];
    alignas(64) std::uint32_t bad[chunk_size];  ///< 1: position or velocity is at fault
};

/// Where agents are along an axis; low above high: there are none.
struct Extent {
    float low, high;
};

/// Of whole chunks, whatever is in one that is not full; on each instruction set by its vectors.
struct ChunkFunctions {
    /// Flushes positions and velocities, and finds those at fault.
    void (*read)(Chunk& chunk);
    /// The least and the greatest of positions, as they lie in memory, that are not at fault.
    void (*extend)(const float (&positions)[chunk_size], Extent& extent);
    /// The entries of the table in which agents are; `bad_entry` for those at fault.
    void (*find_entries)(const Chunk& chunk, const CellMap& map, std::uint32_t bad_entry,
                         std::uint32_t (&entries)[chunk_size]);
    /// unit(velocity) in units of 2^-20; any integers for those at fault.
    void (*find_headings)(const Chunk& chunk, std::int32_t (&x)[chunk_size], std::int32_t (&y)[chunk_size]);
};

}  // namespace wend::detail

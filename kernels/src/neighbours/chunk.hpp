// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "neighbours/cell_map.hpp"

/// Agents that are sorted into cells, a chunk at a time, so that each chunk stays in the L1.
namespace wend::detail {

inline constexpr std::size_t chunk_size = 256;

struct Chunk {
    alignas(64) float x[chunk_size];
    alignas(64) float y[chunk_size];
    alignas(64) float velocity_x[chunk_size];
    alignas(64) float velocity_y[chunk_size];
    alignas(64) std::uint32_t bad[chunk_size];  ///< 1: position or velocity is at fault
};

/// The range of agents along an axis; low > high: no agents.
struct Extent {
    float low, high;
};

/// The functions of chunks take so many agents at a time.
inline constexpr std::size_t chunk_step = 16;

/// The elements of so many agents that they compute.
[[nodiscard]] constexpr std::size_t whole_steps(std::size_t agents) {
    return (agents + chunk_step - 1) / chunk_step * chunk_step;
}

/// Functions of an instruction set, on the first `agents` of a chunk and the elements up to
/// whole_steps(agents).
struct ChunkFunctions {
    /// The most agents of a view that see itself without cells: to look at all of them costs less than to
    /// sort.
    std::size_t largest_world;
    /// Flushes positions and velocities, and finds those at fault.
    void (*read)(Chunk& chunk, std::size_t agents);
    /// Extends the range by positions that are not at fault, unflushed.
    void (*extend)(const float (&positions)[chunk_size], std::size_t agents, Extent& extent);
    /// The table entries of the agents; `bad_entry` for agents at fault.
    void (*find_entries)(const Chunk& chunk, std::size_t agents, const CellMap& map, std::uint32_t bad_entry,
                         std::uint32_t (&entries)[chunk_size]);
    /// Writes x, y and the velocity of each agent, side by side, of as many as are computed.
    void (*write_records)(const float* const* state, std::size_t agents, float* records);
    /// Reads the records of these slots, of as many as are computed.
    void (*read_records)(const float* records, const std::uint32_t* slots, std::size_t agents, Chunk& chunk);
    /// unit(velocity) in units of 2^-20; any integers for agents at fault.
    void (*find_headings)(const Chunk& chunk, std::size_t agents, std::int32_t (&x)[chunk_size],
                          std::int32_t (&y)[chunk_size]);
};

}  // namespace wend::detail

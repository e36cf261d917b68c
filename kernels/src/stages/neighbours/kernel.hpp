// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "neighbours/cell_map.hpp"
#include "neighbours/chunk.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"

/// ChunkFunctions, mostly plain loops, of which each instruction set's compiler flags make vectors.
namespace wend::detail {
namespace {

inline void flush_component(float (&values)[chunk_size], std::uint32_t (&bad)[chunk_size], std::size_t end) {
    for (std::size_t i = 0; i < end; ++i) {
        const float magnitude = std::fabs(values[i]);
        values[i] = magnitude < component_floor ? 0.0f : values[i];
        bad[i] |= magnitude <= component_limit ? 0u : 1u;
    }
}

inline void read_chunk(Chunk& chunk, std::size_t agents) {
    const std::size_t end = whole_steps(agents);
    for (std::size_t i = 0; i < end; ++i) chunk.bad[i] = 0;
    flush_component(chunk.x, chunk.bad, end);
    flush_component(chunk.y, chunk.bad, end);
    flush_component(chunk.velocity_x, chunk.bad, end);
    flush_component(chunk.velocity_y, chunk.bad, end);
}

inline void extend_chunk(const float (&positions)[chunk_size], std::size_t agents, Extent& extent) {
    constexpr float most = std::numeric_limits<float>::max();
    constexpr std::size_t step = chunk_step;
    float least[step], greatest[step];
    for (std::size_t j = 0; j < step; ++j) {
        least[j] = most;
        greatest[j] = -most;
    }
    for (std::size_t i = 0; i < whole_steps(agents); i += step)
        for (std::size_t j = 0; j < step; ++j) {
            const float magnitude = std::fabs(positions[i + j]);
            const float flushed = magnitude < component_floor ? 0.0f : positions[i + j];
            const bool legal = magnitude <= component_limit;
            const float up = legal ? flushed : most;
            const float down = legal ? flushed : -most;
            least[j] = up < least[j] ? up : least[j];
            greatest[j] = down > greatest[j] ? down : greatest[j];
        }
    for (std::size_t j = 0; j < step; ++j) {
        extent.low = least[j] < extent.low ? least[j] : extent.low;
        extent.high = greatest[j] > extent.high ? greatest[j] : extent.high;
    }
}

/// Cells along an axis without an end, where all lie in [0, count): no floor, and integers of 32 bits. Agents
/// at fault get cell 0, which is not used.
inline void find_cells(const CellAxis& axis, const float (&positions)[chunk_size], std::size_t end,
                       std::int32_t (&cells)[chunk_size]) {
    const double origin = axis.origin;
    const double inverse_edge = axis.inverse_edge;
    for (std::size_t i = 0; i < end; ++i) {
        const double at = (static_cast<double>(positions[i]) - origin) * inverse_edge;
        const double below = at < 0x1p31 ? at : 0.0;
        cells[i] = static_cast<std::int32_t>(below > 0.0 ? below : 0.0);
    }
}

inline void find_chunk_entries(const Chunk& chunk, std::size_t agents, const CellMap& map,
                               std::uint32_t bad_entry, std::uint32_t (&entries)[chunk_size]) {
    const std::size_t end = whole_steps(agents);
    if (map.wraps || map.hashed) {
        for (std::size_t i = 0; i < end; ++i)
            entries[i] = chunk.bad[i] != 0 ? bad_entry : bucket_at(map, chunk.x[i], chunk.y[i]);
        return;
    }
    alignas(64) std::int32_t column[chunk_size];
    alignas(64) std::int32_t row[chunk_size];
    find_cells(map.x, chunk.x, end, column);
    find_cells(map.y, chunk.y, end, row);
    const auto stride = static_cast<std::uint32_t>(map.row_stride);
    for (std::size_t i = 0; i < end; ++i) {
        const std::uint32_t entry =
            static_cast<std::uint32_t>(column[i]) + static_cast<std::uint32_t>(row[i]) * stride;
        entries[i] = chunk.bad[i] != 0 ? bad_entry : entry;
    }
}

template <class A>
void write_chunk_records(const float* const* state, std::size_t agents, float* records) {
    for (std::size_t i = 0; i < agents; i += lanes<A>) {
        const Floats<A> record[4] = {load<A>(state[0] + i), load<A>(state[1] + i), load<A>(state[2] + i),
                                     load<A>(state[3] + i)};
        write_rows(records + 4 * i, 4, record);
    }
}

template <class A>
void read_chunk_records(const float* records, const std::uint32_t* slots, std::size_t agents, Chunk& chunk) {
    for (std::size_t i = 0; i < agents; i += lanes<A>) {
        alignas(64) std::uint32_t pair[lanes<A>];
        write(pair, shift_left<1>(load<A>(slots + i)));
        Floats<A> record[4];
        gather_rows(records, pair, record);
        write(chunk.x + i, record[0]);
        write(chunk.y + i, record[1]);
        write(chunk.velocity_x + i, record[2]);
        write(chunk.velocity_y + i, record[3]);
    }
}

/// GCC makes vectors of the loop over AVX-512's only.
template <class A>
void find_chunk_headings(const Chunk& chunk, std::size_t agents, std::int32_t (&x)[chunk_size],
                         std::int32_t (&y)[chunk_size]) {
    using F = Floats<A>;
    static_assert(chunk_step % lanes<A> == 0);
    for (std::size_t i = 0; i < agents; i += lanes<A>) {
        const F vx = load<A>(chunk.velocity_x + i);
        const F vy = load<A>(chunk.velocity_y + i);
        const F scale = scale_to(F(1), squared_length(vx, vy), F(squared_length_floor));
        write(x + i, truncate(vx * scale * F(0x1p20f)));
        write(y + i, truncate(vy * scale * F(0x1p20f)));
    }
}

template <class A>
struct ChunkKernel {
    static constexpr ChunkFunctions functions{.largest_world = 28 + 4 * lanes<A>,
                                              .read = read_chunk,
                                              .extend = extend_chunk,
                                              .find_entries = find_chunk_entries,
                                              .write_records = write_chunk_records<A>,
                                              .read_records = read_chunk_records<A>,
                                              .find_headings = find_chunk_headings<A>};
};

}  // namespace
}  // namespace wend::detail

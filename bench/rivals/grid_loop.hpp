// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// A flock as a good engineer writes it without intrinsics: counting sort into cells, the neighbours of an
/// agent are three contiguous runs, one agent after the other, floats; and over all pairs. Compiled once for
/// each set of flags.
namespace wend::bench {

/// Agents in the order of cells, which they are brought into again in every tick, so that memory is read in
/// its order. Separation (smooth), alignment and cohesion of one radius, all around, or avoidance of the
/// nearest approach, and the locomotion; or ORCA about the velocity that they have.
struct GridFlock {
    std::size_t count;
    float radius, separation_weight, alignment_weight, cohesion_weight;
    float horizon, orca_horizon, clearance;  ///< of avoidance: two body radii
    float max_force, max_speed, dt;
    float *x, *y, *velocity_x, *velocity_y;                          ///< now
    float *other_x, *other_y, *other_velocity_x, *other_velocity_y;  ///< before the sort
    float *heading_x, *heading_y;
    std::uint32_t *id, *other_id;
    std::uint32_t* cells;   ///< one an agent
    std::uint32_t* starts;  ///< columns * columns + 1
    std::uint32_t columns;  ///< of cells a radius wide, in a square from (0, 0) on, with one around it
};

/// One tick.
using GridTick = void (*)(GridFlock&);

/// One way to compile it.
struct GridLoop {
    const char* name;
    const char* flags;
    unsigned vector_bits;  ///< of the widest vectors of its instruction set
    bool ieee;             ///< no -ffast-math
    GridTick flock, flock_of_pairs, avoid, orca;
};

extern const GridLoop grid_loop_o3, grid_loop_avx2_fast, grid_loop_avx512_fast;

}  // namespace wend::bench

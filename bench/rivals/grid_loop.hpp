// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// A flock as a good engineer writes it without intrinsics: counting sort into cells, the neighbours of an
/// agent are three contiguous runs, floats.
namespace wend::bench {

/// Agents in the order of cells, which they are brought into again in every tick, so that memory is read in
/// its order. Separation (smooth), alignment and cohesion of one radius, all around, or avoidance of the
/// nearest approach, and the locomotion; or ORCA about the velocity that they have.
struct GridFlock {
    std::size_t count;
    float radius, separation_weight, alignment_weight, cohesion_weight;
    float horizon, orca_horizon, clearance;  ///< of avoidance: two body radii
    float max_force, max_speed, dt;
    // Each with room for a vector more.
    float *x, *y, *velocity_x, *velocity_y;                          ///< now
    float *other_x, *other_y, *other_velocity_x, *other_velocity_y;  ///< before the sort
    float *heading_x, *heading_y;
    std::uint32_t *id, *other_id;
    std::uint32_t* cells;         ///< one an agent
    std::uint32_t* starts;        ///< columns * rows + 2
    std::uint32_t columns, rows;  ///< of a square from (0, 0) on, with a radius around it
};

/// Columns a radius: narrow ones keep few agents out of reach in a run.
inline constexpr std::uint32_t columns_a_radius = 4;
/// Agents that a loop may read beyond the last.
inline constexpr std::size_t grid_padding = 16;

/// One tick.
using GridTick = void (*)(GridFlock&);

}  // namespace wend::bench

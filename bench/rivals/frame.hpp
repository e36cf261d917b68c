// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "bench/support/world.hpp"

/// What the rivals over separate arrays work on, and what a unit of them hands out.
///
/// Units are compiled for newer processors than the rest. Nothing in this header, nor in theirs, is an inline
/// function that the linker could take from them for everybody.
namespace wend::bench::rivals {

/// Floats of a node's record: its position, the unit vector to the next node, the distance there, the curve's
/// offset, a spare one, and the bits of an int32: where the next node's record begins.
enum Field : std::int32_t {
    node_x,
    node_y,
    tangent_x,
    tangent_y,
    length,
    offset,
    spare,
    next,
    record_floats
};

/// Plain arrays, one element an agent; null where the kernel does without.
struct Streams {
    std::int32_t agents;
    float *position_x, *position_y, *velocity_x, *velocity_y;
    float *moved_x, *moved_y, *turned_x,
        *turned_y;  ///< positions and velocities to write, where others still look at the old ones
    float* wander_angle;
    float *target_x, *target_y;
    const float *target_velocity_x, *target_velocity_y;
    const std::int32_t* target_agent;
    float *walk_x, *walk_y;
    float* seconds_left;
    const float* speed;

    float* distance;       ///< into the segment
    std::int32_t* record;  ///< where the node's, or segment's, record begins
    double* travelled;     ///< from the path's start
    const std::int32_t* path;
    std::int32_t* node;  ///< of the path

    const float* records;
    const float *nodes_x, *nodes_y;     ///< of all paths, in order
    const std::int32_t *first, *count;  ///< a path: its first node, and how many
    const double* starts;               ///< a node: the distance from its path's start
    const double* totals;               ///< a path: its length, closed
};

/// One tick of all agents.
using Frame = void (*)(const Streams& streams, const World& world, std::uint32_t tick);

/// What a unit can do; null where it cannot. `follow_plain` and `follow` do the same with path and node
/// arrays, and with node records.
struct Loops {
    Frame wander, seek, flee, arrive, pursue, pursue_agent, retarget, weighted, prioritised, approach, follow,
        follow_plain, advance, advance_shaped;
};

}  // namespace wend::bench::rivals

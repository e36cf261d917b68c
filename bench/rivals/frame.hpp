// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "bench/cases/kernel.hpp"
#include "bench/rivals/world.hpp"

/// The data of the rivals over separate arrays, and the functions that a unit of them provides. Units are
/// compiled for newer processors than the rest: neither this header nor theirs defines an inline function,
/// which the linker could take from a unit for the whole program.
namespace wend::bench::rivals {

/// Floats of a node's record: its position, the unit vector and the distance to the next node, the curve's
/// offset, and the bits of two int32, the indices of the previous and the next node's record.
enum Field : std::int32_t {
    node_x,
    node_y,
    tangent_x,
    tangent_y,
    length,
    offset,
    previous,
    next,
    record_floats
};

/// Plain arrays, one element an agent; null where the kernel does not use them.
struct Streams {
    std::int32_t agents;
    float *position_x, *position_y, *velocity_x, *velocity_y;
    float *moved_x, *moved_y, *turned_x,
        *turned_y;  ///< outputs of kernels that read the old positions and velocities of others
    float* wander_angle;
    float *target_x, *target_y;
    const float *target_velocity_x, *target_velocity_y;
    const float *other_target_x, *other_target_y, *other_target_velocity_x, *other_target_velocity_y;
    const float *offset_x, *offset_y;
    const float *external_force_x, *external_force_y;
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

/// An agent as an engine may keep it, x and y side by side.
struct Boat {
    float x, y, velocity_x, velocity_y;
    float mass, hull, crew, course;
};

/// One tick of seek over an array of structs, without bounds.
using StructFrame = void (*)(Boat* boats, const float* target_x, const float* target_y, std::int32_t agents,
                             const World& world);

/// A unit's loop for a kernel.
struct Loop {
    Kernel kernel;
    Frame frame;
};

/// The loops of a unit, in any order; behind the last one the frames are null. Path following reads node
/// records; `follow_plain` reads path and node arrays. It and `seek_structs` are null where a unit has none.
struct Loops {
    Loop of[named_kernel_count];
    Frame follow_plain = nullptr;
    StructFrame seek_structs = nullptr;
};

}  // namespace wend::bench::rivals

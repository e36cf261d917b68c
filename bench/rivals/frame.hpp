// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "bench/cases/kernel_id.hpp"
#include "bench/rivals/grid_loop.hpp"
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
    const float* records;  ///< of all paths, in order
    float *kept_x, *kept_y, *kept_tangent_x, *kept_tangent_y, *kept_length,
        *kept_offset;  ///< the fields of the agent's record, beside the agent
    const struct ObstacleGrid* obstacles;
};

/// One tick of all agents.
using Frame = void (*)(const Streams& streams, const World& world, std::uint32_t tick);

/// The agent of an engine that keeps x and y side by side.
struct Boat {
    float x, y, velocity_x, velocity_y;
    float mass, hull, crew, course;
};

/// One tick of seek over an array of structs, without bounds.
using StructFrame = void (*)(Boat* boats, const float* target_x, const float* target_y, std::int32_t agents,
                             const World& world);

/// A unit's loop for a kernel, of which there are several forms.
struct Loop {
    KernelId kernel = KernelId::wander;
    Frame frame = nullptr;    ///< null of a loop over a grid
    GridTick grid = nullptr;  ///< null of others
    const char* form = "";    ///< the end of the rival's name
};

/// The loops of an object, in any order; behind the last one all are null.
struct Loops {
    Loop of[64];
    StructFrame seek_structs = nullptr;
    // Of crowds that have no kernel's name.
    GridTick flock_of_pairs = nullptr, avoid = nullptr, avoid_by_power_law = nullptr, social_force = nullptr,
             resolve_overlaps = nullptr, orca = nullptr;
};

}  // namespace wend::bench::rivals

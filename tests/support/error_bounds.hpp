// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "support/oracle.hpp"
#include "wend/wend.hpp"

/// The error bounds of the public headers, in units of 2^-24 of the largest term unless stated otherwise
/// (kernels/docs/math.md, "Error bounds").
namespace wend::test {

inline constexpr double wander_bound = 8;      // wander.hpp
inline constexpr double angle_bound = 4;       // wander.hpp
inline constexpr double seek_bound = 4;        // seek.hpp, and flee, arrive, path_follow, retarget_wander
inline constexpr double locomotion_bound = 6;  // locomotion.hpp: in addition to the error of the forces
inline constexpr double turn_rate_bound = 4;   // locomotion.hpp: added by the option
inline constexpr double min_speed_bound = 2;   // locomotion.hpp: added by the option
inline constexpr double retarget_target_bound = 2;  // retarget_wander.hpp
inline constexpr double seconds_bound = 2;          // retarget_wander.hpp, approach.hpp: in units of 2^-53
inline constexpr double waypoint_bound = 3;         // waypoint_advance.hpp
inline constexpr double waypoint_shape_bound = 4;   // waypoint_advance.hpp: with an ease or an offset
inline constexpr double waypoint_power_bound = 1;   // waypoint_advance.hpp: in addition, per unit of power
inline constexpr double heading_bound = 64;         // waypoint_advance.hpp: in units of 2^-24 radians
inline constexpr double waypoint_s_bound = 1e-4;    // waypoint_advance.hpp: of the segment's length
inline constexpr double approach_bound =
    8;  // approach.hpp: walk-to point, position, velocity; the step, of its length
inline constexpr double approach_angle_bound = 8;  // approach.hpp: in units of 2^-24 radians

/// The error bound of a stage's force, and that of the locomotion's options beyond its own.
[[nodiscard]] inline double force_bound(const Stage& stage) {
    if (is_force(stage)) return force_oracles().at(stage.index()).bound;
    const auto* locomotion = std::get_if<Locomotion>(&stage);
    if (locomotion == nullptr) return 0;
    return (locomotion->max_turn_rate ? turn_rate_bound : 0) + (locomotion->min_speed ? min_speed_bound : 0);
}

/// The error bound of a program's velocities, positions and steps.
[[nodiscard]] inline double motion_bound(const Program& program) {
    double bound = locomotion_bound;
    for (const Stage& stage : program.stages()) bound += force_bound(stage);
    return bound;
}

}  // namespace wend::test

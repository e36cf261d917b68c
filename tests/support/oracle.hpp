// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "support/population.hpp"

/// What an agent's next state should be, in double precision with the standard library's functions, written from the formulas and
/// not from the kernels. Starts from the float state of one tick and looks one tick ahead.
///
/// Errors are counted in units of 2^-24 of a `scale`: the largest magnitude among the result and the terms that it was summed
/// from, both components of a vector together.
namespace wend::test {

/// Half the spacing of floats at 1: the unit that errors are counted in.
inline constexpr double error_unit = 0x1p-24;

/// Within that part of the scale of a threshold, the kernel's branch is as good as the oracle's.
inline constexpr double branch_margin = 1e-5;

struct OracleVector {
    double x = 0;
    double y = 0;
    double scale = 0;
};

struct OracleMotion {
    OracleVector velocity;
    OracleVector position;
    double wander_angle = 0;        ///< modulo a turn
    double wander_angle_scale = 0;  ///< 0: no stage wrote it
    double period_x = 0;            ///< position is modulo these, where not 0
    double period_y = 0;
    bool may_flip_x = false;        ///< a wall too near to say whether the velocity's component is flipped
    bool may_flip_y = false;
};

/// One tick of forces and locomotion for the agent in `slot`; `id` keys its draws.
[[nodiscard]] OracleMotion oracle_motion(const Program& program, const Population& start, std::size_t slot,
                                         std::uint32_t id, const Ticks& ticks);

struct OracleWaypoint {
    OracleVector position;
    double s = 0;              ///< distance from the path's start
    double s_tolerance = 0;    ///< the double's own resolution where the step is many laps long
    std::int32_t direction = 1;
    bool may_turn = false;     ///< an end too near to say whether the direction is flipped
};

/// One tick of waypoint advance for the agent in `slot`, whose path is not -1.
[[nodiscard]] OracleWaypoint oracle_waypoint(const WaypointAdvance& advance, const Population& start, std::size_t slot, float dt);

/// Where an agent at `location` is shown: eased and offset as the stage says (segments without an offset of
/// their own), at the float u = distance / length, because a power below 1 has no finite slope at the nodes.
[[nodiscard]] OracleVector oracle_point(const WaypointAdvance& advance, std::size_t path, const PathLocation& location);

/// The distance from 0 of `difference` modulo `period` (0: none).
[[nodiscard]] double distance_modulo(double difference, double period);

}  // namespace wend::test

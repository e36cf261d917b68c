// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "support/oracle_vector.hpp"
#include "support/population.hpp"

/// What an agent's next state should be, in double precision with the standard library's functions, written
/// from the formulas and not from the kernels. Starts from the float state of one tick and looks one tick
/// ahead.
///
/// Errors are counted in units of 2^-24 of a `scale`: the largest magnitude among the result and the terms
/// that it was summed from, both components of a vector together.
namespace wend::test {

struct OracleMotion {
    OracleVector velocity;
    OracleVector position;
    double wander_angle = 0;        ///< modulo a turn
    double wander_angle_scale = 0;  ///< 0: no stage wrote it
    double period_x = 0;            ///< position is modulo these, where not 0
    double period_y = 0;
    bool may_flip_x = false;  ///< a wall too near to say whether the velocity's component is flipped
    bool may_flip_y = false;
    OracleVector step;  ///< displacement before wrap or bounce
};

/// One tick of forces and locomotion for the agent in `slot`; `id` keys its draws.
[[nodiscard]] OracleMotion oracle_motion(const Program& program, const Population& start, std::size_t slot,
                                         std::uint32_t id, const Ticks& ticks);

struct OracleWaypoint {
    OracleVector position;
    double s = 0;            ///< distance from the path's start
    double s_tolerance = 0;  ///< the double's own resolution where the step is many laps long
    std::int32_t direction = 1;
    bool may_turn = false;  ///< an end too near to say whether the direction is flipped
};

/// One tick of waypoint advance for the agent in `slot`, whose path is not -1.
[[nodiscard]] OracleWaypoint oracle_waypoint(const WaypointAdvance& advance, const Population& start,
                                             std::size_t slot, float dt);

/// Whether the stage eases, or leads aside on any segment.
[[nodiscard]] bool is_shaped(const WaypointAdvance& advance);

/// Where an agent at `location` is shown: eased and offset as the stage or the segment says, at the float u =
/// distance / length, because a power below 1 has no finite slope at the nodes.
[[nodiscard]] OracleVector oracle_point(const WaypointAdvance& advance, std::size_t path,
                                        const PathLocation& location);

struct OracleProgress {
    std::uint32_t node = 0;
    std::int32_t direction = 1;
    std::uint32_t finished = 0;
    bool operator==(const OracleProgress&) const = default;
};

/// How far along its path the agent in `slot` is after a tick, were the nodes' circles of that radius.
[[nodiscard]] OracleProgress oracle_progress(const PathFollow& follow, const Population& start,
                                             std::size_t slot, double radius);

struct OracleDecision {
    OracleVector target;
    double seconds_left = 0;
    double seconds_scale = 0;
    std::uint32_t decision = 0;
    bool picked = false;
};

/// What retarget wander decides for the agent in `slot`.
[[nodiscard]] OracleDecision oracle_decision(const RetargetWander& wander, const Population& start,
                                             std::size_t slot, std::uint32_t id, const Ticks& ticks);

struct OracleApproach {
    OracleVector position;
    OracleVector velocity;
    OracleVector walk;
    double seconds_left = 0;
    double seconds_scale = 0;
    std::uint32_t decision = 0;
    std::uint32_t arrived = 0;
    bool picked = false;
    bool straight = false;  ///< what was picked is the target
    double step = 0;        ///< what was picked otherwise: its distance
    double step_scale = 0;  ///< that, or without its jitter where that is more
    double angle = 0;       ///< and its angle from the way to the target, left positive
    int comparisons = 0;
    int close_calls = 0;  ///< of these, how many are too close to say: there the oracle follows `after`
};

/// One tick of approach for the agent in `slot`, which the kernel has brought to `after`.
[[nodiscard]] OracleApproach oracle_approach(const Approach& approach, const Population& start,
                                             const Population& after, std::size_t slot, std::uint32_t id,
                                             const Ticks& ticks);

/// The distance from 0 of `difference` modulo `period` (0: none).
[[nodiscard]] double distance_modulo(double difference, double period);

}  // namespace wend::test

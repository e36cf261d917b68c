// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "support/oracle_vector.hpp"
#include "support/population.hpp"

/// An agent's expected next state, in double precision with the standard library's functions, written
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
    bool may_flip_x = false;  ///< a wall too near to decide whether the velocity's component is flipped
    bool may_flip_y = false;
    bool may_point_anywhere =
        false;          ///< an option takes a direction from a velocity that is too short, or straight back
    OracleVector step;  ///< displacement before wrap or bounce
};

/// One agent at a tick's start, as the oracles of forces read it.
struct OracleAgent {
    const Population& population;
    std::size_t slot;
    const Locomotion& locomotion;
    std::uint32_t id;  ///< keys its draws
    const Ticks& ticks;

    template <Stream S>
    [[nodiscard]] double read() const {
        return as_read(population.get<S>(slot));
    }
    template <Stream S>
    [[nodiscard]] double limit(const std::optional<float>& value) const {
        return value ? as_read(*value) : read<S>();
    }
    [[nodiscard]] double max_force() const { return limit<Stream::max_force>(locomotion.max_force); }
    [[nodiscard]] double max_speed() const { return limit<Stream::max_speed>(locomotion.max_speed); }
    [[nodiscard]] double mass() const { return limit<Stream::mass>(locomotion.mass); }
    [[nodiscard]] OracleVector position() const {
        return of_terms(read<Stream::position_x>(), read<Stream::position_y>(), 0);
    }
    [[nodiscard]] OracleVector velocity() const {
        return of_terms(read<Stream::velocity_x>(), read<Stream::velocity_y>(), 0);
    }
    /// A pair of float streams that the stage's parameters name.
    [[nodiscard]] OracleVector read_vector(Stream x, Stream y) const {
        const auto component = [&](Stream stream) {
            float value = 0;
            std::memcpy(&value, population.data(stream) + slot * sizeof value, sizeof value);
            return as_read(value);
        };
        return of_terms(component(x), component(y), 0);
    }
    [[nodiscard]] OracleVector position_of(const Target& target) const {
        if (target.point) return of_terms(as_read(target.point->x), as_read(target.point->y), 0);
        const TargetFamily family = target_family(target.streams);
        return read_vector(family.x, family.y);
    }
    /// Whether the stage acts on the agent.
    [[nodiscard]] bool has_stage(std::size_t stage) const {
        return !population.has(Stream::stages) || (population.get<Stream::stages>(slot) >> stage & 1) != 0;
    }
};

/// The force that turns the velocity into `max_speed` towards `aim`, or away from it with sign -1; within the
/// slowing radius the desired speed falls linearly.
[[nodiscard]] OracleVector oracle_seek(const OracleAgent& agent, const OracleVector& aim, double sign = 1,
                                       double slowing_radius = 0);

/// The oracle of a force, from tests/kernels/forces: `OracleOf<S>` at namespace scope adds it to the table
/// that oracle_motion looks up, with the bound that the public header states.
struct ForceOracle {
    std::function<OracleVector(const Stage&, const OracleAgent&)> force;
    double bound = 0;  ///< units of 2^-24 of the largest term
};
[[nodiscard]] std::map<std::size_t, ForceOracle>& force_oracles();

template <class S>
struct OracleOf {
    OracleOf(OracleVector (*force)(const S&, const OracleAgent&), double bound) {
        force_oracles()[stage_kind<S>] = {[force](const Stage& stage, const OracleAgent& agent) {
                                              return force(std::get<S>(stage), agent);
                                          },
                                          bound};
    }
};

/// One tick of forces and locomotion for the agent in `slot`; `id` keys its draws.
[[nodiscard]] OracleMotion oracle_motion(const Program& program, const Population& start, std::size_t slot,
                                         std::uint32_t id, const Ticks& ticks);

struct OracleWaypoint {
    OracleVector position;
    double s = 0;            ///< distance from the path's start
    double s_tolerance = 0;  ///< the double's own resolution where the step is many laps long
    std::int32_t direction = 1;
    bool may_turn = false;  ///< an end too near to decide whether the direction is flipped
};

/// One tick of waypoint advance for the agent in `slot`, whose path is not -1.
[[nodiscard]] OracleWaypoint oracle_waypoint(const WaypointAdvance& advance, const Population& start,
                                             std::size_t slot, float dt);

/// Whether the stage has an ease, or an offset on any segment.
[[nodiscard]] bool is_shaped(const WaypointAdvance& advance);

/// The point of an agent at `location`: eased and offset by the stage or the segment, at the float u =
/// distance / length, because a power below 1 has no finite slope at the nodes.
[[nodiscard]] OracleVector oracle_point(const WaypointAdvance& advance, std::size_t path,
                                        const PathLocation& location);

struct OracleProgress {
    std::uint32_t node = 0;
    std::int32_t direction = 1;
    std::uint32_t finished = 0;
    bool operator==(const OracleProgress&) const = default;
};

/// The progress of the agent in `slot` along its path after a tick. `margin`: relative, added to the radius
/// of nodes and to the distance beyond their finish lines.
[[nodiscard]] OracleProgress oracle_progress(const PathFollow& follow, const Population& start,
                                             std::size_t slot, double margin = 0);

struct OracleDecision {
    OracleVector target;
    long double seconds_left = 0;
    double seconds_scale = 0;
    std::uint32_t decision = 0;
    bool picked = false;
};

/// The decision of retarget wander for the agent in `slot`.
[[nodiscard]] OracleDecision oracle_decision(const RetargetWander& wander, const Population& start,
                                             std::size_t slot, std::uint32_t id, const Ticks& ticks);

struct OracleApproach {
    OracleVector position;
    OracleVector velocity;
    OracleVector walk;
    long double seconds_left = 0;
    double seconds_scale = 0;
    std::uint32_t decision = 0;
    std::uint32_t arrived = 0;
    bool picked = false;
    bool straight = false;  ///< the target was picked
    double step = 0;        ///< otherwise the distance of the picked point
    double step_scale = 0;  ///< that, or without its jitter where that is more
    double angle = 0;       ///< and its angle from the way to the target, left positive
    int comparisons = 0;
    int close_calls =
        0;  ///< the number of these that are too close to decide: there the oracle follows `after`
};

/// One tick of approach for the agent in `slot`, which the kernel has brought to `after`.
[[nodiscard]] OracleApproach oracle_approach(const Approach& approach, const Population& start,
                                             const Population& after, std::size_t slot, std::uint32_t id,
                                             const Ticks& ticks);

/// The distance from 0 of `difference` modulo `period` (0: none).
[[nodiscard]] double distance_modulo(double difference, double period);

}  // namespace wend::test

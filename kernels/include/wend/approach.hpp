// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "wend/export.hpp"
#include "wend/path.hpp"
#include "wend/status.hpp"

namespace wend {

/// A homing walk that staggers less the nearer it is: a biased random walk (Codling, Plank, Benhamou, "Random
/// walk models in biology", J. R. Soc. Interface 2008) of straight legs whose length and spread of direction
/// shrink with the distance to the target.
///
///     d     = |target - p|
///     step  = clamp(step_fraction * d, min_step, max_step)
///     if step > d:  next = target
///     fov   = lerp(0, max_fov, clamp(d, 0, aggro_radius) / aggro_radius) / 2
///     angle = uniform in [0, fov), left or right with equal chance (one draw: its top bit is the side)
///     next  = p + rotate(unit(target - p) * step, +-angle)
///
/// A tick that starts on the walk-to point picks the next one; the agent walks straight at it at `speed`; a
/// tick that reaches it stops there (what is left of the step is dropped). On its target an agent stands, and
/// decides nothing. With `step_jitter` the step is multiplied by a uniform factor in [1 - step_jitter, 1 +
/// step_jitter) and clamped again; with `repick_interval` the agent picks again after that many seconds even
/// on the way. Draws belong to (seed, id, decision number): the frame rate changes nothing, and `plan` gives
/// the same chain.
///
/// Streams: target_* (read), position_*, walk_* (starts as the position), decision (state), seconds_left
/// (state, with repick_interval), speed (>= 0; a stream or the value here); outputs where bound: velocity_*,
/// arrived. Every chain ends at a target that stands still. Error, in units of 2^-24 (kernels/docs/math.md):
/// walk-to point, position and velocity within 8 of the largest term, of which the step's length within 8 of
/// itself, its angle within 8 of a radian; seconds_left within 2 of the largest term.
///
/// | parameter       | range             |
/// |-----------------|-------------------|
/// | step_fraction   | [2^-20, 1]        |
/// | min_step        | [2^-60, max_step] |
/// | max_step        | [min_step, 1e18]  |
/// | max_fov         | [0, 2 pi / 3) radians, the full cone |
/// | aggro_radius    | [2^-60, 1e18]     |
/// | step_jitter     | [0, 1)            |
/// | repick_interval | [2^-60, 1e18] seconds |
/// | speed           | [0, 1e18]         |
struct Approach {
    float step_fraction = 0.5f;
    float min_step = 1;
    float max_step = 10;
    float max_fov = 1.57079633f;
    float aggro_radius = 30;
    float step_jitter = 0;
    std::optional<float> repick_interval{};
    std::optional<float> speed{};
};

/// The whole chain of walk-to points of one agent.
struct ApproachPlan {
    std::vector<Point> points;  ///< the start first, then every walk-to point; exactly the floats of the walk
    bool complete = false;      ///< the last point is the target; false when `max_points` was hit
};

/// Picks the chain in advance, for a target that stands still: the very points that the walk with the same
/// seed, id and first decision number visits (without repick_interval, which is ignored). `max_points` (at
/// least 1) counts the start. A start or target that is not finite or beyond 1e18 is refused; a chain that
/// would leave that range ends there, not complete. Give `points` to a curve (wend/curve.hpp) for a smooth
/// line to walk on.
[[nodiscard]] WEND_API Expected<ApproachPlan> plan(const Approach& approach, Point start, Point target,
                                                   std::uint64_t seed, std::uint32_t id,
                                                   std::uint32_t first_decision = 0,
                                                   std::uint32_t max_points = 1024);

}  // namespace wend

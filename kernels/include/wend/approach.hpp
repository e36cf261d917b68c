// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "wend/export.hpp"
#include "wend/parameter.hpp"
#include "wend/path.hpp"
#include "wend/status.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// A biased random walk that straightens near its target (Codling, Plank, Benhamou, "Random walk models in
/// biology", J. R. Soc. Interface 2008): straight legs, whose length and spread of direction shrink with the
/// distance to the target.
///
///     d     = |target - p|
///     step  = clamp(step_fraction * d, min_step, max_step)
///     if step > d:  next = target
///     fov   = lerp(0, max_fov, clamp(d, 0, aggro_radius) / aggro_radius) / 2
///     angle = uniform in [0, fov), left or right with equal chance (one draw: its top bit is the side)
///     next  = p + rotate(unit(target - p) * step, +-angle)
///
/// A tick that starts on the walk-to point picks the next one; the agent walks straight to it at `speed`; a
/// tick that reaches it stops there (the rest of the step is dropped). On its target an agent stands and
/// draws nothing. With `step_jitter` the step is multiplied by a uniform factor in [1 - step_jitter, 1 +
/// step_jitter) and clamped again; with `repick_interval` the agent picks again after that many seconds even
/// on the way: the k-th time within a tick of k intervals after its last pick on a walk-to point. Draws
/// depend on (seed, id, decision number), not on the frame rate, and `plan_approach` gives the same chain.
///
/// Streams: target_* (read), position_*, walk_* (starts as the position), decision (state), seconds_left
/// (state, with repick_interval), speed (>= 0; a stream or the value here); outputs where bound: velocity_*,
/// arrived. Every chain ends at a target that stands still. Error, in units of 2^-24 (kernels/docs/math.md):
/// walk-to point, position and velocity within 8 of the largest term, of which the step's length within 8 of
/// itself, its angle within 8 of a radian; seconds_left (double) within 2 units of 2^-53 of the largest term.
struct Approach {
    /// Length of a leg as a part of the distance to the target; smaller gives more legs.
    float step_fraction = 0.5f;
    /// Shortest leg; from nearer, agents walk to the target; larger ends the walk sooner; at most max_step.
    float min_step = 1;  ///< m
    /// Longest leg; larger turns less often far from the target.
    float max_step = 10;  ///< m
    /// Full angle of the cone that directions are drawn from; larger strays more.
    float max_fov = 1.57079633f;  ///< rad
    /// Within it the cone narrows with the distance; larger straightens the walk earlier.
    float aggro_radius = 30;  ///< m
    /// Legs vary in length by up to this factor; larger is less regular.
    float step_jitter = 0;
    /// A new leg is picked after this time even on the way; shorter turns more often; not set: only at the
    /// end of a leg.
    std::optional<float> repick_interval{};  ///< s
    /// Walking speed; larger moves faster; not set: the stream.
    std::optional<float> speed{};  ///< m/s

    static constexpr std::string_view name = "approach";
    /// Also, min_step <= max_step.
    template <class S = Approach>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"step_fraction", &S::step_fraction, Range{0x1p-20f, 1}},
                          Parameter{"min_step", &S::min_step, positive, Unit::metre},
                          Parameter{"max_step", &S::max_step, positive, Unit::metre},
                          // The full cone: below 2 pi / 3 every step leads nearer.
                          Parameter{"max_fov", &S::max_fov, Range{0, 0x1.0c1524p+1f, true}, Unit::radian},
                          Parameter{"aggro_radius", &S::aggro_radius, positive, Unit::metre},
                          Parameter{"step_jitter", &S::step_jitter, Range{0, 1, true}},
                          Parameter{"repick_interval", &S::repick_interval, positive, Unit::second},
                          Parameter{"speed", &S::speed, not_negative, Unit::metre_per_second}};
    }
    [[nodiscard]] constexpr StreamUses streams() const {
        StreamUses uses = all_streams();
        if (!repick_interval) uses.written &= ~stream_set(Stream::seconds_left);
        if (speed) uses.given_as_value = stream_set(Stream::speed);
        return uses;
    }
    static constexpr StreamUses all_streams() {
        return {.read = target_streams,
                .written = position_streams |
                           stream_set(Stream::walk_x, Stream::walk_y, Stream::decision, Stream::seconds_left),
                .stream_or_value = stream_set(Stream::speed),
                .output = velocity_streams | stream_set(Stream::arrived)};
    }
};

/// The whole chain of walk-to points of one agent.
struct ApproachPlan {
    std::vector<Point> points;  ///< m: the start, then every walk-to point; exactly the floats of the walk
    bool complete = false;      ///< the last point is the target; false when `max_points` was hit
};

/// Picks the chain in advance, for a target at rest: exactly the points that the walk with the same seed, id
/// and first decision number visits (repick_interval is ignored). `max_points` (at least 1) counts the start.
/// A start or target that is not finite or beyond 1e18 is refused; a chain that would leave that range ends
/// there, not complete. Give `points` to a curve (wend/curve.hpp) for a smooth line to walk on.
[[nodiscard]] WEND_API Expected<ApproachPlan> plan_approach(const Approach& approach, Point start,
                                                            Point target, std::uint64_t seed,
                                                            std::uint32_t id,
                                                            std::uint32_t first_decision = 0,
                                                            std::uint32_t max_points = 1024);

}  // namespace wend

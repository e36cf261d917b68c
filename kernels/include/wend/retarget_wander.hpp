// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/rectangle.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Seek of a random target, uniform in a rectangle and never outside it, that changes every `interval`
/// seconds.
///
/// The targets depend only on (seed, id, decision number), not on the frame rate. With `random_phase` the
/// first target is kept for a uniform part of the interval.
///
/// seconds_left (double) starts at 0. The k-th target is chosen in the tick that begins within dt after k
/// intervals, after any number of ticks (1e7 are tested); if dt is longer than an interval, in every tick.
/// Error: force as seek; targets within 2 units of 2^-24 of the rectangle's largest coordinate, seconds_left
/// within 2 units of 2^-53 of the largest term (kernels/docs/math.md).
struct RetargetWander {
    /// Time between targets; longer gives longer straight runs.
    float interval = 1;  ///< s
    /// The rectangle of the targets; larger spreads the agents farther.
    Rectangle area;  ///< m
    /// True: the first interval is random, so that agents do not turn at the same time.
    bool random_phase = false;
    /// Factor of the force; larger turns to the target sooner.
    float weight = 1;

    static constexpr std::string_view name = "retarget_wander";
    template <class S = RetargetWander>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"interval", &S::interval, positive, Unit::second},
                          Parameter{"area", &S::area, any_number, Unit::metre},
                          Parameter{"random_phase", &S::random_phase},
                          Parameter{"weight", &S::weight, any_number}};
    }
    static constexpr StreamUses streams() {
        return {.read = position_streams | velocity_streams,
                .written = target_streams | stream_set(Stream::seconds_left, Stream::decision),
                .stream_or_value = stream_set(Stream::max_speed)};
    }
};

}  // namespace wend

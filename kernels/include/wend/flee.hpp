// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

namespace wend {

/// Steering force away from a target at full speed (Reynolds, GDC 1999, "flee"): seek's desired velocity,
/// turned round.
///
///     force = unit(position - target) * max_speed - velocity            at the target: -velocity
///
/// Streams: position_*, velocity_*, target_* (read), max_speed (a stream or the locomotion's value).
/// Parameter weight: [-1e18, 1e18]. Error: within 4 units of 2^-24 of the largest term
/// (kernels/docs/math.md).
struct Flee {
    float weight = 1;
};

}  // namespace wend

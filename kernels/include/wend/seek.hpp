// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

namespace wend {

/// Steering force towards a target at full speed (Reynolds, GDC 1999, "seek", with the sign put right).
///
///     force = unit(target - position) * max_speed - velocity            at the target: -velocity
///
/// Streams: position_*, velocity_*, target_* (read), max_speed (a stream or the locomotion's value).
/// Nearer than 2^-60 in both components the desired speed falls linearly to 0 (the price of having no
/// branch). Parameter weight: [-1e18, 1e18]; the force is multiplied by it before the composition
/// (wend/locomotion.hpp). Error: within 4 units of 2^-24 of the largest term (kernels/docs/math.md).
struct Seek {
    float weight = 1;
};

}  // namespace wend

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

namespace wend {

/// Seek that slows down on the way in (Reynolds, GDC 1999, "arrival").
///
///     force = unit(target - position) * max_speed * min(1, distance / slowing_radius) - velocity
///
/// Streams: position_*, velocity_*, target_* (read), max_speed (a stream or the locomotion's value).
/// Error: within 4 units of 2^-24 of the largest term (kernels/docs/math.md).
///
/// | parameter      | range         |
/// |----------------|---------------|
/// | slowing_radius | [2^-60, 1e18] |
/// | weight         | [-1e18, 1e18] |
struct Arrive {
    float slowing_radius = 10;
    float weight = 1;
};

}  // namespace wend

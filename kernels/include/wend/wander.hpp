// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

namespace wend {

/// The plane in which the circle of wander lies.
enum class WanderFrame : std::uint8_t { world, heading };

/// Steering force of an aimless walk (Reynolds, "Steering Behaviors For Autonomous Characters", GDC 1999,
/// "wander").
///
///     force = circle_distance * unit(velocity) + circle_radius * (cos a, sin a)
///     a    += (u - 1/2) * angle_change          u uniform in [0, 1), drawn for (seed, id, tick, purpose wander)
///
/// The force uses the angle from before its change. In frame `heading` the circle's point is rotated by
/// unit(velocity) (by (1, 0) at rest). With `reference_dt` the change is scaled by sqrt(dt / reference_dt):
/// the walk's spread then does not depend on the frame rate, which scaling by dt (OpenSteer, gdx-ai, Yuka)
/// does not achieve.
///
/// Streams: velocity_x, velocity_y (read), wander_angle (state, radians).
/// Error: force within 8 units of 2^-24 of the largest of its terms' lengths (circle_distance, circle_radius,
/// the result); angle within 4 units (kernels/docs/math.md).
///
/// | parameter       | range          |
/// |-----------------|----------------|
/// | circle_distance | [-1e18, 1e18]  |
/// | circle_radius   | [-1e18, 1e18]  |
/// | angle_change    | [0, 1000] radians; a scaled change is capped at 1000 |
/// | reference_dt    | [2^-60, 1e18] seconds |
/// | weight          | [-1e18, 1e18]  |
struct Wander {
    float circle_distance = 10;
    float circle_radius = 5;
    float angle_change = 1;
    WanderFrame frame = WanderFrame::world;
    std::optional<float> reference_dt{};
    float weight = 1;
};

}  // namespace wend

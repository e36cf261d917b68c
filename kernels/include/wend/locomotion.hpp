// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

namespace wend {

/// What happens at the edge of the world.
enum class Bounds : std::uint8_t { none, wrap, bounce };

/// An axis-aligned rectangle [min_x, max_x) x [min_y, max_y).
struct Rectangle {
    float min_x = 0, max_x = 0, min_y = 0, max_y = 0;
};

/// How the weighted forces become one.
enum class Composition : std::uint8_t {
    sum,         ///< added, left to right in the order of the stages
    prioritised  ///< in order, while max_force lasts: a force that fits what is left is added whole, the
                 ///< first that does not is truncated to it
};

/// The vehicle model in which every force ends (Reynolds, GDC 1999, "simple vehicle model"); one a program,
/// its last stage.
///
///     F  = truncate(composition of the weighted forces, max_force)
///     v' = truncate(v + F * (dt / mass), max_speed)
///     p' = p + v' * dt
///
/// then the bounds. `wrap`: floored modulo into [min, max). `bounce`: the position is folded by the triangle
/// wave, and the velocity's component is flipped when an odd number of walls was crossed; any step is legal,
/// far longer than the box too.
///
/// max_force, max_speed and mass are a value here or a stream of the view; both, or neither, is an error.
///
/// Streams: position_*, velocity_* (state).
/// Error: velocity and position within 6 units of 2^-24 of the largest term (kernels/docs/math.md).
///
/// | parameter            | range                            |
/// |----------------------|----------------------------------|
/// | max_force, max_speed | [0, 1e18]                        |
/// | mass                 | [1e-18, 1e18]                    |
/// | area                 | min < max, |coordinate| <= 1e18  |
struct Locomotion {
    Composition composition = Composition::sum;
    std::optional<float> max_force{};
    std::optional<float> max_speed{};
    std::optional<float> mass{};
    Bounds bounds = Bounds::none;
    Rectangle area{};  ///< read unless bounds is none
};

}  // namespace wend

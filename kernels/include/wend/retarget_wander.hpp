// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "wend/locomotion.hpp"

namespace wend {

/// An aimless walk from target to target: every `interval` seconds a new one, uniform in a rectangle, and
/// seek of it.
///
/// The targets depend on (seed, id, decision number) alone, so that the frame rate changes none of them. With
/// `random_phase` the first target is kept for a uniform part of the interval, so that a population that
/// starts together does not turn together.
///
/// Streams: position_*, velocity_* (read), target_*, seconds_left (starts at 0), decision (state), max_speed
/// (a stream or the locomotion's value). Error: force as seek; targets within 2 units of 2^-24 of the
/// rectangle's largest coordinate, seconds_left within 2 of the largest term (kernels/docs/math.md).
///
/// | parameter | range                           |
/// |-----------|---------------------------------|
/// | interval  | [2^-60, 1e18] seconds           |
/// | area      | min < max, |coordinate| <= 1e18 |
/// | weight    | [-1e18, 1e18]                   |
struct RetargetWander {
    float interval = 1;
    Rectangle area;
    bool random_phase = false;
    float weight = 1;
};

}  // namespace wend

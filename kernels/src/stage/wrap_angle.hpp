// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "constants/angle_constants.hpp"
#include "stage/contract.hpp"

namespace wend::detail {

/// Angles, which are read within [-pi, pi].
inline constexpr StreamSet angle_streams =
    stream_set(Stream::orientation, Stream::target_orientation, Stream::wander_angle);

/// An angle from outside [-pi, pi], wrapped in double; others, and NaN, as they are. Rare, since stages
/// store angles inside.
[[nodiscard]] inline float wrap_angle(float a) {
    const float magnitude = a < 0 ? -a : a;
    if (!(magnitude > pi_f)) return a;
    const double n = (static_cast<double>(a) * inverse_turn + round_d) - round_d;
    const double r = (static_cast<double>(a) - n * turn_high) - n * turn_low;
    const auto wrapped = static_cast<float>(r);
    return magnitude > far_angle_limit || wrapped > pi_f || wrapped < -pi_f ? 0.0f : wrapped;
}

}  // namespace wend::detail

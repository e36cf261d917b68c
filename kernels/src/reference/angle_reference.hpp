// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "constants/angle_constants.hpp"
#include "reference/reference.hpp"

namespace wend::detail::reference {

struct SineCosine {
    float sine;
    float cosine;
};

/// For an angle in [-pi/2, pi/2].
[[nodiscard]] inline SineCosine sine_cosine(float h) {
    const float z = h * h;

    float p = z * sin_9;
    p = sin_7 + p;
    p = z * p;
    p = sin_5 + p;
    p = z * p;
    p = sin_3 + p;
    p = z * p;
    p = h * p;

    float q = z * cos_10;
    q = cos_8 + q;
    q = z * q;
    q = cos_6 + q;
    q = z * q;
    q = cos_4 + q;
    q = z * q;
    q = cos_2 + q;
    q = z * q;

    return {h + p, 1.0f + q};
}

/// The angle wrapped to [-pi_f, pi_f].
[[nodiscard]] inline float wrap_angle(float angle) {
    if (magnitude(angle) <= pi_f) return angle;
    if (magnitude(angle) > far_angle_limit) return 0;
    const double a = static_cast<double>(angle);
    const double turns = a * inverse_turn;
    const double n = (turns + round_d) - round_d;
    const double high = n * turn_high;
    const double low = n * turn_low;
    const double r = (a - high) - low;
    const float wrapped = static_cast<float>(r);
    return magnitude(wrapped) > pi_f ? 0.0f : wrapped;
}

/// A sum of two such angles, in [-pi_f, pi_f).
[[nodiscard]] inline float within_turn(float sum) {
    if (sum >= pi_f) return sum - two_pi_f;
    if (sum < -pi_f) return sum + two_pi_f;
    return sum;
}

/// For t in [-tan(pi/8), tan(pi/8)].
[[nodiscard]] inline float arctangent(float t) {
    const float z = t * t;
    float p = z * atan_9;
    p = atan_7 + p;
    p = z * p;
    p = atan_5 + p;
    p = z * p;
    p = atan_3 + p;
    p = z * p;
    p = t * p;
    return t + p;
}

/// The angle of a vector that is not 0.
[[nodiscard]] inline float angle_of(Vector v) {
    const float x = magnitude(v.x);
    const float y = magnitude(v.y);
    const float longer = x < y ? y : x;
    const float shorter = x < y ? x : y;
    float angle;
    if (longer * tan_pi_8_f < shorter)
        angle = quarter_pi_f + arctangent((shorter - longer) / (shorter + longer));
    else
        angle = arctangent(shorter / longer);
    if (x < y) angle = half_pi_f - angle;
    if (v.x < 0) angle = pi_f - angle;
    return v.y < 0 ? -angle : angle;
}

}  // namespace wend::detail::reference

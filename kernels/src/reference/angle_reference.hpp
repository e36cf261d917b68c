// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "constants/angle_constants.hpp"

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

}  // namespace wend::detail::reference

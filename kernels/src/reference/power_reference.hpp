// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>

#include "constants/power_constants.hpp"

namespace wend::detail::reference {

/// For a positive, normal number.
[[nodiscard]] inline float log2_of(float x) {
    const std::int32_t i = std::bit_cast<std::int32_t>(x) - half_root_bits;
    const std::int32_t k = i >> 23;
    const float m = std::bit_cast<float>((i & mantissa_bits) + half_root_bits);
    const float r = m - 1.0f;

    float p = log2_8;
    for (const float coefficient : {log2_7, log2_6, log2_5, log2_4, log2_3, log2_2, log2_1, log2_0}) {
        const float product = r * p;
        p = coefficient + product;
    }
    const float rest = r * p;
    return static_cast<float>(k) + rest;
}

/// For an exponent in [-power_limit, power_limit].
[[nodiscard]] inline float exp2_of(float t) {
    const float n = (t + power_round) - power_round;
    const float g = t - n;

    float q = exp2_6;
    for (const float coefficient : {exp2_5, exp2_4, exp2_3, exp2_2, exp2_1, 1.0f}) {
        const float product = g * q;
        q = coefficient + product;
    }
    const std::uint32_t shift = static_cast<std::uint32_t>(static_cast<std::int32_t>(n)) << 23;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(q) + shift);
}

/// ((1 - u) / u)^power for u in (0, 1), limited to [2^-126, 2^126].
[[nodiscard]] inline float power_of_odds(float u, float power) {
    const float odds = (1.0f - u) / u;
    float t = power * log2_of(odds);
    if (t > power_limit) t = power_limit;
    if (t < -power_limit) t = -power_limit;
    return exp2_of(t);
}

/// 1 / (1 + ((1 - u) / u)^power)
[[nodiscard]] inline float sigmoid(float u, float power) {
    if (u <= 0) return 0;
    if (u >= 1) return 1;
    return 1.0f / (1.0f + power_of_odds(u, power));
}

}  // namespace wend::detail::reference

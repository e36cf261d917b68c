// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// The constants of kernels/docs/math.md, "Waypoint advance", sigmoid, shared by kernels and references.
namespace wend::detail {

// log2(1 + r) = r*P on [sqrt(1/2) - 1, sqrt(2) - 1], P = log2_0 + r*(log2_1 + r*(... + r*log2_8)). Sollya:
// fpminimax(log2(1+x)/x, [|0,1,2,3,4,5,6,7,8|], [|SG...|], [sqrt(1/2)-1; sqrt(2)-1], floating, relative);
// relative error 0.49 * 2^-24.
inline constexpr float log2_0 = 0x1.715476p+0f;
inline constexpr float log2_1 = -0x1.71547p-1f;
inline constexpr float log2_2 = 0x1.ec736ep-2f;
inline constexpr float log2_3 = -0x1.715c5p-2f;
inline constexpr float log2_4 = 0x1.26dcd2p-2f;
inline constexpr float log2_5 = -0x1.e9655ap-3f;
inline constexpr float log2_6 = 0x1.b93f92p-3f;
inline constexpr float log2_7 = -0x1.a812e2p-3f;
inline constexpr float log2_8 = 0x1.027af6p-3f;

// 2^g = 1 + g*Q on [-1/2, 1/2], Q = exp2_1 + g*(exp2_2 + g*(... + g*exp2_6)). Sollya:
// fpminimax(2^x, [|0,1,2,3,4,5,6|], [|SG...|], [-0.5; 0.5], floating, relative), whose constant is 1;
// relative error 0.06 * 2^-24.
inline constexpr float exp2_1 = 0x1.62e43p-1f;
inline constexpr float exp2_2 = 0x1.ebfbd8p-3f;
inline constexpr float exp2_3 = 0x1.c6af78p-5f;
inline constexpr float exp2_4 = 0x1.3b30bp-7f;
inline constexpr float exp2_5 = 0x1.5f0a66p-10f;
inline constexpr float exp2_6 = 0x1.3f9068p-13f;

inline constexpr std::int32_t half_root_bits = 0x3f3504f3;  ///< sqrt(1/2)
inline constexpr std::int32_t mantissa_bits = 0x7fffff;
inline constexpr float power_round =
    0x1.8p+23f;  ///< (t + power_round) - power_round rounds to an integer, |t| < 2^22
inline constexpr float steepest_bell = 0x1p20f;  ///< limit of the slope of a sigmoid bell, for headings
inline constexpr float power_limit = 126;        ///< limit of exponents: 2^t stays a normal number

}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

/// The constants of kernels/docs/math.md, "Wander" and "Orient", shared by kernels and references.
namespace wend::detail {

// sin(h) = h + h*(z*P), cos(h) = 1 + z*Q on |h| <= pi/2, z = h*h; errors 8.2e-9 and 4.4e-10. By Sollya's
// fpminimax(sin(x)/x, [|2,4,6,8|], [|SG...|], [2^-30; 1.570797], floating, absolute, 1), and cos(x) with
// [|2,4,6,8,10|].
inline constexpr float sin_3 = -0x1.55554ep-3f;
inline constexpr float sin_5 = 0x1.110f24p-7f;
inline constexpr float sin_7 = -0x1.9f7d66p-13f;
inline constexpr float sin_9 = 0x1.5e6d1ep-19f;
inline constexpr float cos_2 = -0.5f;
inline constexpr float cos_4 = 0x1.55555p-5f;
inline constexpr float cos_6 = -0x1.6c14bap-10f;
inline constexpr float cos_8 = 0x1.9f939ep-16f;
inline constexpr float cos_10 = -0x1.1972dep-22f;

// atan(t) = t + t*(z*P) on |t| <= tan(pi/8), z = t*t; error 8.1e-9. By Sollya's
// fpminimax(atan(x)/x, [|2,4,6,8|], [|SG...|], [2^-20; 0.41421357], floating, relative, 1).
inline constexpr float atan_3 = -0x1.555454p-2f;
inline constexpr float atan_5 = 0x1.9924dap-3f;
inline constexpr float atan_7 = -0x1.1c380cp-3f;
inline constexpr float atan_9 = 0x1.49e74cp-4f;
inline constexpr float tan_pi_8_f = 0x1.a8279ap-2f;
inline constexpr float half_pi_f = 0x1.921fb6p+0f;
inline constexpr float quarter_pi_f = 0x1.921fb6p-1f;

// A turn in float, its inverse, and its split for n up to 2^12.
inline constexpr float two_pi_f = 0x1.921fb6p+2f;
inline constexpr float inverse_turn_f = 0x1.45f306p-3f;
inline constexpr float turn_high_f = 0x1.92p+2f;
inline constexpr float turn_low_f = 0x1.fb5444p-10f;
inline constexpr float round_f = 0x1.8p+23f;  ///< (x + round_f) - round_f rounds to an integer, |x| < 2^22

// The same in double, for the caller's angles: n * turn_high is exact up to n = 2^27.
inline constexpr double inverse_turn = 0x1.45f306dc9c883p-3;
inline constexpr double turn_high = 0x1.921fb58p+2;
inline constexpr double turn_low = -0x1.dde973dcb3b3ap-25;
inline constexpr double round_d = 0x1.8p+52;
inline constexpr float far_angle_limit = 0x1p29f;  ///< beyond, the float's own spacing exceeds a turn

}  // namespace wend::detail

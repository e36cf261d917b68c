// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

// Parts of a linear program's largest term (kernels/docs/math.md, "ORCA").
namespace wend::detail {

/// More than the roundings on one line.
inline constexpr double program_rounding = 0x1p-44;

/// More than the tolerance of a whole program.
inline constexpr double program_slack = 0x1p-37;

/// Of the difference of two directions that count as one.
inline constexpr double square_of_one_direction = 0x1p-80;

/// A vector that is rounded to floats grows by no more than the inverse.
inline constexpr double inside_disc = 1 - 0x1p-23;

}  // namespace wend::detail

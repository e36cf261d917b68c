// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

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

/// Of an agent, so many obstacles are considered.
inline constexpr std::uint32_t most_near_obstacles = 32;

/// An obstacle that reaches out of a nearer one's half-plane by this part of its radius is covered by it.
inline constexpr double covered_part = 0x1p-10;

}  // namespace wend::detail

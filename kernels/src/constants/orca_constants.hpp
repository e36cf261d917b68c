// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

namespace wend::detail {

/// The largest cross product of directions of lines that count as parallel.
inline constexpr float parallel_lines = 0x1p-17f;

}  // namespace wend::detail

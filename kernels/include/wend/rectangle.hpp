// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

namespace wend {

/// An axis-aligned rectangle [min_x, max_x) x [min_y, max_y). As a parameter: min < max, and each side finite
/// in float.
struct Rectangle {
    float min_x = 0, min_y = 0, max_x = 0, max_y = 0;  ///< m
};

}  // namespace wend

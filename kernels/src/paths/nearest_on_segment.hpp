// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "paths/path_data.hpp"

namespace wend::detail {

/// A place on a segment, and the squared distance from it.
struct NearestPlace {
    double along;  ///< m into the segment
    double squared_distance;
};

/// The place nearest to a point on the first `length` metres of a segment.
[[nodiscard]] inline NearestPlace nearest_on_segment(const SegmentRecord& segment, double length, double x,
                                                     double y) {
    const double dx = x - static_cast<double>(segment.node_x);
    const double dy = y - static_cast<double>(segment.node_y);
    const auto tx = static_cast<double>(segment.tangent_x), ty = static_cast<double>(segment.tangent_y);
    const double along = dx * tx + dy * ty;
    const double t = along < 0 ? 0 : along > length ? length : along;
    const double away_x = dx - tx * t, away_y = dy - ty * t;
    return {t, away_x * away_x + away_y * away_y};
}

}  // namespace wend::detail

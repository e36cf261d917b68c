// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "obstacles/obstacle_data.hpp"
#include "reference/reference.hpp"

// Occluders (kernels/docs/math.md, "Neighbours"): each of them, for each pair of agents.
namespace wend::detail::reference {

/// Twice the signed area of the triangle of a point and two ends, which are given as seen from the point.
inline float area_of(Vector one, Vector other) {
    const float along = one.x * other.y;
    const float across = one.y * other.x;
    return along - across;
}
inline Vector from_to(Vector from, Vector to) { return {to.x - from.x, to.y - from.y}; }

inline bool intervals_meet(float a, float b, float c, float d) {
    return std::max(a, b) >= std::min(c, d) && std::min(a, b) <= std::max(c, d);
}

inline bool wall_hides(Vector from, Vector to, Vector p, Vector q) {
    if (!intervals_meet(from.x, to.x, p.x, q.x) || !intervals_meet(from.y, to.y, p.y, q.y)) return false;
    const Vector from_p = from_to(p, from), to_p = from_to(p, to);
    const Vector from_q = from_to(q, from), to_q = from_to(q, to);
    const float one = area_of(from_p, from_q), other = area_of(to_p, to_q);
    if ((one > 0 && other > 0) || (one < 0 && other < 0)) return false;
    const float of_p = area_of(from_p, to_p), of_q = area_of(from_q, to_q);
    return (of_p > 0 && of_q < 0) || (of_p < 0 && of_q > 0);
}

inline bool circle_hides(Vector center, float radius, Vector p, Vector q) {
    const Vector a = from_to(center, p), b = from_to(center, q), way = from_to(p, q);
    const float square = radius * radius;
    if (squared_length(a.x, a.y) < square || squared_length(b.x, b.y) < square) return true;
    if (!(dot(a, way) < 0 && dot(b, way) > 0)) return false;
    const float bound = radius * std::sqrt(squared_length(way.x, way.y));
    return magnitude(area_of(a, way)) < bound && magnitude(area_of(b, way)) < bound;
}

/// Whether one of them hides p and q from each other.
inline bool hidden(const ObstacleSet& occluders, Vector p, Vector q) {
    for (const Obstacle& one : ObstacleDataAccess::data(occluders).obstacles) {
        const Vector from = {one.from_x, one.from_y}, to = {one.to_x, one.to_y};
        if (one.radius > 0 ? circle_hides(from, one.radius, p, q) : wall_hides(from, to, p, q)) return true;
    }
    return false;
}

/// The step to the image that is the nearest; 0 in a world of width 0, which does not wrap.
inline float step_to_image(float from, float to, float width) {
    const float d = to - from;
    const float half = width * 0.5f;
    if (width == 0) return 0;
    return d > half ? -width : d < -half ? width : 0;
}

/// Whether the agent at p does not see the one at q, in a world of that size.
inline bool hidden(const ObstacleSet& occluders, Vector p, Vector q, float width, float height) {
    const float x = step_to_image(p.x, q.x, width), y = step_to_image(p.y, q.y, height);
    if (x == 0 && y == 0) return hidden(occluders, p, q);
    return hidden(occluders, p, {q.x + x, q.y + y}) || hidden(occluders, {p.x - x, p.y - y}, q);
}

}  // namespace wend::detail::reference

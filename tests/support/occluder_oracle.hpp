// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "support/oracle_vector.hpp"
#include "wend/obstacles.hpp"

/// Lines of sight in double precision: by distances, not by the signs of areas.
namespace wend::test {

struct LineOfSight {
    bool hidden = false;   ///< for certain
    bool unclear = false;  ///< so near an obstacle's border that either answer is right
};

namespace occluder_oracle {

struct Segment {
    double from_x, from_y, to_x, to_y;
};

inline double distance(double x, double y, const Segment& of) {
    const double way_x = of.to_x - of.from_x, way_y = of.to_y - of.from_y;
    const double square = way_x * way_x + way_y * way_y;
    const double along =
        square > 0 ? std::clamp(((x - of.from_x) * way_x + (y - of.from_y) * way_y) / square, 0.0, 1.0) : 0;
    return std::hypot(of.from_x + along * way_x - x, of.from_y + along * way_y - y);
}

/// Of an end of one of them from the other one.
inline double least_end_distance(const Segment& a, const Segment& b) {
    return std::min({distance(a.from_x, a.from_y, b), distance(a.to_x, a.to_y, b),
                     distance(b.from_x, b.from_y, a), distance(b.to_x, b.to_y, a)});
}

/// Whether they have a common point inside, by where it is along both.
inline bool cross(const Segment& a, const Segment& b) {
    const double ax = a.to_x - a.from_x, ay = a.to_y - a.from_y;
    const double bx = b.to_x - b.from_x, by = b.to_y - b.from_y;
    const double both = ax * by - ay * bx;
    if (both == 0) return false;
    const double x = b.from_x - a.from_x, y = b.from_y - a.from_y;
    const double along_a = (x * by - y * bx) / both, along_b = (x * ay - y * ax) / both;
    return along_a > 0 && along_a < 1 && along_b > 0 && along_b < 1;
}

}  // namespace occluder_oracle

/// Whether obstacles hide two points from each other; within `blur` metres it is a matter of roundings.
inline LineOfSight line_of_sight(const ObstacleSet& occluders, const OracleVector& from,
                                 const OracleVector& to, double blur) {
    using namespace occluder_oracle;
    const Segment line{from.x, from.y, to.x, to.y};
    LineOfSight sight;
    for (std::size_t i = 0; i < occluders.size(); ++i) {
        const Obstacle one = occluders.obstacle(i);
        const Segment wall{static_cast<double>(one.from_x), static_cast<double>(one.from_y),
                           static_cast<double>(one.to_x), static_cast<double>(one.to_y)};
        if (one.radius > 0) {
            const double gap = distance(wall.from_x, wall.from_y, line) - static_cast<double>(one.radius);
            sight.hidden |= gap < -blur;
            sight.unclear |= std::abs(gap) <= blur;
        } else if (least_end_distance(line, wall) <= blur) {
            sight.unclear = true;
        } else {
            sight.hidden |= cross(line, wall);
        }
    }
    if (sight.hidden) sight.unclear = false;
    return sight;
}

}  // namespace wend::test

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <tuple>

#include "wend/obstacles.hpp"
#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Keeps agents within polygons by soft walls, and brings those outside back (Reynolds, GDC 1999,
/// "containment").
///
/// A place is inside if an odd number of the set's polygons surround it: polygons within others are holes,
/// and islands in them. Circles and open walls do not count. The predicted position is q = position +
/// velocity * prediction; the nearest point of all sides counts, of equally near ones that of the side added
/// first. With n the unit vector between the two that points inwards, and d the distance, negative outside:
///
///     force = clamp((margin - d) / margin, 0, 1) * (max_speed - velocity.n) n
///
/// The force is 0 deeper inside, without a component along a side. A set of other obstacles alone is refused.
/// Error: 16 units of 2^-24 of the largest term, positions over the margin included, where roundings do not
/// decide which point is nearest, nor its direction (kernels/docs/math.md).
struct PolygonContainment {
    /// Its polygons; those within others are holes, and islands in them.
    ObstacleSet obstacles{};
    /// Width of the soft wall; larger turns back earlier and more gently.
    float margin = 10;  ///< m
    /// How far ahead the position is predicted; larger turns earlier.
    float prediction = 1;  ///< s
    /// Factor of the force; larger turns back more sharply.
    float weight = 1;

    static constexpr std::string_view name = "polygon_containment";
    template <class S = PolygonContainment>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"obstacles", &S::obstacles},
                          Parameter{"margin", &S::margin, positive, Unit::metre},
                          Parameter{"prediction", &S::prediction, not_negative, Unit::second},
                          Parameter{"weight", &S::weight, any_number}};
    }
    static constexpr StreamUses streams() {
        return {.read = position_streams | velocity_streams,
                .stream_or_value = stream_set(Stream::max_speed)};
    }
};

}  // namespace wend

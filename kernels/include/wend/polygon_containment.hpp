// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <tuple>

#include "wend/obstacles.hpp"
#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Keeps away from the sides of polygons before they are met, and comes back from outside: soft walls
/// (Reynolds, GDC 1999, "containment").
///
/// Inside is what an odd number of the set's polygons surround, so that polygons within others are holes, and
/// islands in them; circles and walls that are not closed do not count. Looked at is where the agent is to be
/// after `prediction` seconds, q = position + velocity * prediction, and the nearest point of the sides,
/// wherever it is; of equally near ones that of the side that was added first. With n the unit vector along
/// the way between the two that leads inwards, and d the distance, which outside counts below 0:
///
///     force = clamp((margin - d) / margin, 0, 1) * (max_speed - velocity.n) n
///
/// 0 deeper inside, and no force along a side. Where polygons cross or touch, inside is still odd. Without a
/// polygon there is no force. Error: 16 units of 2^-24 of the largest term, places over the margin included,
/// where roundings do not decide which point is the nearest, nor its direction (kernels/docs/math.md).
struct PolygonContainment {
    ObstacleSet obstacles{};
    float margin = 10;
    float prediction = 1;
    float weight = 1;

    static constexpr std::string_view name = "polygon_containment";
    static constexpr auto parameters() {
        return std::tuple{
            Parameter{"obstacles", &PolygonContainment::obstacles},
            Parameter{"margin", &PolygonContainment::margin, positive, Unit::metre},
            Parameter{"prediction", &PolygonContainment::prediction, not_negative, Unit::second},
            Parameter{"weight", &PolygonContainment::weight, any_number}};
    }
    static constexpr StreamUses streams() {
        return {.read = position_streams | velocity_streams,
                .stream_or_value = stream_set(Stream::max_speed)};
    }
};

}  // namespace wend

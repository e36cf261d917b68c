// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>

#include "obstacles/obstacle_data.hpp"
#include "reference/reference.hpp"
#include "wend/polygon_containment.hpp"

// kernels/docs/math.md, "Containment in polygons": every agent and every side, without a grid.
namespace wend::detail::reference {
namespace {

/// A side relative to a place.
struct Side {
    Vector from, to;  // relative to the place
    Vector along;
    float turned;  // above 0: the place is on the left
    float foot;
    float square;

    Side(const Obstacle& one, Vector place)
        : from{one.from_x - place.x, one.from_y - place.y},
          to{one.to_x - place.x, one.to_y - place.y},
          along{one.to_x - one.from_x, one.to_y - one.from_y},
          turned(-cross(along, from)),
          foot(-dot(from, along)),
          square(squared_length(along.x, along.y)) {}

    /// Whether y increases along the side; for horizontal sides, whether x decreases.
    [[nodiscard]] bool rises() const { return along.y > 0 || (along.y == 0 && along.x < 0); }
    /// Whether the place is on the left of the side, seen upwards.
    [[nodiscard]] bool left_of_rise() const { return rises() ? turned > 0 : turned < 0; }

    [[nodiscard]] float per_length() const {
        return 1.0f / std::sqrt(max_keep_nan(square, squared_length_floor));
    }
    [[nodiscard]] float squared_distance() const {
        if (foot <= 0) return squared_length(from.x, from.y);
        if (foot >= square) return squared_length(to.x, to.y);
        const float distance = turned * per_length();
        return distance * distance;
    }
};

/// Whether a ray to greater x meets the side.
bool meets_ray(const Obstacle& one, Vector place) {
    return (one.from_y > place.y) != (one.to_y > place.y) && Side(one, place).left_of_rise();
}

/// From the nearest point of a side to the place: a unit vector and the distance.
struct Away {
    Vector normal;
    float distance;
};
Away away_from(const Side& side) {
    if (side.foot <= 0 || side.foot >= side.square) {
        const Vector end = side.foot <= 0 ? side.from : side.to;
        const float square = squared_length(end.x, end.y);
        if (square >= squared_length_floor) {
            const float length = std::sqrt(square);
            const float per_length = 1.0f / length;
            return {{-(end.x * per_length), -(end.y * per_length)}, length};
        }
    }
    const float k = side.left_of_rise() == side.rises() ? side.per_length() : -side.per_length();
    return {{-(side.along.y * k), side.along.x * k}, magnitude(side.turned) * side.per_length()};
}

}  // namespace

template <>
StageResult run<PolygonContainment>(const StageInput& in, StageOutput& out) {
    const PolygonContainment& stage = in.stage<PolygonContainment>();
    const float per_margin = 1.0f / stage.margin;
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Motion motion(in, slot);
        if (motion.bad()) return false;
        const float ahead_x = motion.velocity.x * stage.prediction;
        const float ahead_y = motion.velocity.y * stage.prediction;
        const Vector place = {motion.position.x + ahead_x, motion.position.y + ahead_y};
        const Obstacle* nearest = nullptr;
        float least = std::numeric_limits<float>::infinity();
        bool inside = false;
        for (const Obstacle& one : ObstacleDataAccess::data(stage.obstacles).obstacles) {
            if (!one.of_polygon) continue;
            inside = inside != meets_ray(one, place);
            const float square = Side(one, place).squared_distance();
            if (!(square < least)) continue;
            least = square;
            nearest = &one;
        }
        if (nearest == nullptr) return add_force(in, out, slot, {0, 0});
        const Away away = away_from(Side(*nearest, place));
        const Vector n = inside ? away.normal : Vector{-away.normal.x, -away.normal.y};
        const float depth = inside ? away.distance : -away.distance;
        const float part = (stage.margin - depth) * per_margin;
        if (!(part > 0)) return add_force(in, out, slot, {0, 0});
        const float share = part > 1 ? 1.0f : part;
        const float push = share * (motion.max_speed - dot(motion.velocity, n));
        return add_force(in, out, slot, {n.x * push, n.y * push});
    });
}

}  // namespace wend::detail::reference

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "obstacles/obstacle_lanes.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/seek/kernel.hpp"
#include "wend/polygon_containment.hpp"

namespace wend::detail {
namespace {

/// Sides of polygons as seen from places, one of either a lane or one in all of them (kernels/docs/math.md,
/// "Containment in polygons").
template <class A>
class SeenSides {
    using F = Floats<A>;

  public:
    SeenSides(const ObstacleLanes<A>& side, const F& x, const F& y)
        : from_x_(side.from_x - x),
          from_y_(side.from_y - y),
          to_x_(side.to_x - x),
          to_y_(side.to_y - y),
          along_x_(side.to_x - side.from_x),
          along_y_(side.to_y - side.from_y),
          turned_(along_y_ * from_x_ - along_x_ * from_y_) {}

    /// Whether a ray from the place to greater x meets the side, where one of its ends alone is above the
    /// place.
    [[nodiscard]] FloatMask<A> is_right_of_place() const {
        const FloatMask<A> up = along_y_ > F(0);
        return (up && (turned_ > F(0))) || (!up && (turned_ < F(0)));
    }

    [[nodiscard]] F squared_distance() const {
        const F length2 = squared_length(along_x_, along_y_);
        const F foot = F(0) - (from_x_ * along_x_ + from_y_ * along_y_);
        const F of_line = turned_ * scale_to(F(1), length2, F(squared_length_floor));
        const F before_end = select(foot >= length2, squared_length(to_x_, to_y_), of_line * of_line);
        return select(foot <= F(0), squared_length(from_x_, from_y_), before_end);
    }

    /// From the nearest point to the place: a unit vector, and how long the way is.
    F away(F& x, F& y) const {
        const F length2 = squared_length(along_x_, along_y_);
        const F foot = F(0) - (from_x_ * along_x_ + from_y_ * along_y_);
        const FloatMask<A> at_from = foot <= F(0);
        const F end_x = select(at_from, from_x_, to_x_);
        const F end_y = select(at_from, from_y_, to_y_);
        const F end2 = squared_length(end_x, end_y);
        const FloatMask<A> at_end = (at_from || (foot >= length2)) && (end2 >= F(squared_length_floor));
        const F per_end = scale_to(F(1), end2, F(squared_length_floor));
        const F per_length = scale_to(F(1), length2, F(squared_length_floor));
        const FloatMask<A> rises = (along_y_ > F(0)) || ((along_y_ == F(0)) && (along_x_ < F(0)));
        // A point on the line counts as on the right of its way up.
        const FloatMask<A> left = (turned_ > F(0)) || ((turned_ == F(0)) && !rises);
        const F k = select(left, per_length, F(0) - per_length);
        x = select(at_end, F(0) - end_x * per_end, F(0) - along_y_ * k);
        y = select(at_end, F(0) - end_y * per_end, along_x_ * k);
        return select(at_end, sqrt(end2), as_floats(magnitude_bits(turned_)) * per_length);
    }

  private:
    F from_x_, from_y_, to_x_, to_y_;  ///< less the place
    F along_x_, along_y_;
    F turned_;  ///< above 0: the place is on the left
};

/// Containment in polygons. First each agent finds the nearest side, many at a time, and whether it is
/// inside; then a vector of agents computes its forces.
template <class A>
class Kernel<A, PolygonContainment> {
    using F = Floats<A>;
    using I = Ints<A>;

  public:
    using Prepared = NothingPrepared;
    static constexpr bool pipelined = false;

    Kernel(const StageInput& in, StageOutput&)
        : data_(ObstacleDataAccess::data(in.stage<PolygonContainment>().obstacles)),
          margin_(in.stage<PolygonContainment>().margin),
          prediction_(in.stage<PolygonContainment>().prediction),
          per_margin_(1 / margin_) {}

    void enter_group(const StageInput&, StageOutput&, std::size_t) {}

    template <Reading reading>
    void force(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, AgentBatch<A>& q,
               const Prepared&) {
        read_position(in, reader, slot, q);
        for (int w = 0; w < batch_vectors; ++w) {
            const F max_speed = read_max_speed<A>(in, reader, vector_slot(slot, w), w);
            // Those at fault search nothing.
            const std::uint32_t looking = bits(is_legal<A>(q.position_x[w]) && is_legal<A>(q.position_y[w]) &&
                                               is_legal<A>(q.velocity_x[w]) && is_legal<A>(q.velocity_y[w]));
            contain(q, w, max_speed, looking);
        }
    }

    void store_state(const StageInput&, StageOutput&, std::size_t, std::uint64_t) const {}

  private:
    void contain(AgentBatch<A>& q, int w, const F& max_speed, std::uint32_t looking) const {
        const F x = q.position_x[w] + q.velocity_x[w] * F(prediction_);
        const F y = q.position_y[w] + q.velocity_y[w] * F(prediction_);
        alignas(64) float xs[lanes<A>];
        alignas(64) float ys[lanes<A>];
        alignas(64) float inwards[lanes<A>];
        write(xs, x);
        write(ys, y);
        write(inwards, F(1));
        ChosenObstacles<A> nearest;  // NaN where there is no force
        bool any_near = false;
        constexpr float nan = std::numeric_limits<float>::quiet_NaN();
        for (std::size_t lane = 0; lane < lanes<A>; ++lane) {
            nearest.set(lane, {nan, nan, nan, nan, nan});
            if ((looking >> lane & 1) == 0) continue;
            const std::int32_t index = find(xs[lane], ys[lane], inwards[lane]);
            if (index < 0) continue;
            nearest.set(lane, data_.obstacles[static_cast<std::size_t>(index)]);
            any_near = true;
        }
        q.force_x[w] = q.force_y[w] = F(0);
        if (!any_near) return;
        const SeenSides<A> side(ObstacleLanes<A>::from(nearest, 0), x, y);
        F nx, ny;
        const F distance = side.away(nx, ny);
        const F sign = load<A>(inwards);
        nx = nx * sign;
        ny = ny * sign;
        const F part = (F(margin_) - distance * sign) * F(per_margin_);
        const F along = q.velocity_x[w] * nx + q.velocity_y[w] * ny;
        const F push = min_skip_nan(part, F(1)) * (max_speed - along);
        q.force_x[w] = select(part > F(0), nx * push, F(0));
        q.force_y[w] = select(part > F(0), ny * push, F(0));
    }

    /// The nearest side, and 1 in `inwards` where the place is inside, else -1; -1: no side acts. Places deep
    /// inside are many, and have no side within the margin.
    [[gnu::noinline]] std::int32_t find(float x, float y, float& inwards) const {
        if (data_.obstacles.empty()) return -1;
        // The circles grow, since a side within one of them is the nearest, whatever lies farther.
        float radius = margin_ * 0x1p-4f;
        for (; radius <= margin_; radius *= 4)
            if (const std::int32_t index = find_within(radius, x, y); index >= 0) {
                inwards = is_inside(x, y) ? 1.0f : -1.0f;
                return index;
            }
        if (is_inside(x, y)) return -1;
        inwards = -1;
        for (; radius < component_limit; radius *= 4)
            if (const std::int32_t index = find_within(radius, x, y); index >= 0) return index;
        return find_anywhere(x, y);
    }

    /// Whether a ray from the place to greater x meets an odd number of sides.
    bool is_inside(float x, float y) const {
        const ObstacleGrid& grid = data_.grid;
        const double column = (static_cast<double>(x) - grid.origin_x) * grid.inverse_edge;
        const double row = (static_cast<double>(y) - grid.origin_y) * grid.inverse_edge;
        if (!(row >= 0 && row < static_cast<double>(grid.rows))) return false;
        if (!(column < static_cast<double>(grid.columns))) return false;
        const std::size_t first_cell =
            static_cast<std::size_t>(static_cast<std::int64_t>(row) * grid.columns);
        const std::size_t end = data_.first[first_cell + static_cast<std::size_t>(grid.columns)];
        // Each side once: those of the place's cell, and those that begin in a later one of the row.
        std::uint32_t odd = 0;
        std::size_t later = data_.first[first_cell];
        if (column >= 0) {
            const std::size_t cell = first_cell + static_cast<std::size_t>(column);
            later = data_.first[cell + 1];
            odd = odd_lanes(x, y, data_.first[cell], later, 0);
        }
        odd ^= odd_lanes(x, y, later, end, 1);
        for (const int half : {8, 4, 2, 1}) odd ^= odd >> half;
        return (odd & 1) != 0;
    }

    /// In which lanes the ray meets an odd number of the sides [begin, end), of those of a `side` above the
    /// least.
    std::uint32_t odd_lanes(float x, float y, std::size_t begin, std::size_t end, std::int32_t least) const {
        std::uint32_t odd = 0;
        for (std::size_t at = begin; at < end; at += lanes<A>) {
            const ObstacleLanes<A> sides = ObstacleLanes<A>::from(data_, at);
            const std::uint32_t one_end_above = bits(sides.from_y > F(y)) ^ bits(sides.to_y > F(y));
            const std::uint32_t counts = bits(greater(load<A>(data_.side.data() + at), I(least)));
            const std::uint32_t right = bits(SeenSides<A>(sides, F(x), F(y)).is_right_of_place());
            const std::uint32_t here = end - at < lanes<A> ? (1u << (end - at)) - 1 : all_lanes<A>;
            odd ^= one_end_above & counts & right & here;
        }
        return odd;
    }

    std::int32_t find_within(float radius, float x, float y) const {
        NearestObstacle<A> nearest;
        const double at_x = static_cast<double>(x), at_y = static_cast<double>(y);
        for_each_near_way<A>(data_, at_x, at_y, at_x, at_y, static_cast<double>(radius),
                             [&](std::size_t at) { look(x, y, at, nearest); });
        return nearest.index_within(radius * radius);
    }
    std::int32_t find_anywhere(float x, float y) const {
        NearestObstacle<A> nearest;
        for (std::size_t at = 0; at < data_.first.back(); at += lanes<A>) look(x, y, at, nearest);
        return nearest.index_within(std::numeric_limits<float>::max());
    }

    void look(float x, float y, std::size_t at, NearestObstacle<A>& nearest) const {
        const F squared = SeenSides<A>(ObstacleLanes<A>::from(data_, at), F(x), F(y)).squared_distance();
        const IntMask<A> no_side = load<A>(data_.side.data() + at) == I(0);
        nearest.add(nan_where(no_side, squared), as_ints(load<A>(data_.index.data() + at)));
    }

    const ObstacleData& data_;
    float margin_, prediction_, per_margin_;
};

}  // namespace
}  // namespace wend::detail

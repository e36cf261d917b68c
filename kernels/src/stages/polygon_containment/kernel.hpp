// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "obstacles/nearest_obstacles.hpp"
#include "obstacles/obstacle_data.hpp"
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

/// Containment in polygons. First the agents of a batch find their nearest sides, by pairs of agents and
/// sides, and whether they are inside; then a vector of agents computes its forces.
template <class A>
class Kernel<A, PolygonContainment> {
    using F = Floats<A>;
    using I = Ints<A>;

  public:
    using Prepared = NothingPrepared;
    static constexpr bool pipelined = false;

    Kernel(const StageInput& in, StageOutput&)
        : index_(*ObstacleDataAccess::data(in.stage<PolygonContainment>().obstacles).near),
          nearest_(index_),
          margin_(in.stage<PolygonContainment>().margin),
          prediction_(in.stage<PolygonContainment>().prediction),
          per_margin_(1 / margin_) {}

    void enter_group(const StageInput&, StageOutput&, std::size_t) {}

    template <Reading reading>
    void force(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, AgentBatch<A>& q,
               const Prepared&) {
        read_position(in, reader, slot, q);
        F max_speed[batch_vectors], x[batch_vectors], y[batch_vectors];
        std::uint32_t looking[batch_vectors], acting[batch_vectors];
        for (int w = 0; w < batch_vectors; ++w) {
            max_speed[w] = read_max_speed<A>(in, reader, vector_slot(slot, w), w);
            x[w] = q.position_x[w] + q.velocity_x[w] * F(prediction_);
            y[w] = q.position_y[w] + q.velocity_y[w] * F(prediction_);
            // Those at fault search nothing.
            looking[w] = acting[w] =
                index_.next_free.empty()
                    ? 0
                    : bits(is_legal<A>(q.position_x[w]) && is_legal<A>(q.position_y[w]) &&
                           is_legal<A>(q.velocity_x[w]) && is_legal<A>(q.velocity_y[w]));
            nearest_.set(w, x[w], y[w], F(0), F(0));
            q.force_x[w] = q.force_y[w] = F(0);
        }
        alignas(64) float inwards[agents];
        find_sides(looking, x, y, inwards);
        for (int w = 0; w < batch_vectors; ++w)
            if ((acting[w] & ~looking[w]) != 0)
                contain(q, w, x[w], y[w], max_speed[w],
                        load<A>(inwards + static_cast<std::size_t>(w) * lanes<A>));
    }

    void store_state(const StageInput&, StageOutput&, std::size_t, std::uint64_t) const {}

  private:
    static constexpr std::size_t agents = ObstaclePairs<A>::agents;

    /// Of places without a side there is NaN, and no force.
    void contain(AgentBatch<A>& q, int w, const F& x, const F& y, const F& max_speed, const F& sign) const {
        const SeenSides<A> side(nearest_.found(w), x, y);
        F nx, ny;
        const F distance = side.away(nx, ny);
        nx = nx * sign;
        ny = ny * sign;
        const F part = (F(margin_) - distance * sign) * F(per_margin_);
        const F along = q.velocity_x[w] * nx + q.velocity_y[w] * ny;
        const F push = min_skip_nan(part, F(1)) * (max_speed - along);
        q.force_x[w] = select(part > F(0), nx * push, F(0));
        q.force_y[w] = select(part > F(0), ny * push, F(0));
    }

    /// The nearest sides, and 1 in `inwards` where the place is inside, otherwise -1. Leaves agents in
    /// `looking` on which no side acts: places deep inside are many, and have no side within the margin.
    void find_sides(std::uint32_t (&looking)[batch_vectors], const F (&x)[batch_vectors],
                    const F (&y)[batch_vectors], float* inwards) {
        const auto measure = [&](const F(&agent)[4], const ObstacleLanes<A>& side,
                                 const std::uint32_t* records) {
            F more[2];
            gather_pairs(index_.records.data() + 4, records, more);
            const F squared = SeenSides<A>(side, agent[0], agent[1]).squared_distance();
            return select(more[1] > F(0), squared, F(std::numeric_limits<float>::quiet_NaN()));
        };
        // The circles grow, since a side within one of them is the nearest, whatever lies farther.
        std::uint32_t outside[batch_vectors];
        for (int w = 0; w < batch_vectors; ++w) outside[w] = looking[w];
        float radius = margin_ * 0x1p-3f;
        for (; radius <= margin_; radius *= 2) nearest_.search(looking, radius, radius, measure);
        std::uint32_t some = 0;
        for (int w = 0; w < batch_vectors; ++w) {
            alignas(64) float xs[lanes<A>];
            alignas(64) float ys[lanes<A>];
            float* const signs = inwards + static_cast<std::size_t>(w) * lanes<A>;
            write(xs, x[w]);
            write(ys, y[w]);
            write(signs, F(-1));
            for (std::uint32_t left = outside[w]; left != 0; left &= left - 1) {
                const auto lane = static_cast<std::size_t>(std::countr_zero(left));
                if (!is_inside(xs[lane], ys[lane])) continue;
                signs[lane] = 1;
                outside[w] &= ~(1u << lane);
            }
            outside[w] &= looking[w];
            looking[w] &= ~outside[w];
            some |= outside[w];
        }
        for (; some != 0; radius *= 2) {
            const bool last = !(radius < component_limit);
            if (last) radius = std::numeric_limits<float>::infinity();
            nearest_.search(outside, radius, radius, measure);
            some = 0;
            for (const std::uint32_t left : outside) some |= left;
            if (last) break;
        }
        for (int w = 0; w < batch_vectors; ++w) looking[w] |= outside[w];
    }

    /// Whether a ray from the place to greater x meets an odd number of sides: of those between it and the
    /// next cell that lies in no side's box, and of those behind that. A side is classified without roundings
    /// from every place outside of its box: dx + s*ex, where the ray's line meets it, s in [0, 1], has the
    /// sign of that sum in floats unless it is below 2^-21 |ex|.
    [[nodiscard]] bool is_inside(float x, float y) const {
        if (!(x <= index_.high_x && y >= index_.low_y && y <= index_.high_y)) return false;
        const std::size_t row = index_.row_of(y) * index_.columns, column = index_.column_of(x);
        const std::uint32_t next_free = index_.next_free[row + column];
        const std::size_t next = next_free / 2;
        const bool inside_next = next_free % 2 != 0;
        if (next == column) return inside_next;
        // A place in the free cell.
        const float next_x = next == index_.columns ? std::numeric_limits<float>::infinity()
                                                    : index_.origin_x + (static_cast<float>(next) + 0.5f) /
                                                                            index_.columns_per_metre;
        return inside_next != is_odd_between(x, next_x, y, row + column, row + next - 1);
    }

    /// Whether the line between two places meets an odd number of the sides in these cells.
    [[nodiscard]] bool is_odd_between(float x, float next_x, float y, std::size_t first,
                                      std::size_t last) const {
        const F column(static_cast<float>(first % index_.columns));
        std::uint32_t odd = 0;
        const std::uint32_t end = index_.cells[last].end;
        for (std::uint32_t at = index_.cells[first].begin; at < end; at += lanes<A>) {
            const std::uint32_t* const records = &index_.record[at];
            const auto sides = ObstacleLanes<A>::from_records(index_.records.data(), records);
            F more[2];
            gather_pairs(index_.records.data() + 4, records, more);
            const std::uint32_t one_end_above = bits(sides.from_y > F(y)) ^ bits(sides.to_y > F(y));
            const std::uint32_t between = bits(SeenSides<A>(sides, F(x), F(y)).is_right_of_place()) ^
                                          bits(SeenSides<A>(sides, F(next_x), F(y)).is_right_of_place());
            // Of a side's pieces the first one that reaches the column.
            const std::uint32_t counts =
                bits((load<A>(&index_.last_column_of[at]) >= column) &&
                     (load<A>(&index_.column_before[at]) < column) && (more[1] > F(0)));
            const std::uint32_t here = end - at < lanes<A> ? (1u << (end - at)) - 1 : all_lanes<A>;
            odd ^= one_end_above & counts & between & here;
        }
        for (const int half : {8, 4, 2, 1}) odd ^= odd >> half;
        return (odd & 1) != 0;
    }

    const ObstacleIndex& index_;
    NearestObstacles<A> nearest_;
    float margin_, prediction_, per_margin_;
};

}  // namespace
}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "constants/orca_constants.hpp"
#include "obstacles/obstacle_data.hpp"
#include "obstacles/obstacle_pairs.hpp"
#include "obstacles/search_box.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stages/neighbours/nearest_item.hpp"
#include "stages/orca/linear_program.hpp"
#include "wend/orca.hpp"

namespace wend::detail {
namespace {

/// Obstacles as their agents see them, one a lane. Seen from an agent, `from` is the left end.
template <class A>
struct SeenObstacles {
    using F = Floats<A>;

    F from_x, from_y, to_x, to_y;  ///< from the agent
    F along_x, along_y, squared_length;
    F across;   ///< distance from the line, times the length
    F foot;     ///< of the agent on the line, from `from`, times the length
    F squared;  ///< distance

    SeenObstacles(const ObstacleLanes<A>& obstacle, const F& x, const F& y) {
        const F ax = obstacle.from_x - x, ay = obstacle.from_y - y;
        const F bx = obstacle.to_x - x, by = obstacle.to_y - y;
        const F ex = obstacle.to_x - obstacle.from_x, ey = obstacle.to_y - obstacle.from_y;
        const F side = ex * ay - ey * ax;
        const FloatMask<A> left = side < F(0);
        from_x = select(left, bx, ax);
        from_y = select(left, by, ay);
        to_x = select(left, ax, bx);
        to_y = select(left, ay, by);
        along_x = select(left, F(0) - ex, ex);
        along_y = select(left, F(0) - ey, ey);
        const F square = along_x * along_x + along_y * along_y;
        const FloatMask<A> is_line = square >= F(squared_length_floor);
        squared_length = select(is_line, square, F(0));
        across = select(is_line, as_floats(magnitude_bits(side)), F(0));
        foot = select(is_line, F(0) - (from_x * along_x + from_y * along_y), F(0));
        const F to_line = across * across / squared_length;
        const F to_end = select(foot > F(0), wend::detail::squared_length(to_x, to_y),
                                wend::detail::squared_length(from_x, from_y));
        squared = select((foot > F(0)) && (foot < squared_length), to_line, to_end);
    }
};

/// The half-planes that obstacles leave to the agents of a vector (kernels/docs/math.md, "ORCA",
/// "Obstacles").
template <class A>
class ObstaclePlanes {
    using F = Floats<A>;
    using I = Ints<A>;
    using D = Doubles<A>;
    using V = PlaneVector<A>;

  public:
    /// `dt`: no horizon is shorter.
    ObstaclePlanes(const Orca& stage, float dt)
        : index_(*ObstacleDataAccess::data(stage.obstacles).near),
          pairs_(index_),
          horizon_(stage.obstacle_horizon < dt ? dt : stage.obstacle_horizon),
          per_horizon_(1 / horizon_) {}

    struct Agents {
        F x, y, velocity_x, velocity_y, body, max_speed;
    };

    /// Sets the first half-planes of those in `looking`; returns the most that one of them has. `resting`:
    /// how many of them are of obstacles at rest; these come first.
    std::uint32_t set(HalfPlanes<A> (&planes)[halves<A>], const Agents& agents, std::uint32_t looking,
                      std::uint32_t (&resting)[lanes<A>]) {
        find(agents, looking);
        for (std::uint32_t i = 0; i < most_near_; ++i) add(planes, agents, i, false);
        for (std::uint32_t& count : resting) count = set_;
        if (index_.fastest > 0) {
            close_gaps(planes);
            for (std::size_t lane = 0; lane < lanes<A>; ++lane) resting[lane] = kept_[lane];
            for (std::uint32_t i = 0; i < most_near_; ++i) add(planes, agents, i, true);
        }
        return set_;
    }

  private:
    static constexpr float none = std::numeric_limits<float>::infinity();

    void find(const Agents& agents, std::uint32_t looking) {
        // A speed is no more than root 2 times its greater component.
        const F reach = agents.body + agents.max_speed * F(horizon_) + F(index_.fastest * 1.5f * horizon_);
        looking &= bits(reach <= F(std::numeric_limits<float>::max()));
        // Nothing is near those that do not look.
        const F way = select(float_mask<A>(mask_of<A>(looking)), agents.max_speed * F(horizon_),
                             F(std::numeric_limits<float>::quiet_NaN()));
        const BoxLanes<A> box = box_of_circle<A>(agents.x, agents.y, reach);
        alignas(64) float half[lanes<A>];
        write(half, box.half);
        float areas = 0;
        for (std::uint32_t left = looking; left != 0; left &= left - 1)
            areas += 4 * half[std::countr_zero(left)] * half[std::countr_zero(left)];
        SearchBox all;
        all.extend<A>(box, looking);
        if (all.area() <= 1.5f * areas) {
            all.search(index_, [&](std::uint32_t record) {
                look_at(record, agents, way);
                return false;
            });
            return;
        }
        // Few agents in a city are far apart: in the box about all are the walls of whole streets. 1,000
        // agents among 100,000 walls took 12,000 ns an agent by it, and take 57.
        const auto take = [&](const std::uint32_t*, const std::uint32_t* records) {
            for (std::size_t i = 0; i < lanes<A>; ++i)
                if (records[i] != index_.no_record) look_at(records[i], agents, way);
        };
        looking = pairs_.overlap(looking, box);
        pairs_.add(0, I(0), looking, box, take);
        pairs_.finish(take);
    }

    [[gnu::noinline]] void look_at(std::uint32_t record, const Agents& agents, const F& way) {
        const I number(static_cast<std::int32_t>(record));
        for (std::uint32_t i = 0; i < most_near_; ++i)
            if (any<A>(near_[i].entry() == number)) return;  // by another of its entries
        const float* const values = index_.records.data() + std::size_t{record} * 2;
        const ObstacleLanes<A> obstacle{F(values[0]), F(values[1]), F(values[2]), F(values[3]), F(values[4])};
        const SeenObstacles<A> seen(obstacle, agents.x, agents.y);
        F range = obstacle.radius + agents.body + way;
        if (index_.fastest > 0)
            range = range + sqrt(squared_length(F(values[6]), F(values[7]))) * F(horizon_);
        const FloatMask<A> is_near = seen.squared <= range * range;
        if (!any<A>(is_near)) return;
        NearestItem<A> item(select(is_near, seen.squared, F(none)),
                            select(is_near, number, I(static_cast<std::int32_t>(index_.no_record))));
        if (index_.of_pool())
            item = insert_in_pool(item);
        else
            for (std::uint32_t i = 0; i < most_near_; ++i) near_[i].exchange_if_nearer(item);
        if (most_near_ < most_near_obstacles && any<A>(item.squared() < F(none))) near_[most_near_++] = item;
    }

    /// Of equally near ones, the numbers of a pool's records do not decide. Returns the last ones.
    [[gnu::noinline]] NearestItem<A> insert_in_pool(NearestItem<A> item) {
        for (std::uint32_t i = 0; i < most_near_; ++i) {
            NearestItem<A>& other = near_[i];
            const F squared = item.squared();
            std::uint32_t equal = bits(squared == other.squared() && squared < F(none));
            other.exchange_if_nearer(item);
            if (equal == 0) continue;
            alignas(64) std::int32_t first[lanes<A>], second[lanes<A>];
            write(first, other.entry());
            write(second, item.entry());
            for (; equal != 0; equal &= equal - 1) {
                const int lane = std::countr_zero(equal);
                if (precedes(index_, static_cast<std::uint32_t>(second[lane]),
                             static_cast<std::uint32_t>(first[lane])))
                    std::swap(first[lane], second[lane]);
            }
            other = NearestItem<A>(other.squared(), load<A>(first));
            item = NearestItem<A>(item.squared(), load<A>(second));
        }
        return item;
    }

    /// The half-plane of each agent's obstacle `i` if it moves, or if it rests, unless an earlier one covers
    /// it. Out of line, for its memory on the stack not to be below that of `find`.
    [[gnu::noinline]] void add(HalfPlanes<A> (&planes)[halves<A>], const Agents& agents, std::uint32_t i,
                               bool moves) {
        alignas(64) std::uint32_t records[lanes<A>];
        write(records, as_words(near_[i].entry()));
        const auto obstacle = ObstacleLanes<A>::from_records(index_.records.data(), records);
        F u[2] = {F(0), F(0)};
        if (index_.fastest > 0) ObstacleLanes<A>::load_velocities(index_.records.data(), records, u);
        const SeenObstacles<A> seen(obstacle, agents.x, agents.y);
        const F radius = obstacle.radius + agents.body;
        const Border border =
            nearest_border(seen, radius, agents.velocity_x - u[0], agents.velocity_y - u[1]);
        const F rounded = radius * F(per_horizon_);
        const F speed = as_floats(max(magnitude_bits(u[0]), magnitude_bits(u[1])));
        const FloatMask<A> other_kind = moves ? speed <= F(0) : speed > F(0);

        D normal_x[2], normal_y[2], offset[2], ends[4][2], wide[2], u_x[2], u_y[2];
        widen(border.normal_x, normal_x);
        widen(border.normal_y, normal_y);
        widen(select(other_kind, F(std::numeric_limits<float>::quiet_NaN()), border.offset), offset);
        widen(seen.from_x * F(per_horizon_), ends[0]);
        widen(seen.from_y * F(per_horizon_), ends[1]);
        widen(seen.to_x * F(per_horizon_), ends[2]);
        widen(seen.to_y * F(per_horizon_), ends[3]);
        widen(rounded, wide);
        widen(u[0], u_x);
        widen(u[1], u_y);
        HalfPlane<A> plane[halves<A>];
        bool some = false;
        for (std::size_t half = 0; half < halves<A>; ++half) {
            const V from{ends[0][half] + u_x[half], ends[1][half] + u_y[half]};
            const V to{ends[2][half] + u_x[half], ends[3][half] + u_y[half]};
            DoubleMask<A> counts = offset[half] == offset[half];
            for (std::uint32_t j = 0; j < set_; ++j) {
                const HalfPlane<A> other = planes[half][j];
                const D bound = other.offset + wide[half] * D(covered_part - 1);
                counts =
                    counts && !((cross(other.along, from) <= bound) && (cross(other.along, to) <= bound));
            }
            plane[half] = {
                {normal_y[half], D(0) - normal_x[half]},
                select(counts, offset[half] + (normal_x[half] * u_x[half] + normal_y[half] * u_y[half]),
                       D(no_offset))};
            some = some || any<A>(plane[half].offset == plane[half].offset);
        }
        if (!some) return;
        if (set_ == Orca::most_obstacles) return add_singly(planes, plane);
        for (std::size_t half = 0; half < halves<A>; ++half) planes[half].set(set_, plane[half]);
        ++set_;
    }

    /// Where all places are used up, but not by every agent.
    [[gnu::noinline]] void add_singly(HalfPlanes<A> (&planes)[halves<A>],
                                      const HalfPlane<A> (&plane)[halves<A>]) {
        close_gaps(planes);
        for (std::size_t half = 0; half < halves<A>; ++half) {
            alignas(64) double along_x[double_lanes<A>], along_y[double_lanes<A>], at[double_lanes<A>];
            write(along_x, plane[half].along.x);
            write(along_y, plane[half].along.y);
            write(at, plane[half].offset);
            for (std::size_t lane = 0; lane < double_lanes<A>; ++lane) {
                const std::uint32_t kept = kept_[half * double_lanes<A> + lane];
                if (at[lane] == at[lane] && kept < Orca::most_obstacles)
                    planes[half].set_lane(kept, lane, along_x[lane], along_y[lane], at[lane]);
            }
        }
    }

    /// Each agent's half-planes move to the front.
    [[gnu::noinline]] void close_gaps(HalfPlanes<A> (&planes)[halves<A>]) {
        for (std::size_t i = 0; i < lanes<A>; ++i) {
            HalfPlanes<A>& of_half = planes[i / double_lanes<A>];
            const std::size_t lane = i % double_lanes<A>;
            kept_[i] = 0;
            for (std::uint32_t j = 0; j < set_; ++j) {
                if (!of_half.forbids(j, lane)) continue;
                if (kept_[i] != j) of_half.move_lane(kept_[i], j, lane);
                ++kept_[i];
            }
        }
    }

    /// Velocities v relative to the obstacle with v . normal >= offset are allowed.
    struct Border {
        F normal_x, normal_y, offset;
    };

    /// The tangent at the point of the velocity obstacle's border that is nearest to z: of all tangents the
    /// one that z is farthest outside of, or least inside. NaN where there is none.
    Border nearest_border(const SeenObstacles<A>& seen, const F& radius, const F& zx, const F& zy) const {
        const F i(per_horizon_);
        const F rr = radius * radius;
        const F length = sqrt(seen.squared_length);
        const FloatMask<A> before = !(seen.foot > F(0));
        // Within the radius of the line, beyond an end, the obstacle is as wide as that end.
        const FloatMask<A> oblique = seen.across <= radius * length;
        const FloatMask<A> from_alone = before && oblique;
        const FloatMask<A> to_alone = !before && (seen.foot >= seen.squared_length) && oblique;
        const F ax = select(to_alone, seen.to_x, seen.from_x), ay = select(to_alone, seen.to_y, seen.from_y);
        const F bx = select(from_alone, seen.from_x, seen.to_x);
        const F by = select(from_alone, seen.from_y, seen.to_y);
        const FloatMask<A> round = from_alone || to_alone;
        const F aa = squared_length(ax, ay), bb = squared_length(bx, by);

        const F distance = sqrt(aa);
        F nx = select(round, (F(0) - ax) / distance, seen.along_y / length);
        F ny = select(round, (F(0) - ay) / distance, (F(0) - seen.along_x) / length);
        const F cx = nx, cy = ny;
        const F front = (radius - select(round, distance, seen.across / length)) * i;
        F offset = select(front > F(0), F(0), front);
        F outside = (zx * nx + zy * ny) - offset;

        const F a_leg = sqrt(max_keep_nan(aa - rr, F(0))), b_leg = sqrt(max_keep_nan(bb - rr, F(0)));
        const F lx = (F(0) - (ax * radius + ay * a_leg)) / aa, ly = (ax * a_leg - ay * radius) / aa;
        const F rx = (by * b_leg - bx * radius) / bb, ry = (F(0) - (bx * b_leg + by * radius)) / bb;
        const auto take = [&](const FloatMask<A>& nearer, const F& x, const F& y, const F& at,
                              const F& value) {
            nx = select(nearer, x, nx);
            ny = select(nearer, y, ny);
            offset = select(nearer, at, offset);
            outside = select(nearer, value, outside);
        };
        const F of_left = zx * lx + zy * ly, of_right = zx * rx + zy * ry;
        take(of_left > outside, lx, ly, F(0), of_left);
        take(of_right > outside, rx, ry, F(0), of_right);

        // The round ends: z may be nearest to one of them if it lies between the normals at its sides.
        const auto take_end = [&](const F& x, const F& y, const F& first_x, const F& first_y, const F& last_x,
                                  const F& last_y, const FloatMask<A>& there) {
            const F end_x = x * i, end_y = y * i;
            const F wx = zx - end_x, wy = zy - end_y;
            const F square = squared_length(wx, wy);
            const F speed = sqrt(square);
            const F value = speed - radius * i;
            const FloatMask<A> between = (first_x * wy - first_y * wx > F(0)) &&
                                         (wx * last_y - wy * last_x > F(0)) &&
                                         (wx * (first_x + last_x) + wy * (first_y + last_y) > F(0));
            const F ux = wx / speed, uy = wy / speed;
            const F at = (end_x * ux + end_y * uy) + radius * i;
            take(there && between && (square >= F(squared_length_floor)) && (value > outside), ux, uy,
                 select(at > F(0), F(0), at), value);
        };
        take_end(ax, ay, lx, ly, select(round, rx, cx), select(round, ry, cy), zx == zx);
        take_end(bx, by, cx, cy, rx, ry, !round);

        const FloatMask<A> touches = seen.squared <= rr;
        nx = select(touches, cx, nx);
        ny = select(touches, cy, ny);
        offset = select(touches, F(0), offset);
        const FloatMask<A> beside = seen.squared >= F(squared_length_floor);
        return {nx, ny, select(beside, offset, F(std::numeric_limits<float>::quiet_NaN()))};
    }

    const ObstacleIndex& index_;
    ObstaclePairs<A> pairs_;
    const float horizon_, per_horizon_;
    std::uint32_t most_near_ = 0;  ///< obstacles of one agent
    NearestItem<A> near_[most_near_obstacles];
    std::uint32_t set_ = 0;         ///< half-planes; some forbid nothing to some agents
    std::uint32_t kept_[lanes<A>];  ///< of each agent, by close_gaps
};

}  // namespace
}  // namespace wend::detail

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
#include "wend/avoid_obstacles.hpp"

namespace wend::detail {
namespace {

/// Discs on their way, one a lane or one in all of them.
template <class A>
struct MovingDiscs {
    Floats<A> px, py, vx, vy;
    Floats<A> body;  ///< their radius
    Floats<A> squared_speed = squared_length(vx, vy);
};

/// When a disc touches an obstacle (kernels/docs/math.md, "Avoidance of obstacles"): the line between its
/// ends, and the ends; infinity: not within the horizon.
template <class A>
class Touch {
    using F = Floats<A>;

  public:
    F line, from, to;

    Touch(const MovingDiscs<A>& disc, const ObstacleLanes<A>& obstacle, const F& horizon)
        : disc_(disc),
          reach_(obstacle.radius + disc.body),
          squared_reach_(reach_ * reach_),
          from_x_(obstacle.from_x - disc.px),
          from_y_(obstacle.from_y - disc.py),
          to_x_(obstacle.to_x - disc.px),
          to_y_(obstacle.to_y - disc.py),
          along_x_(obstacle.to_x - obstacle.from_x),
          along_y_(obstacle.to_y - obstacle.from_y),
          squared_length_(squared_length(along_x_, along_y_)) {
        line = time_to_line(horizon);
        from = time_to_end(from_x_, from_y_, horizon);
        to = time_to_end(to_x_, to_y_, horizon);
    }

    [[nodiscard]] F time() const {
        const F end = select(to < from, to, from);
        return select(end < line, end, line);
    }

    /// From the disc at that time to where it touches, a unit vector; and how deep it overlaps in units that
    /// shrink with what is left, where that is at once.
    F normal(const F& t, F& x, F& y) const {
        const FloatMask<A> at_from = from <= t;
        const F end_x = select(at_from, from_x_, to_x_) - disc_.vx * t;
        const F end_y = select(at_from, from_y_, to_y_) - disc_.vy * t;
        const F per_distance = scale_to(F(1), squared_length(end_x, end_y), F(squared_length_floor));
        const F length = sqrt(squared_length_);
        const F side = select(side_ > F(0), F(1), F(-1)) / length;
        const FloatMask<A> at_line = line <= t;
        x = select(at_line, along_y_ * side, end_x * per_distance);
        y = select(at_line, (F(0) - along_x_) * side, end_y * per_distance);
        const F distance =
            select(at_line, as_floats(magnitude_bits(side_)) / length, sqrt(squared_length(end_x, end_y)));
        const F depth = reach_ - distance;
        const F left = max_keep_nan(distance, reach_ * F(0x1p-6f));
        return select((t <= F(0)) && (depth > F(0)), depth * (reach_ / left), F(0));
    }

  private:
    F time_to_line(const F& horizon) {
        side_ = along_y_ * from_x_ - along_x_ * from_y_;
        const F across = along_x_ * disc_.vy - along_y_ * disc_.vx;
        const FloatMask<A> approaches =
            ((side_ > F(0)) && (across < F(0))) || ((side_ < F(0)) && (across > F(0)));
        const F gap = as_floats(magnitude_bits(side_)) - reach_ * sqrt(squared_length_);
        const F t = max_keep_nan(gap / as_floats(magnitude_bits(across)), F(0));
        const F foot = (disc_.vx * t - from_x_) * along_x_ + (disc_.vy * t - from_y_) * along_y_;
        const FloatMask<A> on_it = (foot >= F(0)) && (foot <= squared_length_);
        return select(approaches && on_it && (t < horizon), t, F(never));
    }

    F time_to_end(const F& dx, const F& dy, const F& horizon) const {
        const F closing = dx * disc_.vx + dy * disc_.vy;
        const F cross = dx * disc_.vy - dy * disc_.vx;
        const F square = squared_reach_ * disc_.squared_speed - cross * cross;
        const FloatMask<A> met =
            (closing > F(0)) && (square > F(0)) && (square <= F(std::numeric_limits<float>::max()));
        const F t = max_keep_nan((squared_length(dx, dy) - squared_reach_) / (sqrt(square) + closing), F(0));
        return select(met && (t < horizon), t, F(never));
    }

    static constexpr float never = std::numeric_limits<float>::infinity();

    const MovingDiscs<A>& disc_;
    F reach_, squared_reach_;
    F from_x_, from_y_, to_x_, to_y_;  ///< less the disc's place
    F along_x_, along_y_, squared_length_;
    F side_;  ///< of the line that the disc is on, times its length
};

/// Avoidance of obstacles. First each agent finds the obstacle that it touches first, many obstacles at a
/// time; then a vector of agents computes its forces.
template <class A>
class Kernel<A, AvoidObstacles> {
    using F = Floats<A>;

  public:
    using Prepared = NothingPrepared;
    static constexpr bool pipelined = false;

    Kernel(const StageInput& in, StageOutput&)
        : data_(ObstacleDataAccess::data(in.stage<AvoidObstacles>().obstacles)),
          horizon_(in.stage<AvoidObstacles>().horizon),
          soon_(horizon_ * 0x1p-6f),
          body_(in.stage<AvoidObstacles>().body_radius) {}

    void enter_group(const StageInput&, StageOutput&, std::size_t) {}

    template <Reading reading>
    void force(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, AgentBatch<A>& q,
               const Prepared&) {
        read_position(in, reader, slot, q);
        for (int w = 0; w < batch_vectors; ++w) {
            const MovingDiscs<A> discs{q.position_x[w], q.position_y[w], q.velocity_x[w], q.velocity_y[w],
                                       read_body(in, reader, vector_slot(slot, w), w)};
            avoid(discs, q.force_x[w], q.force_y[w]);
        }
    }

    void store_state(const StageInput&, StageOutput&, std::size_t, std::uint64_t) const {}

  private:
    /// The radii of a vector of agents: a stream, or the stage's for all.
    template <Reading reading>
    F read_body(const StageInput& in, Reader<A, reading>& reader, std::size_t at, int w) const {
        const float* const stream = in.get<Stream::body_radius>();
        if (stream == nullptr) return F(body_);
        const F body = reader.read(stream, at, w);
        reader.fault((body < F(0)) || (body > F(body_)), w);
        return body;
    }

    void avoid(const MovingDiscs<A>& discs, F& force_x, F& force_y) const {
        alignas(64) float px[lanes<A>];
        alignas(64) float py[lanes<A>];
        alignas(64) float vx[lanes<A>];
        alignas(64) float vy[lanes<A>];
        alignas(64) float body[lanes<A>];
        write(body, discs.body);
        write(px, discs.px);
        write(py, discs.py);
        write(vx, discs.vx);
        write(vy, discs.vy);
        // At rest, and at fault: those touch nothing.
        const FloatMask<A> looks = (discs.squared_speed >= F(squared_length_floor)) &&
                                   is_legal<A>(discs.px) && is_legal<A>(discs.py) && is_legal<A>(discs.vx) &&
                                   is_legal<A>(discs.vy) && (discs.body >= F(0)) && (discs.body <= F(body_));
        ChosenObstacles<A> first;  // NaN where an agent touches none
        bool any_first = false;
        constexpr float nan = std::numeric_limits<float>::quiet_NaN();
        const std::uint32_t looking = bits(looks);
        for (std::size_t lane = 0; lane < lanes<A>; ++lane) {
            first.set(lane, {nan, nan, nan, nan, nan});
            if ((looking >> lane & 1) == 0) continue;
            const std::uint32_t index = find_first(px[lane], py[lane], vx[lane], vy[lane], body[lane]);
            if (index == none) continue;
            first.set(lane, data_.obstacles[index]);
            any_first = true;
        }
        force_x = force_y = F(0);
        if (!any_first) return;
        const Touch<A> touch(discs, ObstacleLanes<A>::from(first, 0), F(horizon_));
        const F t = touch.time();
        F nx, ny;
        const F depth = touch.normal(t, nx, ny);
        const F closing = discs.vx * nx + discs.vy * ny;
        const F late = max_keep_nan(t, F(soon_));
        const F turns = F(1) - F(soon_ * 0.75f) / late;
        const F way = select(discs.vx * ny - discs.vy * nx < F(0), F(0) - turns, turns);
        const FloatMask<A> meets = (t < F(horizon_)) && (closing > F(0));
        const F push = closing / (late + late) + depth / (late * late * F(4));
        force_x = select(meets, push * (way * ny - nx), F(0));
        force_y = select(meets, push * (F(0) - way * nx - ny), F(0));
        const std::uint32_t at_once = bits(meets && (t <= F(soon_)));
        if (at_once == 0) return;

        // The velocity along the first obstacle may approach a second one.
        const F along_x = discs.vx - nx * closing, along_y = discs.vy - ny * closing;
        alignas(64) float ax[lanes<A>];
        alignas(64) float ay[lanes<A>];
        write(ax, along_x);
        write(ay, along_y);
        ChosenObstacles<A> second;
        bool any_second = false;
        for (std::size_t lane = 0; lane < lanes<A>; ++lane) {
            second.set(lane, {nan, nan, nan, nan, nan});
            if ((at_once >> lane & 1) == 0) continue;
            const std::uint32_t index =
                find_second(px[lane], py[lane], vx[lane], vy[lane], body[lane], ax[lane], ay[lane]);
            if (index == none) continue;
            second.set(lane, data_.obstacles[index]);
            any_second = true;
        }
        if (!any_second) return;
        const Touch<A> corner(discs, ObstacleLanes<A>::from(second, 0), F(horizon_));
        const F second_depth = corner.normal(corner.time(), nx, ny);
        const F second_closing = along_x * nx + along_y * ny;
        const F soon(soon_);
        const F second_push = second_closing / (soon + soon) + second_depth / (soon * soon * F(4));
        const FloatMask<A> both = second_closing > F(0);
        force_x = select(both, force_x - second_push * nx, force_x);
        force_y = select(both, force_y - second_push * ny, force_y);
    }

    static constexpr std::uint32_t none = 0xffffffff;

    /// The obstacles that a disc touches first, many of them at a time.
    struct FirstTouches {
        F time = F(std::numeric_limits<float>::infinity());  ///< no less than soon_
        F closing = F(0);  ///< the speed of approach, where the time is soon_
        Ints<A> index = Ints<A>(-1);

        void add(const F& its_time, const F& its_closing, const Ints<A>& its_index) {
            const FloatMask<A> lower = float_mask<A>(greater(index, its_index));
            const FloatMask<A> before =
                (its_time < time) ||
                ((its_time == time) && ((its_closing > closing) || ((its_closing == closing) && lower)));
            time = select(before, its_time, time);
            closing = select(before, its_closing, closing);
            index = select(before, its_index, index);
        }

        [[nodiscard]] std::uint32_t index_before(const F& horizon) const {
            const std::uint32_t touching = bits(time < horizon);
            if (touching == 0) return none;
            alignas(64) float times[lanes<A>];
            alignas(64) float speeds[lanes<A>];
            alignas(64) std::int32_t indices[lanes<A>];
            write(times, time);
            write(speeds, closing);
            write(indices, index);
            return static_cast<std::uint32_t>(indices[first_lane(touching, [&](std::size_t a, std::size_t b) {
                return times[a] < times[b] ||
                       (times[a] == times[b] &&
                        (speeds[a] > speeds[b] || (speeds[a] == speeds[b] && indices[a] < indices[b])));
            })]);
        }
    };

    /// Calls look(at) for the obstacles near a disc's way of so many seconds.
    template <class Look>
    void for_each_soon(float px, float py, float vx, float vy, float body, float seconds,
                       const Look& look) const {
        const double t = static_cast<double>(seconds);
        for_each_near_way<A>(data_, static_cast<double>(px), static_cast<double>(py),
                             static_cast<double>(px) + static_cast<double>(vx) * t,
                             static_cast<double>(py) + static_cast<double>(vy) * t, static_cast<double>(body),
                             look);
    }

    /// Which obstacle a disc touches first.
    std::uint32_t find_first(float px, float py, float vx, float vy, float body) const {
        if (data_.obstacles.empty()) return none;
        const MovingDiscs<A> disc{F(px), F(py), F(vx), F(vy), F(body)};
        FirstTouches first;
        for_each_soon(px, py, vx, vy, body, horizon_, [&](std::size_t at) { this->look(disc, at, first); });
        return first.index_before(F(horizon_));
    }

    /// Of the obstacles that a disc touches within soon_, the one that a part (along_x, along_y) of its
    /// velocity approaches fastest.
    std::uint32_t find_second(float px, float py, float vx, float vy, float body, float along_x,
                              float along_y) const {
        const MovingDiscs<A> disc{F(px), F(py), F(vx), F(vy), F(body)};
        const F least = disc.squared_speed * F(0x1p-20f);
        FirstTouches second;
        for_each_soon(px, py, vx, vy, body, soon_, [&](std::size_t at) {
            const Touch<A> touch(disc, ObstacleLanes<A>::from(data_, at), F(horizon_));
            const F t = touch.time();
            F nx, ny;
            touch.normal(t, nx, ny);
            const F closing = F(along_x) * nx + F(along_y) * ny;
            const FloatMask<A> counts = (t <= F(soon_)) && (closing > F(0)) && (closing * closing > least);
            second.add(select(counts, F(soon_), F(std::numeric_limits<float>::infinity())), closing,
                       as_ints(load<A>(data_.index.data() + at)));
        });
        return second.index_before(F(horizon_));
    }

    void look(const MovingDiscs<A>& disc, std::size_t at, FirstTouches& first) const {
        const Touch<A> touch(disc, ObstacleLanes<A>::from(data_, at), F(horizon_));
        const F t = touch.time();
        const F time = max_keep_nan(t, F(soon_));
        F closing(0);
        if (const FloatMask<A> now = t <= F(soon_); any<A>(now)) {
            F nx, ny;
            touch.normal(t, nx, ny);
            closing = select(now, disc.vx * nx + disc.vy * ny, F(0));
        }
        first.add(time, closing, as_ints(load<A>(data_.index.data() + at)));
    }

    const ObstacleData& data_;
    float horizon_, soon_;
    float body_;  ///< the largest, and that of all agents without a stream
};

}  // namespace
}  // namespace wend::detail

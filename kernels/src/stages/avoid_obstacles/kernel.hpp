// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "obstacles/obstacle_data.hpp"
#include "obstacles/obstacle_pairs.hpp"
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
        from = time_to_end(from_x_, from_y_, horizon);
        line = to = F(never);
        // Most sets are of circles, or of walls.
        lines_ = any<A>((as_floats(magnitude_bits(along_x_)) > F(0)) ||
                        (as_floats(magnitude_bits(along_y_)) > F(0)));
        if (!lines_) return;
        line = time_to_line(horizon);
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
        x = end_x * per_distance;
        y = end_y * per_distance;
        F distance = sqrt(squared_length(end_x, end_y));
        if (lines_) {
            const F length = sqrt(squared_length_);
            const F side = select(side_ > F(0), F(1), F(-1)) / length;
            const FloatMask<A> at_line = line <= t;
            x = select(at_line, along_y_ * side, x);
            y = select(at_line, (F(0) - along_x_) * side, y);
            distance = select(at_line, as_floats(magnitude_bits(side_)) / length, distance);
        }
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
    bool lines_ = false;  ///< some of them are no circles
    F reach_, squared_reach_;
    F from_x_, from_y_, to_x_, to_y_;  ///< less the disc's place
    F along_x_, along_y_, squared_length_;
    F side_;  ///< of the line that the disc is on, times its length
};

/// Avoidance of obstacles. First the pairs of a batch's agents and near obstacles are listed, and timed by
/// full vectors of pairs; then the agents that touch something are listed, and pushed by full vectors of
/// agents.
template <class A>
class Kernel<A, AvoidObstacles> {
    using F = Floats<A>;
    using I = Ints<A>;
    using Pairs = ObstaclePairs<A>;

  public:
    using Prepared = NothingPrepared;
    static constexpr bool pipelined = false;

    Kernel(const StageInput& in, StageOutput&)
        : index_(*ObstacleDataAccess::data(in.stage<AvoidObstacles>().obstacles).near),
          pairs_(index_),
          horizon_(in.stage<AvoidObstacles>().horizon),
          soon_(horizon_ * 0x1p-6f),
          body_(in.stage<AvoidObstacles>().body_radius),
          bodies_(in.get<Stream::body_radius>()) {}

    void enter_group(const StageInput&, StageOutput&, std::size_t) {}

    template <Reading reading>
    void force(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, AgentBatch<A>& q,
               const Prepared&) {
        read_position(in, reader, slot, q);
        const auto time_first = [&](const std::uint32_t* agents, const std::uint32_t* records) {
            this->time_first(agents, records);
        };
        bool any_near = false;
        for (int w = 0; w < batch_vectors; ++w) {
            const MovingDiscs<A> discs{q.position_x[w], q.position_y[w], q.velocity_x[w], q.velocity_y[w],
                                       read_body(reader, vector_slot(slot, w), w)};
            q.force_x[w] = q.force_y[w] = F(0);
            const BoxLanes<A> box = box_of(discs, F(horizon_));
            const std::uint32_t near = pairs_.overlap(may_touch(discs), box);
            write(first_time_ + first_of(w), F(never));
            if (near == 0) continue;
            any_near = true;
            write_agents(discs, first_of(w));
            pairs_.add(first_of(w), records_of(w), near, box, time_first);
        }
        if (!any_near) return;
        pairs_.finish(time_first);
        const std::size_t touching = list_touching();
        if (touching == 0) return;
        for (int w = 0; w < batch_vectors; ++w) {
            write(force_x_ + first_of(w), F(0));
            write(force_y_ + first_of(w), F(0));
        }
        push(touching);
        for (int w = 0; w < batch_vectors; ++w) {
            q.force_x[w] = load<A>(force_x_ + first_of(w));
            q.force_y[w] = load<A>(force_y_ + first_of(w));
        }
    }

    void store_state(const StageInput&, StageOutput&, std::size_t, std::uint64_t) const {}

  private:
    static constexpr float never = std::numeric_limits<float>::infinity();

    /// An agent beside its properties, for gathers.
    struct Record {
        float px, py, vx, vy;
        float body, unused;
        float along_x, along_y;  ///< its velocity along the first obstacle
    };
    static constexpr std::int32_t record_pairs = sizeof(Record) / (2 * sizeof(float));

    static std::size_t first_of(int w) { return static_cast<std::size_t>(w) * lanes<A>; }
    static I records_of(int w) {
        const Words<A> agent = iota<A>() + Words<A>(static_cast<std::uint32_t>(first_of(w)));
        return as_ints(shift_left<2>(agent));
    }
    static std::size_t agent_of(std::uint32_t record) { return record / record_pairs; }

    /// The radii of a vector of agents: a stream, or the stage's for all.
    template <Reading reading>
    F read_body(Reader<A, reading>& reader, std::size_t at, int w) const {
        if (bodies_ == nullptr) return F(body_);
        const F body = reader.read(bodies_, at, w);
        reader.fault((body < F(0)) || (body > F(body_)), w);
        return body;
    }

    static std::uint32_t fast_enough(const MovingDiscs<A>& discs) {
        return bits(discs.squared_speed >= F(squared_length_floor));
    }
    /// As seen from obstacles, which may move.
    [[nodiscard]] MovingDiscs<A> seen_from(const std::uint32_t* records, const MovingDiscs<A>& discs) const {
        if (!(index_.fastest > 0)) return discs;
        F u[2];
        ObstacleLanes<A>::load_velocities(index_.records.data(), records, u);
        return {discs.px, discs.py, discs.vx - u[0], discs.vy - u[1], discs.body};
    }

    /// Those at rest and at fault touch nothing.
    std::uint32_t may_touch(const MovingDiscs<A>& discs) const {
        const std::uint32_t moves = index_.fastest > 0 ? all_lanes<A> : fast_enough(discs);
        return moves & bits(is_legal<A>(discs.px) && is_legal<A>(discs.py) && is_legal<A>(discs.vx) &&
                            is_legal<A>(discs.vy) && (discs.body >= F(0)) && (discs.body <= F(body_)));
    }
    BoxLanes<A> box_of(const MovingDiscs<A>& discs, const F& seconds) const {
        return box_of_way(index_, discs.px, discs.py, discs.vx, discs.vy, discs.body, seconds);
    }

    void write_agents(const MovingDiscs<A>& discs, std::size_t first) {
        const F motion[4] = {discs.px, discs.py, discs.vx, discs.vy};
        write_rows(&agent_[first].px, sizeof(Record) / sizeof(float), motion);
        if (bodies_ == nullptr) return;
        const F rest[4] = {discs.body, F(0), F(0), F(0)};
        write_rows(&agent_[first].body, sizeof(Record) / sizeof(float), rest);
    }

    [[nodiscard]] MovingDiscs<A> discs_of(const std::uint32_t* agents) const {
        F motion[4];
        gather_rows(&agent_[0].px, agents, motion);
        if (bodies_ == nullptr) return {motion[0], motion[1], motion[2], motion[3], F(body_)};
        F body[2];
        gather_pairs(&agent_[0].body, agents, body);
        return {motion[0], motion[1], motion[2], motion[3], body[0]};
    }
    [[nodiscard]] Touch<A> touch_of(const MovingDiscs<A>& discs, const std::uint32_t* records) const {
        return Touch<A>(discs, ObstacleLanes<A>::from_records(index_.records.data(), records), F(horizon_));
    }
    /// Of agents, the obstacles that they were found to touch first.
    void read_first_records(const std::uint32_t* agents, std::uint32_t (&records)[lanes<A>]) const {
        for (std::size_t lane = 0; lane < lanes<A>; ++lane)
            records[lane] = first_record_[agent_of(agents[lane])];
    }

    /// Takes pairs by which an agent touches earlier: at `time`, no less than soon_, or equally early with a
    /// greater speed.
    void take(std::uint32_t touching, const std::uint32_t* agents, const std::uint32_t* records,
              const F& time, const F& speed) {
        alignas(64) float times[lanes<A>];
        alignas(64) float speeds[lanes<A>];
        write(times, time);
        write(speeds, speed);
        for (; touching != 0; touching &= touching - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(touching));
            const std::size_t agent = agent_of(agents[lane]);
            const float t = times[lane], first = first_time_[agent];
            const bool before =
                t < first || (t == first && (speeds[lane] > first_speed_[agent] ||
                                             (speeds[lane] == first_speed_[agent] &&
                                              precedes(index_, records[lane], first_record_[agent]))));
            if (!before) continue;
            first_time_[agent] = t;
            first_speed_[agent] = speeds[lane];
            first_record_[agent] = records[lane];
        }
    }

    void time_first(const std::uint32_t* agents, const std::uint32_t* records) {
        const MovingDiscs<A> discs = seen_from(records, discs_of(agents));
        const Touch<A> touch = touch_of(discs, records);
        const F t = touch.time();
        std::uint32_t touching = bits(t < F(horizon_));
        if (index_.fastest > 0) touching &= fast_enough(discs);
        if (touching == 0) return;
        F closing(0);
        if (const FloatMask<A> now = t <= F(soon_); any<A>(now)) {
            F nx, ny;
            touch.normal(t, nx, ny);
            closing = select(now, discs.vx * nx + discs.vy * ny, F(0));
        }
        take(touching, agents, records, max_keep_nan(t, F(soon_)), closing);
    }

    /// Of the obstacles that a disc touches within soon_, the one that its velocity along the first one
    /// approaches fastest.
    void time_second(const std::uint32_t* agents, const std::uint32_t* records) {
        const MovingDiscs<A> discs = seen_from(records, discs_of(agents));
        F along[2];
        read_along(agents, records, along);
        const Touch<A> touch = touch_of(discs, records);
        const F t = touch.time();
        F nx, ny;
        touch.normal(t, nx, ny);
        const F closing = along[0] * nx + along[1] * ny;
        const FloatMask<A> counts =
            (t <= F(soon_)) && (closing > F(0)) && (closing * closing > discs.squared_speed * F(0x1p-20f));
        const std::uint32_t fast = index_.fastest > 0 ? fast_enough(discs) : all_lanes<A>;
        take(fast & bits(counts), agents, records, F(soon_), closing);
    }

    /// The agents' velocities along their first obstacles, as seen from others.
    void read_along(const std::uint32_t* agents, const std::uint32_t* records, F (&along)[2]) const {
        gather_pairs(&agent_[0].along_x, agents, along);
        if (!(index_.fastest > 0)) return;
        F u[2];
        ObstacleLanes<A>::load_velocities(index_.records.data(), records, u);
        along[0] = along[0] - u[0];
        along[1] = along[1] - u[1];
    }

    /// The agents that touch something, in whole vectors: the last one is filled up with the first agent.
    std::size_t list_touching() {
        std::size_t count = 0;
        for (int w = 0; w < batch_vectors; ++w) {
            const FloatMask<A> touches = load<A>(first_time_ + first_of(w)) < F(never);
            count += write_some(touching_ + count, records_of(w), bits(touches));
        }
        if (count == 0) return 0;
        write(touching_ + count, I(touching_[0]));
        return count;
    }

    void push(std::size_t touching) {
        const auto time_second = [&](const std::uint32_t* agents, const std::uint32_t* records) {
            this->time_second(agents, records);
        };
        const auto* const agents = reinterpret_cast<const std::uint32_t*>(touching_);
        bool any_at_once = false;
        for (std::size_t at = 0; at < touching; at += lanes<A>) {
            const std::uint32_t some = touching - at < lanes<A> ? (1u << (touching - at)) - 1 : all_lanes<A>;
            const MovingDiscs<A> discs = discs_of(agents + at);
            const std::uint32_t at_once = push_from_first(discs, agents + at, some);
            if (at_once == 0) continue;
            any_at_once = true;
            pairs_.add(at, load<A>(touching_ + at), at_once, box_of(discs, F(soon_)), time_second);
        }
        if (!any_at_once) return;
        pairs_.finish(time_second);
        const std::size_t twice = list_touching();
        for (std::size_t at = 0; at < twice; at += lanes<A>) {
            const std::uint32_t some = twice - at < lanes<A> ? (1u << (twice - at)) - 1 : all_lanes<A>;
            push_from_second(discs_of(agents + at), agents + at, some);
        }
    }

    /// The forces of the agents in `some`. Returns those that touch within soon_; of all it is unknown again
    /// what they touch.
    std::uint32_t push_from_first(const MovingDiscs<A>& discs, const std::uint32_t* agents,
                                  std::uint32_t some) {
        alignas(64) std::uint32_t records[lanes<A>];
        read_first_records(agents, records);
        const MovingDiscs<A> seen = seen_from(records, discs);
        const Touch<A> touch = touch_of(seen, records);
        const F t = touch.time();
        F nx, ny;
        const F depth = touch.normal(t, nx, ny);
        const F closing = seen.vx * nx + seen.vy * ny;
        const F late = max_keep_nan(t, F(soon_));
        const F turns = F(1) - F(soon_ * 0.75f) / late;
        const F way = select(seen.vx * ny - seen.vy * nx < F(0), F(0) - turns, turns);
        const FloatMask<A> meets = closing > F(0);
        const F push = closing / (late + late) + depth / (late * late * F(4));
        alignas(64) float force_x[lanes<A>], force_y[lanes<A>], along_x[lanes<A>], along_y[lanes<A>];
        write(force_x, select(meets, push * (way * ny - nx), F(0)));
        write(force_y, select(meets, push * (F(0) - way * nx - ny), F(0)));
        write(along_x, discs.vx - nx * closing);
        write(along_y, discs.vy - ny * closing);
        for (std::uint32_t left = some; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(left));
            const std::size_t agent = agent_of(agents[lane]);
            force_x_[agent] = force_x[lane];
            force_y_[agent] = force_y[lane];
            agent_[agent].along_x = along_x[lane];
            agent_[agent].along_y = along_y[lane];
            first_time_[agent] = never;
        }
        return some & bits(meets && (t <= F(soon_)));
    }

    /// The other wall of a corner.
    void push_from_second(const MovingDiscs<A>& discs, const std::uint32_t* agents, std::uint32_t some) {
        alignas(64) std::uint32_t records[lanes<A>];
        read_first_records(agents, records);
        const MovingDiscs<A> seen = seen_from(records, discs);
        const Touch<A> corner = touch_of(seen, records);
        F nx, ny, along[2];
        const F depth = corner.normal(corner.time(), nx, ny);
        read_along(agents, records, along);
        const F closing = along[0] * nx + along[1] * ny;
        const F soon(soon_);
        const F push = closing / (soon + soon) + depth / (soon * soon * F(4));
        alignas(64) float less_x[lanes<A>], less_y[lanes<A>];
        write(less_x, push * nx);
        write(less_y, push * ny);
        for (std::uint32_t left = some; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(left));
            const std::size_t agent = agent_of(agents[lane]);
            force_x_[agent] = force_x_[agent] - less_x[lane];
            force_y_[agent] = force_y_[agent] - less_y[lane];
        }
    }

    const ObstacleIndex& index_;
    Pairs pairs_;
    float horizon_, soon_;
    float body_;  ///< the largest, and that of all agents without a stream
    const float* bodies_;
    alignas(64) Record agent_[Pairs::agents];
    /// The first touch of each agent so far; where the time is infinite, the others are not set.
    alignas(64) float first_time_[Pairs::agents], first_speed_[Pairs::agents];
    alignas(64) std::uint32_t first_record_[Pairs::agents];
    alignas(64) std::int32_t touching_[Pairs::agents + lanes<A>];
    alignas(64) float force_x_[Pairs::agents], force_y_[Pairs::agents];
};

}  // namespace
}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "obstacles/obstacle_data.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "simd/sine.hpp"
#include "stage/contract.hpp"

namespace wend::detail {
namespace {

/// The locomotion's options (kernels/docs/math.md, "Locomotion's options").
template <class A>
class MotionLimits {
    using F = Floats<A>;

  public:
    struct Velocity {
        F x, y;
    };

    MotionLimits(const StageInput& in, const Locomotion& parameters)
        : raises_speed_(parameters.min_speed.has_value()),
          min_speed_(as_read(parameters.min_speed.value_or(0))) {
        if (!parameters.max_turn_rate) return;
        const float angle = *parameters.max_turn_rate * in.ticks.dt;
        limits_turn_ = angle < pi_f;
        if (!limits_turn_) return;
        const SineCosine<A> half = sine_cosine<A>(F(angle * 0.5f));
        cosine_ = (half.cosine - half.sine) * (half.cosine + half.sine);
        sine_ = (F(2) * half.sine) * half.cosine;
    }

    /// Of the vector of agents at `at`, whose new velocity would be `w`.
    [[nodiscard]] Velocity limited(const StageInput& in, std::size_t at, Velocity w) const {
        const F vx = flushed(load<A>(in.get<Stream::velocity_x>() + at));
        const F vy = flushed(load<A>(in.get<Stream::velocity_y>() + at));
        if (limits_turn_) w = turned(vx, vy, w);
        if (raises_speed_) w = raised(vx, vy, w);
        return {flushed(w.x), flushed(w.y)};
    }

  private:
    Velocity turned(const F& vx, const F& vy, const Velocity& w) const {
        const F turn = vx * w.y - vy * w.x;
        const F along = vx * w.x + vy * w.y;
        const F squared = squared_length(vx, vy);
        const FloatMask<A> right = turn < F(0);
        const F turn_size = select(right, turn * F(-1), turn);
        const FloatMask<A> too_far = (turn_size * cosine_ >= along * sine_) && (squared > F(0));
        const F k = sqrt(squared_length(w.x, w.y)) / sqrt(max_keep_nan(squared, F(squared_length_floor)));
        const F ux = vx * k;
        const F uy = vy * k;
        const F s = select(right, sine_ * F(-1), sine_);
        return {select(too_far, ux * cosine_ - uy * s, w.x), select(too_far, uy * cosine_ + ux * s, w.y)};
    }

    Velocity raised(const F& vx, const F& vy, const Velocity& w) const {
        const FloatMask<A> rest = squared_length(w.x, w.y) == F(0);
        const F bx = select(rest, vx, w.x);
        const F by = select(rest, vy, w.y);
        const F squared = squared_length(bx, by);
        const F length = sqrt(max_keep_nan(squared, F(squared_length_floor)));
        const F k = min_speed_ / length;
        const FloatMask<A> slow = rest || (length < min_speed_);
        const FloatMask<A> nowhere = squared == F(0);
        return {select(nowhere, min_speed_, select(slow, bx * k, w.x)), select(slow, by * k, w.y)};
    }

    bool limits_turn_ = false;
    bool raises_speed_;
    F cosine_ = F(1);
    F sine_ = F(0);
    F min_speed_;
};

/// The vehicle model (kernels/docs/math.md, "Locomotion"). `uniform`: none of the three limits is a stream,
/// so that derived values are computed once a call; the division dt / mass alone is a third of an
/// agent's cost otherwise. `limited`: the options are there.
template <class A, bool uniform, bool limited>
class LocomotionKernel {
    using F = Floats<A>;

  public:
    LocomotionKernel(const StageInput& in, const Locomotion& parameters)
        : bounds_(parameters.bounds),
          area_(parameters.area),
          walled_(ObstacleDataAccess::data(parameters.obstacles).count != 0),
          dt_(in.ticks.dt),
          limits_(derive(Floats<A>(in.limits.max_force), Floats<A>(in.limits.max_speed),
                         Floats<A>(in.limits.mass))),
          whole_step_(scale_to(limits_.max_force, limits_.force_floor, limits_.force_floor) * limits_.step),
          plain_(plain_positions(in, parameters, walled_)),
          options_(in, parameters) {}

    /// Hands the velocity of each vector, not yet truncated, and its factor to `next(w, velocity)`.
    template <Reading reading, class Next>
    [[gnu::always_inline]] void push(const StageInput& in, StageOutput& out, Reader<A, reading>& reader,
                                     std::size_t slot, AgentBatch<A>& q, Next&& next) const {
        VectorLimits own[batch_vectors];
        if constexpr (!uniform) {
#pragma GCC unroll 4
            for (int w = 0; w < batch_vectors; ++w) own[w] = read_limits(in, reader, vector_slot(slot, w), w);
        }
        const auto limits = [&](int w) -> const VectorLimits& { return uniform ? limits_ : own[w]; };
        if constexpr (limited)
            if (in.writes_outputs) write_forces(out, slot, limits, q);
        scale_forces(limits, q);
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const F vx = q.velocity_x[w] + q.force_x[w];
            const F vy = q.velocity_y[w] + q.force_y[w];
            next(w,
                 ScaledDirection<A>{
                     vx, vy, scale_to(limits(w).max_speed, squared_length(vx, vy), limits(w).speed_floor)});
        }
    }

    /// `staged`: the forces come from scratch; only such programs keep steps for swept path following. Leaves
    /// positions as they come: finish() follows.
    template <bool staged>
    [[gnu::always_inline]] void move(const StageInput& in, StageOutput& out, std::size_t slot, int w,
                                     const ScaledDirection<A>& velocity, AgentBatch<A>& q) const {
        q.velocity_x[w] = flushed(velocity.x * velocity.factor);
        q.velocity_y[w] = flushed(velocity.y * velocity.factor);
        if constexpr (limited) {
            if (in.picked_x != nullptr) take_picked(in, vector_slot(slot, w), q, w);
            const auto result =
                options_.limited(in, vector_slot(slot, w), {q.velocity_x[w], q.velocity_y[w]});
            q.velocity_x[w] = result.x;
            q.velocity_y[w] = result.y;
        }
        const F step_x = q.velocity_x[w] * dt_;
        const F step_y = q.velocity_y[w] * dt_;
        if constexpr (staged)
            if (in.keep_step) keep_step(out, vector_slot(slot, w), q, w, step_x, step_y);
        q.position_x[w] = q.position_x[w] + step_x;
        q.position_y[w] = q.position_y[w] + step_y;
    }

    /// Brings the new positions inside the bounds and holds agents at obstacles, flushes and checks them:
    /// adds agents whose position is not finite to `faults`; says whether the next tick must look at its
    /// inputs (a position beyond the limit is stored, and is a fault then).
    [[gnu::always_inline]] bool finish(const StageInput& in, StageOutput& out, AgentBatch<A>& q,
                                       std::uint64_t& faults, std::size_t slot) const {
        Ints<A> far_x(0);
        Ints<A> far_y(0);
        const auto reach = [&](const F& x, const F& y) {
            far_x = max(far_x, magnitude_bits(x - plain_.center_x));
            far_y = max(far_y, magnitude_bits(y - plain_.center_y));
        };
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) reach(q.position_x[w], q.position_y[w]);
        if constexpr (!short_steps) {
            if (walled_)
                for (int w = 0; w < batch_vectors; ++w)
                    reach(load<A>(in.get<Stream::position_x>() + vector_slot(slot, w)),
                          load<A>(in.get<Stream::position_y>() + vector_slot(slot, w)));
        }
        bool look_again = false;
        if (any(greater(far_x, plain_.half_x)) || any(greater(far_y, plain_.half_y))) [[unlikely]] {
            if (walled_ || (bounds_ != Bounds::none && any_outside(q))) step_at_edge(in, out, slot, q);
            look_again = find_lost(q, faults, slot);
        }
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            q.position_x[w] = flushed(q.position_x[w]);
            q.position_y[w] = flushed(q.position_y[w]);
        }
        return look_again;
    }

    /// Whether a stored value may be beyond component_limit: a step kept for swept path following (next to a
    /// wall, or on the way across the origin, the position does not tell), or a velocity that an option made.
    [[nodiscard]] static bool may_store_beyond_limit(const StageInput& in) {
        const float fastest = in.get<Stream::max_speed>() == nullptr ? in.limits.max_speed : component_limit;
        return (in.keep_step && fastest * in.ticks.dt > component_limit * 0.5f) ||
               (limited && fastest > component_limit * 0.5f);
    }

    [[gnu::always_inline]] static void store_state(const StageInput& in, StageOutput& out, std::size_t slot,
                                                   const AgentBatch<A>& q, std::uint64_t faults) {
        store_batch<A>(out.get<Stream::position_x>(), slot, q.position_x, faults);
        store_batch<A>(out.get<Stream::position_y>(), slot, q.position_y, faults);
        store_batch<A>(out.get<Stream::velocity_x>(), slot, q.velocity_x, faults);
        store_batch<A>(out.get<Stream::velocity_y>(), slot, q.velocity_y, faults);
        if constexpr (limited)
            if (in.writes_outputs) write_heading(in, out, slot, q);
    }

  private:
    struct VectorLimits {
        F max_force, force_floor, max_speed, speed_floor, step;
    };

    VectorLimits derive(const F& max_force, const F& max_speed, const F& mass) const {
        const F least(squared_length_floor);
        return {max_force, max_keep_nan(max_force * max_force, least), max_speed,
                max_keep_nan(max_speed * max_speed, least), dt_ / mass};
    }

    static void take_picked(const StageInput& in, std::size_t at, AgentBatch<A>& q, int w) {
        const F x = load<A>(in.picked_x + at);
        const F y = load<A>(in.picked_y + at);
        const FloatMask<A> picked = (x == x) && (y == y);
        q.velocity_x[w] = select(picked, x, q.velocity_x[w]);
        q.velocity_y[w] = select(picked, y, q.velocity_y[w]);
    }

    // The outputs: `out` is scratch here, from which agents at fault are not committed.

    static void write_where_bound(float* to, std::size_t at, const F& value) {
        if (to != nullptr) write(to + at, value);
    }

    template <class LimitsOf>
    static void write_forces(const StageOutput& out, std::size_t slot, const LimitsOf& limits,
                             const AgentBatch<A>& q) {
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            const F& x = q.force_x[w];
            const F& y = q.force_y[w];
            const F k = scale_to(limits(w).max_force, squared_length(x, y), limits(w).force_floor);
            write_where_bound(out.get<Stream::force_x>(), at, flushed(x));
            write_where_bound(out.get<Stream::force_y>(), at, flushed(y));
            write_where_bound(out.get<Stream::steering_force_x>(), at, flushed(x * k));
            write_where_bound(out.get<Stream::steering_force_y>(), at, flushed(y * k));
        }
    }

    static void write_heading(const StageInput& in, StageOutput& out, std::size_t slot,
                              const AgentBatch<A>& q) {
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            const F squared = squared_length(q.velocity_x[w], q.velocity_y[w]);
            const F k = scale_to(F(1), squared, F(squared_length_floor));
            const FloatMask<A> moves = squared > F(0);
            const auto write_component = [&](const float* before, float* to, const F& velocity) {
                if (to != nullptr) write(to + at, select(moves, flushed(velocity * k), load<A>(before + at)));
            };
            write_component(in.get<Stream::heading_x>(), out.get<Stream::heading_x>(), q.velocity_x[w]);
            write_component(in.get<Stream::heading_y>(), out.get<Stream::heading_y>(), q.velocity_y[w]);
        }
    }

    /// `out` is scratch here, from which agents at fault are not committed.
    static void keep_step(const StageOutput& out, std::size_t at, const AgentBatch<A>& q, int w,
                          const F& step_x, const F& step_y) {
        write(out.get<Stream::previous_x>() + at, without_negative_zero(q.position_x[w]));
        write(out.get<Stream::previous_y>() + at, without_negative_zero(q.position_y[w]));
        write(out.get<Stream::step_x>() + at, flushed(step_x));
        write(out.get<Stream::step_y>() + at, flushed(step_y));
    }

    template <Reading reading>
    VectorLimits read_limits(const StageInput& in, Reader<A, reading>& reader, std::size_t at, int w) const {
        const auto value = [&](const float* stream, const float given) {
            return stream == nullptr ? F(given) : reader.read(stream, at, w);
        };
        const F max_force = value(in.get<Stream::max_force>(), in.limits.max_force);
        const F max_speed = value(in.get<Stream::max_speed>(), in.limits.max_speed);
        const F mass = value(in.get<Stream::mass>(), in.limits.mass);
        reader.fault(max_force < F(0), w);
        reader.fault(max_speed < F(0), w);
        reader.fault(mass <= F(0), w);
        return derive(max_force, max_speed, mass);
    }

    /// Every force's factor is min(1, max_force / length) * dt / mass. A batch whose forces all are within
    /// the limit saves a root and a division, 0.13 of seek's 0.62 ns on AVX-512: all of its factors are
    /// whole_step_.
    template <class LimitsOf>
    void scale_forces(const LimitsOf& limits, AgentBatch<A>& q) const {
        F squared[batch_vectors];
        Ints<A> longest(0);  // no float: a maximum of floats after a NaN forgets what was before it
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            squared[w] = squared_length(q.force_x[w], q.force_y[w]);
            longest = max(longest, as_ints(squared[w]));
        }
        if (uniform && !any(greater(longest, as_ints(limits_.force_floor)))) {
#pragma GCC unroll 4
            for (int w = 0; w < batch_vectors; ++w) {
                q.force_x[w] = q.force_x[w] * whole_step_;
                q.force_y[w] = q.force_y[w] * whole_step_;
            }
            return;
        }
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const F g = scale_to(limits(w).max_force, squared[w], limits(w).force_floor) * limits(w).step;
            q.force_x[w] = q.force_x[w] * g;
            q.force_y[w] = q.force_y[w] * g;
        }
    }

    /// Agents whose position is not finite, into `faults`; whether any is beyond the limit.
    static bool find_lost(const AgentBatch<A>& q, std::uint64_t& faults, std::size_t slot) {
        Ints<A> largest[batch_vectors];
        Ints<A> all(0);
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            largest[w] = max(magnitude_bits(q.position_x[w]), magnitude_bits(q.position_y[w]));
            all = max(all, largest[w]);
        }
        if (!any(greater(all, Ints<A>(limit_bits)))) return false;
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const std::uint64_t lost = bits(greater(largest[w], Ints<A>(infinity_bits - 1)));
            faults |= lost << (slot % group_size + 16 * static_cast<unsigned>(w));
        }
        return true;
    }

    /// No velocity is above the value of max_speed.
    static constexpr bool short_steps = uniform && !limited;

    /// Positions about which nothing is to be done: nearer to a rectangle's center than its half width, a
    /// little less so that no rounding puts a position outside on this side. Without bounds and walls,
    /// positions that are a fault neither now nor in the next tick. With walls in a large rectangle without a
    /// wall, from whose inside the agents also come: from a step beside it, or the old positions are looked
    /// at.
    struct Plain {
        F center_x, center_y;
        Ints<A> half_x, half_y;
    };

    static Plain plain_positions(const StageInput& in, const Locomotion& parameters, bool walled) {
        if (walled) [[unlikely]]
            return between(open_rectangle(in, parameters));
        if (parameters.bounds == Bounds::none) return {F(0), F(0), Ints<A>(limit_bits), Ints<A>(limit_bits)};
        return between(sides_of(parameters.area));
    }

    struct Sides {
        double low_x, high_x, low_y, high_y;
    };

    static Sides sides_of(const Rectangle& area) {
        return {static_cast<double>(area.min_x), static_cast<double>(area.max_x),
                static_cast<double>(area.min_y), static_cast<double>(area.max_y)};
    }

    /// Without a wall, and inside the bounds.
    [[gnu::noinline, gnu::cold]] static Sides open_rectangle(const StageInput& in,
                                                             const Locomotion& parameters) {
        const Clearance& open = ObstacleDataAccess::data(parameters.obstacles).clearance;
        Sides sides{open.open_min_x, open.open_max_x, open.open_min_y, open.open_max_y};
        if (parameters.bounds != Bounds::none) {
            const Sides area = sides_of(parameters.area);
            sides = {area.low_x > sides.low_x ? area.low_x : sides.low_x,
                     area.high_x < sides.high_x ? area.high_x : sides.high_x,
                     area.low_y > sides.low_y ? area.low_y : sides.low_y,
                     area.high_y < sides.high_y ? area.high_y : sides.high_y};
        }
        const double step = short_steps ? static_cast<double>(in.limits.max_speed) *
                                              static_cast<double>(in.ticks.dt) * (1 + 0x1p-18)
                                        : 0;
        const auto shrink = [&](double& low, double& high) {
            const double away =
                step + (std::fabs(low) + std::fabs(high)) * 0x1p-20 + static_cast<double>(component_floor);
            low += away;
            high -= away;
        };
        shrink(sides.low_x, sides.high_x);
        shrink(sides.low_y, sides.high_y);
        return sides;
    }

    static Plain between(const Sides& sides) {
        Plain result{F(0), F(0), Ints<A>(0), Ints<A>(0)};
        between(sides.low_x, sides.high_x, result.center_x, result.half_x);
        between(sides.low_y, sides.high_y, result.center_y, result.half_y);
        return result;
    }

    static void between(double low, double high, F& center, Ints<A>& half) {
        const float middle = static_cast<float>(low * 0.5 + high * 0.5);
        const double above = high - static_cast<double>(middle);
        const double below = static_cast<double>(middle) - low;
        const double least = (above < below ? above : below) * (1 - 0x1p-20);
        center = F(middle);
        half = Ints<A>(least > 0 ? std::bit_cast<std::int32_t>(static_cast<float>(least)) : -1);
    }

    /// Exactly: agents that rest on an edge are inside, at every tick.
    bool any_outside(const AgentBatch<A>& q) const {
        FloatMask<A> outside = F(0) < F(0);
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            outside = outside || (q.position_x[w] < F(area_.min_x)) || (q.position_x[w] >= F(area_.max_x));
            outside = outside || (q.position_y[w] < F(area_.min_y)) || (q.position_y[w] >= F(area_.max_y));
        }
        return any(outside);
    }

    /// Out of line, on a copy: the vectors of the hot way stay in registers.
    static void step_at_edge(const StageInput& in, StageOutput& out, std::size_t slot, AgentBatch<A>& q) {
        EdgeBatch copy;
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            write(copy.x[w], q.position_x[w]);
            write(copy.y[w], q.position_y[w]);
            write(copy.velocity_x[w], q.velocity_x[w]);
            write(copy.velocity_y[w], q.velocity_y[w]);
        }
        in.step_at_edge(in, out, slot, copy);
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            q.position_x[w] = load<A>(copy.x[w]);
            q.position_y[w] = load<A>(copy.y[w]);
            q.velocity_x[w] = load<A>(copy.velocity_x[w]);
            q.velocity_y[w] = load<A>(copy.velocity_y[w]);
        }
    }

    Bounds bounds_;
    Rectangle area_;
    bool walled_;
    F dt_;
    VectorLimits limits_;
    F whole_step_;
    Plain plain_;
    struct NoOptions {
        NoOptions(const StageInput&, const Locomotion&) {}
    };
    [[no_unique_address]] std::conditional_t<limited, MotionLimits<A>, NoOptions> options_;
};

}  // namespace
}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "lanes.hpp"
#include "quad.hpp"
#include "stage_call.hpp"

namespace wend::detail {
namespace {

/// The vehicle model (kernels/docs/math.md, "Locomotion"). `uniform`: none of the three limits is a stream, so that what derives from them
/// is computed once a call; the division dt / mass alone is a third of an agent's cost otherwise.
template <class A, bool uniform>
class LocomotionKernel {
    using F = Floats<A>;

  public:
    LocomotionKernel(const StageCall& call, const LocomotionParameters& parameters)
        : parameters_(parameters),
          dt_(call.dt),
          limits_(derive(Floats<A>(call.max_force), Floats<A>(call.max_speed), Floats<A>(call.mass))) {}

    /// `staged`: the forces come from scratch; only such programs keep steps for swept path following.
    template <bool checked, bool staged>
    void apply(const StageCall& call, Reader<A, checked>& reader, std::size_t slot, Quad<A>& q) const {
#pragma GCC unroll 4
        for (int w = 0; w < quad; ++w) {
            const Limits limits = uniform ? limits_ : read_limits(call, reader, vector_slot(slot, w), w);
            const F g = scale_to(limits.max_force, squared_length(q.force_x[w], q.force_y[w]), limits.force_floor) *
                        limits.step;
            const F vx = q.velocity_x[w] + q.force_x[w] * g;
            const F vy = q.velocity_y[w] + q.force_y[w] * g;
            const F r = scale_to(limits.max_speed, squared_length(vx, vy), limits.speed_floor);
            q.velocity_x[w] = flushed(vx * r);
            q.velocity_y[w] = flushed(vy * r);
            const F step_x = q.velocity_x[w] * dt_;
            const F step_y = q.velocity_y[w] * dt_;
            if constexpr (staged)
                if (call.swept) keep_step(call, vector_slot(slot, w), q, w, step_x, step_y);
            q.position_x[w] = q.position_x[w] + step_x;
            q.position_y[w] = q.position_y[w] + step_y;
        }
        if (parameters_.bounds != Bounds::none && any_outside(q)) [[unlikely]] bring_inside(q);
    }

    /// Flushes and checks the new positions: adds agents whose position is not finite to `faults`; says whether the next tick must look at its inputs
    /// (a position beyond the limit is stored, and is a fault then).
    bool finish(Quad<A>& q, std::uint64_t& faults, std::size_t slot) const {
        Ints<A> largest[quad];
        Ints<A> all(0);
#pragma GCC unroll 4
        for (int w = 0; w < quad; ++w) {
            const Ints<A> x = magnitude_bits(q.position_x[w]);
            const Ints<A> y = magnitude_bits(q.position_y[w]);
            q.position_x[w] = keep(greater(x, Ints<A>(floor_bits - 1)), q.position_x[w]);
            q.position_y[w] = keep(greater(y, Ints<A>(floor_bits - 1)), q.position_y[w]);
            largest[w] = max(x, y);
            all = max(all, largest[w]);
        }
        if (!any(greater(all, Ints<A>(limit_bits)))) [[likely]] return false;
#pragma GCC unroll 4
        for (int w = 0; w < quad; ++w) {
            const std::uint64_t lost = bits(greater(largest[w], Ints<A>(infinity_bits - 1)));
            faults |= lost << (slot % group_size + 16 * static_cast<unsigned>(w));
        }
        return true;
    }

    /// Whether a step kept for swept path following may be beyond what is read: next to a wall, or on the way across the origin, the position does not tell.
    [[nodiscard]] static bool keeps_long_steps(const StageCall& call) {
        const float fastest = call.input<Stream::max_speed>() == nullptr ? call.max_speed : component_limit;
        return call.swept && fastest * call.dt > component_limit * 0.5f;
    }

    static void store_state(const StageCall& call, std::size_t slot, const Quad<A>& q, std::uint64_t faults) {
        store_quad<A>(call.output<Stream::position_x>(), slot, q.position_x, faults);
        store_quad<A>(call.output<Stream::position_y>(), slot, q.position_y, faults);
        store_quad<A>(call.output<Stream::velocity_x>(), slot, q.velocity_x, faults);
        store_quad<A>(call.output<Stream::velocity_y>(), slot, q.velocity_y, faults);
    }

  private:
    struct Limits {
        F max_force, force_floor, max_speed, speed_floor, step;
    };

    Limits derive(const F& max_force, const F& max_speed, const F& mass) const {
        const F least(squared_length_floor);
        return {max_force, floored(max_force * max_force, least), max_speed, floored(max_speed * max_speed, least), dt_ / mass};
    }

    /// `out` is scratch here, from which nobody at fault is committed.
    static void keep_step(const StageCall& call, std::size_t at, const Quad<A>& q, int w, const F& step_x, const F& step_y) {
        write(call.output<Stream::previous_x>() + at, q.position_x[w]);
        write(call.output<Stream::previous_y>() + at, q.position_y[w]);
        write(call.output<Stream::step_x>() + at, flushed(step_x));
        write(call.output<Stream::step_y>() + at, flushed(step_y));
    }

    template <bool checked>
    Limits read_limits(const StageCall& call, Reader<A, checked>& reader, std::size_t at, int w) const {
        const auto value = [&](const float* stream, const float given) {
            return stream == nullptr ? F(given) : reader.read(stream, at, w);
        };
        const F max_force = value(call.input<Stream::max_force>(), call.max_force);
        const F max_speed = value(call.input<Stream::max_speed>(), call.max_speed);
        const F mass = value(call.input<Stream::mass>(), call.mass);
        reader.fault(max_force < F(0), w);
        reader.fault(max_speed < F(0), w);
        reader.fault(mass <= F(0), w);
        return derive(max_force, max_speed, mass);
    }

    /// Few agents are at an edge in any tick, so whole quads skip the work.
    bool any_outside(const Quad<A>& q) const {
        const Rectangle& area = parameters_.area;
        FloatMask<A> outside = (q.position_x[0] < F(area.min_x)) || (q.position_x[0] >= F(area.max_x));
#pragma GCC unroll 4
        for (int w = 0; w < quad; ++w) {
            outside = outside || (q.position_x[w] < F(area.min_x)) || (q.position_x[w] >= F(area.max_x));
            outside = outside || (q.position_y[w] < F(area.min_y)) || (q.position_y[w] >= F(area.max_y));
        }
        return any(outside);
    }

    void bring_inside(Quad<A>& q) const {
        const Rectangle& area = parameters_.area;
        for (int w = 0; w < quad; ++w) {
            bring_inside(q.position_x[w], q.velocity_x[w], F(area.min_x), F(area.max_x), F(area.max_x - area.min_x));
            bring_inside(q.position_y[w], q.velocity_y[w], F(area.min_y), F(area.max_y), F(area.max_y - area.min_y));
        }
    }

    void bring_inside(F& p, F& v, const F& min, const F& max, const F& size) const {
        if (parameters_.bounds == Bounds::wrap) {
            F q = p - floor((p - min) / size) * size;
            q = select(q >= max, min, select(q < min, min, q));
            p = select((p < min) || (p >= max), q, p);
            return;
        }
        const FloatMask<A> outside = (p < min) || (p > max);
        const F t = (p - min) / (F(2) * size);
        const F m = (t - floor(t)) * F(2);
        const FloatMask<A> odd = m > F(1);
        F q = select(odd, max - (m - F(1)) * size, min + m * size);
        q = select(q < min, min, select(q > max, max, q));
        p = select(outside, q, p);
        v = flushed(select(outside && odd, v * F(-1), v));
    }

    LocomotionParameters parameters_;
    F dt_;
    Limits limits_;
};

}  // namespace
}  // namespace wend::detail

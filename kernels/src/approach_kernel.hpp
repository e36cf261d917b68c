// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "draws.hpp"
#include "lanes.hpp"
#include "quad.hpp"
#include "sine.hpp"
#include "stage_call.hpp"
#include "wend/random.hpp"

namespace wend::detail {
namespace {

/// The homing walk (kernels/docs/math.md, "Approach").
template <class A>
class ApproachKernel {
    using F = Floats<A>;
    using U = Words<A>;
    using Mask = FloatMask<A>;

  public:
    explicit ApproachKernel(const StageCall& call)
        : call_(call),
          parameters_(call.stages->approach),
          key_(call.seed, 0, purpose(Purpose::approach)),
          key_jitter_(call.seed, 0, purpose(Purpose::approach_jitter)),
          dt_(call.dt),
          repicks_(parameters_.repick_interval > 0),
          tells_velocity_(call.output<Stream::velocity_x>() != nullptr ||
                          call.output<Stream::velocity_y>() != nullptr) {}

    template <bool checked>
    void run() const {
        bool look_again = false;
        for (std::size_t group = 0; group < call_.groups; ++group) {
            const GroupIds<A> ids(call_, group);
            for (std::size_t h = 0; h < quads_in_group<A>; ++h) {
                const std::size_t slot = quad_slot<A>(group, h);
                Reader<A, checked> reader;
                Walkers walkers;
#pragma GCC unroll 4
                for (int w = 0; w < quad; ++w) {
                    const Places p = read_places(reader, vector_slot(slot, w), w);
                    advance(reader, ids, h, vector_slot(slot, w), w, p, walkers);
                }
                std::uint64_t& faults = call_.faults[group];
                look_again |= reader.finish(faults, slot % group_size);
                look_again |= finish(walkers, faults, slot);
                store(walkers, slot, faults);
            }
        }
        if (look_again) *call_.check_next = true;
    }

  private:
    /// What a quad's agents become.
    struct Walkers {
        F position_x[quad], position_y[quad];
        F walk_x[quad], walk_y[quad];
        F velocity_x[quad], velocity_y[quad];
        F seconds_left[quad];
        U decision[quad], arrived[quad];
    };

    struct Places {
        F px, py, tx, ty;
        F dx, dy;  ///< the way to the target
    };

    template <bool checked>
    Places read_places(Reader<A, checked>& reader, std::size_t at, int w) const {
        Places p;
        p.px = reader.read(call_.input<Stream::position_x>(), at, w);
        p.py = reader.read(call_.input<Stream::position_y>(), at, w);
        p.tx = reader.read(call_.input<Stream::target_x>(), at, w);
        p.ty = reader.read(call_.input<Stream::target_y>(), at, w);
        p.dx = p.tx - p.px;
        p.dy = p.ty - p.py;
        return p;
    }

    template <bool checked>
    F read_speed(Reader<A, checked>& reader, std::size_t at, int w) const {
        const float* const stream = call_.input<Stream::speed>();
        if (stream == nullptr) return F(parameters_.speed);
        const F speed = reader.read(stream, at, w);
        reader.fault(speed < F(0), w);
        return speed;
    }

    template <bool checked>
    void advance(Reader<A, checked>& reader, const GroupIds<A>& ids, std::size_t h, std::size_t at, int w,
                 const Places& p, Walkers& to) const {
        F walk_x = reader.read(call_.input<Stream::walk_x>(), at, w);
        F walk_y = reader.read(call_.input<Stream::walk_y>(), at, w);
        U decision = load<A>(call_.input<Stream::decision>() + at);
        const F speed = read_speed(reader, at, w);
        const F zero(0);

        const Mask home = (p.dx == zero) && (p.dy == zero);
        Mask due = (p.px == walk_x) && (p.py == walk_y);
        F left = zero;
        if (repicks_) {
            left = reader.read(call_.input<Stream::seconds_left>(), at, w);
            due = due || (left <= zero);
        }
        due = due && !home;
        if (any(due)) {
            pick(ids.ids(h, w), p, decision, due, walk_x, walk_y);
            decision = select(due, decision + U(1), decision);
            left = select(due, F(parameters_.repick_interval), left);
        }

        const F rx = walk_x - p.px;
        const F ry = walk_y - p.py;
        const F r = sqrt(floored(squared_length(rx, ry), F(squared_length_floor)));
        const F travel = speed * dt_;
        const F c = travel / r;
        const Mask reaches = travel >= r;
        const F x = select(home, p.px, select(reaches, walk_x, flushed(p.px + rx * c)));
        const F y = select(home, p.py, select(reaches, walk_y, flushed(p.py + ry * c)));
        to.position_x[w] = x;
        to.position_y[w] = y;
        to.walk_x[w] = select(home, p.px, walk_x);
        to.walk_y[w] = select(home, p.py, walk_y);
        to.decision[w] = decision;
        to.seconds_left[w] = select(home, zero, flushed(left - dt_));
        to.arrived[w] = select((x == p.tx) && (y == p.ty), U(1), U(0));
        if (!tells_velocity_) return;
        const F k = speed / r;
        to.velocity_x[w] = select(home, zero, flushed(rx * k));
        to.velocity_y[w] = select(home, zero, flushed(ry * k));
    }

    /// The next point to walk to, for the agents in `due`.
    void pick(const U& ids, const Places& p, const U& decision, const Mask& due, F& walk_x, F& walk_y) const {
        const F d = sqrt(floored(squared_length(p.dx, p.dy), F(squared_length_floor)));
        F s = F(parameters_.step_fraction) * d;
        if (parameters_.step_jitter > 0) {
            const F u = uniform<A>(key_jitter_.of_ids(ids, decision));
            s = s * (F(1) + F(parameters_.step_jitter) * (F(2) * u - F(1)));
        }
        const F shortest(parameters_.min_step), longest(parameters_.max_step),
            aggro(parameters_.aggro_radius);
        s = select(s < shortest, shortest, s);
        s = select(s > longest, longest, s);

        const F near = select(d > aggro, aggro, d) / aggro;
        const F fov = (F(parameters_.max_fov) * near) * F(0.5f);
        const U word = key_.of_ids(ids, decision);
        const F left = uniform<A>(shift_left<1>(word)) * fov;
        const F angle = as_floats<A>(as_ints(left) ^ as_ints(word & U(0x80000000u)));
        const SineCosine<A> turn = sine_cosine<A>(angle);
        const F k = s / d;
        const F ux = p.dx * k;
        const F uy = p.dy * k;
        const F x = flushed(p.px + (ux * turn.cosine - uy * turn.sine));
        const F y = flushed(p.py + (ux * turn.sine + uy * turn.cosine));
        const Mask to_target = (s > d) || ((x == p.px) && (y == p.py));
        walk_x = select(due, select(to_target, p.tx, x), walk_x);
        walk_y = select(due, select(to_target, p.ty, y), walk_y);
    }

    /// Adds agents whose position is not finite to `faults`; says whether the next tick must look at its
    /// inputs (a point beyond the limit is stored, and is a fault then).
    static bool finish(const Walkers& to, std::uint64_t& faults, std::size_t slot) {
        Ints<A> position[quad];
        Ints<A> all(0);
#pragma GCC unroll 4
        for (int w = 0; w < quad; ++w) {
            position[w] = max(magnitude_bits(to.position_x[w]), magnitude_bits(to.position_y[w]));
            all = max(all, max(position[w], max(magnitude_bits(to.walk_x[w]), magnitude_bits(to.walk_y[w]))));
        }
        if (!any(greater(all, Ints<A>(limit_bits)))) [[likely]]
            return false;
#pragma GCC unroll 4
        for (int w = 0; w < quad; ++w) {
            const std::uint64_t lost = bits(greater(position[w], Ints<A>(infinity_bits - 1)));
            faults |= lost << (slot % group_size + 16 * static_cast<unsigned>(w));
        }
        return true;
    }

    void store(const Walkers& to, std::size_t slot, std::uint64_t faults) const {
        store_quad<A>(call_.output<Stream::position_x>(), slot, to.position_x, faults);
        store_quad<A>(call_.output<Stream::position_y>(), slot, to.position_y, faults);
        store_quad<A>(call_.output<Stream::walk_x>(), slot, to.walk_x, faults);
        store_quad<A>(call_.output<Stream::walk_y>(), slot, to.walk_y, faults);
        store_quad<A>(call_.output<Stream::decision>(), slot, to.decision, faults);
        if (repicks_) store_quad<A>(call_.output<Stream::seconds_left>(), slot, to.seconds_left, faults);
        store_bound(call_.output<Stream::velocity_x>(), slot, to.velocity_x, faults);
        store_bound(call_.output<Stream::velocity_y>(), slot, to.velocity_y, faults);
        store_bound(call_.output<Stream::arrived>(), slot, to.arrived, faults);
    }
    template <class T>
    static void store_bound(T* stream, std::size_t slot, const Vector<T, A> (&value)[quad],
                            std::uint64_t faults) {
        if (stream != nullptr) store_quad<A>(stream, slot, value, faults);
    }

    const StageCall& call_;
    const ApproachParameters& parameters_;
    DrawKey<A> key_, key_jitter_;
    F dt_;
    bool repicks_, tells_velocity_;
};

template <class A>
void approach_stage(const StageCall& call) {
    const ApproachKernel<A> kernel(call);
    if (call.check)
        kernel.template run<true>();
    else
        kernel.template run<false>();
}

}  // namespace
}  // namespace wend::detail

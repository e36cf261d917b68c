// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>

#include "draws.hpp"
#include "lanes.hpp"
#include "quad.hpp"
#include "sine.hpp"
#include "stage_call.hpp"
#include "wend/random.hpp"

namespace wend::detail {
namespace {

/// The homing walk (kernels/docs/math.md, "Approach").
///
/// Agents choose rarely: they are on their way for hundreds of ticks. So a tile whose streams need no care,
/// which one look at the start tells, takes several ticks at once, and walks with as few operations as the
/// formula has: 13 cycles a vector, where the divider alone takes 7 (Zen 5). Who comes to stand on the
/// walk-to point steps aside; when the others are done, those who did choose together, in full vectors, and
/// take the ticks that they missed. A choice is a chain of 200 cycles, and of more instructions than a
/// processor looks ahead: chosen for tick by tick the whole walk takes 1.2 times as long, and in the vectors
/// that agents stand in 2 times (AVX-512, 3 agents in 1,000 choosing a tick).
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

    void run() const {
        Inputs inputs;
        if (call_.fill_caches && !repicks_ && parameters_.max_step <= tame_limit && call_.dt <= 1 &&
            tame_tile(inputs))
            walk(inputs);
        else if (call_.check)
            run_with_care<true>();
        else
            run_with_care<false>();
    }

  private:
    /// Far enough below the limit that no walk between such points passes it: chains come nearer to their
    /// targets with every step.
    static constexpr float tame_limit = 0x1p50f;
    /// Walk-to points have no component between 0 and this, so that any point but the point itself is 2^-60
    /// away at least, and the square of its distance not below squared_length_floor: one comparison tells who
    /// stands on it.
    static constexpr float tame_floor = 0x1p-35f;
    /// Ticks taken at once: after more of them, those who stepped aside are too many.
    static constexpr std::uint32_t stride = 8;

    /// What is read of the caller's streams, or of copies without what is to be flushed.
    struct Inputs {
        const float* target_x;
        const float* target_y;
        const float* speed;  ///< null: all have the parameter's
        alignas(64) float flushed[3][tile_size];
    };

    /// Who stepped aside: where, and before which of the stride's ticks.
    struct Aside {
        std::uint32_t slot[tile_size];
        float x[tile_size], y[tile_size], tick[tile_size];
        std::size_t count;
    };

    struct Places {
        F px, py, tx, ty;
        F dx, dy;  ///< the way to the target
    };

    struct Leg {
        F x, y;
        F rx, ry;      ///< the way to the walk-to point
        F squared, r;  ///< its length squared; its length, from the floor on
    };

    /// A tick's way from p to the walk-to point, no further. From that point itself: nowhere.
    [[nodiscard]] Leg walked(const F& px, const F& py, const F& walk_x, const F& walk_y,
                             const F& speed) const {
        Leg leg;
        leg.rx = walk_x - px;
        leg.ry = walk_y - py;
        leg.squared = squared_length(leg.rx, leg.ry);
        leg.r = sqrt(floored(leg.squared, F(squared_length_floor)));
        const F travel = speed * dt_;
        const F c = travel / leg.r;
        const Mask reaches = travel >= leg.r;
        leg.x = select(reaches, walk_x, flushed(px + leg.rx * c));
        leg.y = select(reaches, walk_y, flushed(py + leg.ry * c));
        return leg;
    }

    // ---- the usual case ----

    /// Whether nobody of the tile needs care, once what is to be flushed has been: in the state where it is,
    /// since every tick stores it flushed, and in copies of the inputs.
    [[nodiscard]] bool tame_tile(Inputs& inputs) const {
        inputs.target_x = call_.input<Stream::target_x>();
        inputs.target_y = call_.input<Stream::target_y>();
        inputs.speed = call_.input<Stream::speed>();
        float* const state[] = {call_.output<Stream::position_x>(), call_.output<Stream::position_y>(),
                                call_.output<Stream::walk_x>(), call_.output<Stream::walk_y>()};
        const float** const read[] = {&inputs.target_x, &inputs.target_y, &inputs.speed};
        const std::size_t end = call_.groups * group_size;
        CleanScan<A> all, walks;
        Mask backwards = F(0) < F(0);
        // A walk-to point keeps its -0 while nobody stores it; wherever else -0 is read, it comes to the same
        // as 0.
        constexpr std::int32_t negative_zero = std::numeric_limits<std::int32_t>::min();
        IntMask<A> unlike_stored = Ints<A>(0) == Ints<A>(1);
        for (std::size_t at = 0; at < end; at += lanes<A>) {
            all.add(load<A>(state[0] + at));
            all.add(load<A>(state[1] + at));
            const F walk_x = load<A>(state[2] + at), walk_y = load<A>(state[3] + at);
            walks.add(walk_x);
            walks.add(walk_y);
            unlike_stored = unlike_stored || (as_ints(walk_x) == Ints<A>(negative_zero)) ||
                            (as_ints(walk_y) == Ints<A>(negative_zero));
            all.add(load<A>(inputs.target_x + at));
            all.add(load<A>(inputs.target_y + at));
            if (inputs.speed == nullptr) continue;
            const F speed = load<A>(inputs.speed + at);
            all.add(speed);
            backwards = backwards || (speed < F(0));
        }
        if (!all.below(tame_limit) || !walks.below(tame_limit) || any(backwards)) return false;
        if (all.above(component_floor) && walks.above(tame_floor) && !any(unlike_stored)) return true;

        for (float* stream : state) flush(stream, stream, end);
        for (std::size_t i = 0; i < std::size(read); ++i) {
            if (*read[i] == nullptr) continue;
            flush(*read[i], inputs.flushed[i], end);
            *read[i] = inputs.flushed[i];
        }
        CleanScan<A> flushed_walks;
        for (std::size_t at = 0; at < end; at += lanes<A>) {
            flushed_walks.add(load<A>(state[2] + at));
            flushed_walks.add(load<A>(state[3] + at));
        }
        return flushed_walks.above(tame_floor);
    }

    static void flush(const float* from, float* to, std::size_t end) {
        for (std::size_t at = 0; at < end; at += lanes<A>) write(to + at, flushed(load<A>(from + at)));
    }

    void walk(const Inputs& inputs) const {
        const bool tells = tells_velocity_ || call_.output<Stream::arrived>() != nullptr;
        Aside aside;
        for (std::uint32_t done = 0; done < call_.ticks;) {
            const std::uint32_t ticks = std::min(call_.ticks - done, stride);
            done += ticks;
            const bool last = done == call_.ticks;
            aside.count = 0;
            for (std::uint32_t tick = 0; tick < ticks; ++tick)
                walk_tile(inputs, tick, tells && last && tick + 1 == ticks, aside);
            for (std::size_t i = 0; i < aside.count; i += lanes<A>)
                catch_up(inputs, aside, i, std::min(aside.count - i, lanes<A>), ticks, tells && last);
        }
        *call_.ticks_taken = call_.ticks;
    }

    void walk_tile(const Inputs& inputs, std::uint32_t tick, bool tells, Aside& aside) const {
        if (inputs.speed != nullptr)
            tells ? walk_tile<true, true>(inputs, tick, aside) : walk_tile<true, false>(inputs, tick, aside);
        else
            tells ? walk_tile<false, true>(inputs, tick, aside)
                  : walk_tile<false, false>(inputs, tick, aside);
    }

    /// A tick. Pointers are copied, since the compiler must take a store of a vector for one that may change
    /// them.
    template <bool own_speeds, bool tells>
    void walk_tile(const Inputs& inputs, std::uint32_t tick, Aside& aside) const {
        float* const position_x = call_.output<Stream::position_x>();
        float* const position_y = call_.output<Stream::position_y>();
        float* const walk_xs = call_.output<Stream::walk_x>();
        const float* const walk_ys = call_.input<Stream::walk_y>();
        const float* const target_xs = inputs.target_x;
        const float* const target_ys = inputs.target_y;
        const float* const speeds = inputs.speed;
        const F same_speed(parameters_.speed);
        const std::size_t end = call_.groups * group_size;

        // Who stands on the walk-to point: a word for each block of agents, and a bit for each block, the
        // last one on top.
        constexpr std::size_t block = std::max<std::size_t>(lanes<A>, tile_size / 64);
        std::uint32_t standing[tile_size / block];
        std::uint64_t some = 0;
#pragma GCC unroll 2
        for (std::size_t at = 0; at < end; at += block) {
            std::uint32_t here = 0;
            for (std::size_t j = at; j < at + block; j += lanes<A>) {
                const F walk_x = load<A>(walk_xs + j), walk_y = load<A>(walk_ys + j);
                const F speed = own_speeds ? load<A>(speeds + j) : same_speed;
                const Leg leg =
                    walked(load<A>(position_x + j), load<A>(position_y + j), walk_x, walk_y, speed);
                write(position_x + j, leg.x);
                write(position_y + j, leg.y);
                if constexpr (tells)
                    tell(j, leg, speed,
                         (leg.x == load<A>(target_xs + j)) && (leg.y == load<A>(target_ys + j)));
                here |= bits(leg.squared < F(squared_length_floor)) << (j - at);
            }
            standing[at / block] = here;
            some = some >> 1 | std::uint64_t{here != 0} << 63;
        }
        if (some == 0) return;
        for (some >>= 64 - end / block; some != 0; some &= some - 1) {
            const auto index = static_cast<std::size_t>(std::countr_zero(some));
            const std::size_t at = index * block;
            std::uint32_t home = 0;
            for (std::size_t j = at; j < at + block; j += lanes<A>)
                home |= bits((load<A>(position_x + j) == load<A>(target_xs + j)) &&
                             (load<A>(position_y + j) == load<A>(target_ys + j)))
                        << (j - at);
            for (std::uint32_t left = standing[index] & ~home; left != 0; left &= left - 1) {
                const std::size_t slot = at + static_cast<std::size_t>(std::countr_zero(left));
                aside.slot[aside.count] = static_cast<std::uint32_t>(slot);
                aside.x[aside.count] = position_x[slot];
                aside.y[aside.count] = position_y[slot];
                aside.tick[aside.count] = static_cast<float>(tick);
                ++aside.count;
                walk_xs[slot] =
                    std::numeric_limits<float>::quiet_NaN();  // stands nowhere, until it catches up
            }
        }
    }

    void tell(std::size_t at, const Leg& leg, const F& speed, const Mask& arrived) const {
        if (tells_velocity_) {
            const F k = speed / leg.r;
            write_bound(call_.output<Stream::velocity_x>(), at, flushed(leg.rx * k));
            write_bound(call_.output<Stream::velocity_y>(), at, flushed(leg.ry * k));
        }
        write_bound(call_.output<Stream::arrived>(), at, select(arrived, U(1), U(0)));
    }
    template <class T>
    static void write_bound(T* stream, std::size_t at, const Vector<T, A>& value) {
        if (stream != nullptr) write(stream + at, value);
    }

    /// The ticks that `count` of those aside missed: the first begins with a choice.
    [[gnu::noinline]] void catch_up(const Inputs& inputs, const Aside& aside, std::size_t first,
                                    std::size_t count, std::uint32_t ticks, bool tells) const {
        const std::uint32_t* const slot = aside.slot + first;
        const std::uint32_t* const ids = call_.input<Stream::id>();
        // Lanes without an agent take no tick; what they compute is 1 m long, and so not in denormals.
        alignas(64) float px[lanes<A>]{}, py[lanes<A>]{}, tx[lanes<A>], ty[lanes<A>]{}, speeds[lanes<A>]{},
            tick[lanes<A>];
        alignas(64) std::uint32_t id[lanes<A>]{}, decisions[lanes<A>]{};
        write(tx, F(1));
        write(tick, F(stride));
        for (std::size_t i = 0; i < count; ++i) {
            px[i] = aside.x[first + i];
            py[i] = aside.y[first + i];
            tick[i] = aside.tick[first + i];
            tx[i] = inputs.target_x[slot[i]];
            ty[i] = inputs.target_y[slot[i]];
            speeds[i] = inputs.speed == nullptr ? parameters_.speed : inputs.speed[slot[i]];
            id[i] = ids == nullptr ? call_.first_id + slot[i] : ids[slot[i]];
            decisions[i] = call_.input<Stream::decision>()[slot[i]];
        }
        Places p{load<A>(px), load<A>(py), flushed(load<A>(tx)), flushed(load<A>(ty)), F(0), F(0)};
        const F speed = load<A>(speeds);
        U decision = load<A>(decisions);
        F walk_x = p.px, walk_y = p.py;
        F velocity_x(0), velocity_y(0);
        for (F now = load<A>(tick);; now = now + F(1)) {
            const Mask moves = now < F(static_cast<float>(ticks));
            if (!any(moves)) break;
            const Mask chooses =
                moves && (p.px == walk_x) && (p.py == walk_y) && !((p.px == p.tx) && (p.py == p.ty));
            if (any(chooses)) {
                p.dx = p.tx - p.px;
                p.dy = p.ty - p.py;
                F next_x, next_y;
                pick(load<A>(id), p, decision, next_x, next_y);
                walk_x = select(chooses, next_x, walk_x);
                walk_y = select(chooses, next_y, walk_y);
                decision = select(chooses, decision + U(1), decision);
            }
            const Leg leg = walked(p.px, p.py, walk_x, walk_y, speed);
            p.px = select(moves, leg.x, p.px);
            p.py = select(moves, leg.y, p.py);
            if (!tells) continue;
            const F k = speed / leg.r;
            velocity_x = select(moves, flushed(leg.rx * k), velocity_x);
            velocity_y = select(moves, flushed(leg.ry * k), velocity_y);
        }
        scatter(call_.output<Stream::position_x>(), slot, count, p.px);
        scatter(call_.output<Stream::position_y>(), slot, count, p.py);
        scatter(call_.output<Stream::walk_x>(), slot, count, walk_x);
        scatter(call_.output<Stream::walk_y>(), slot, count, walk_y);
        scatter(call_.output<Stream::decision>(), slot, count, decision);
        if (!tells) return;
        scatter(call_.output<Stream::velocity_x>(), slot, count, velocity_x);
        scatter(call_.output<Stream::velocity_y>(), slot, count, velocity_y);
        scatter(call_.output<Stream::arrived>(), slot, count,
                select((p.px == p.tx) && (p.py == p.ty), U(1), U(0)));
    }
    template <class T>
    static void scatter(T* stream, const std::uint32_t* slot, std::size_t count, const Vector<T, A>& value) {
        if (stream == nullptr) return;
        alignas(64) T lane[lanes<A>];
        write(lane, value);
        for (std::size_t i = 0; i < count; ++i) stream[slot[i]] = lane[i];
    }

    // ---- any case ----

    template <bool checked>
    void run_with_care() const {
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

    /// What a quad's agents become.
    struct Walkers {
        F position_x[quad], position_y[quad];
        F walk_x[quad], walk_y[quad];
        F velocity_x[quad], velocity_y[quad];
        F seconds_left[quad];
        U decision[quad], arrived[quad];
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
        Mask on = (p.px == walk_x) && (p.py == walk_y);
        F left = zero;
        if (repicks_) {
            left = reader.read(call_.input<Stream::seconds_left>(), at, w);
            on = on || (left <= zero);
        }
        const Mask due = on && !home;
        const Mask stands = on && home;
        if (any(due)) {
            F next_x, next_y;
            pick(ids.ids(h, w), p, decision, next_x, next_y);
            walk_x = select(due, next_x, walk_x);
            walk_y = select(due, next_y, walk_y);
            decision = select(due, decision + U(1), decision);
            left = select(due, F(parameters_.repick_interval), left);
        }

        const Leg leg = walked(p.px, p.py, walk_x, walk_y, speed);
        const F x = select(stands, p.px, leg.x);
        const F y = select(stands, p.py, leg.y);
        to.position_x[w] = x;
        to.position_y[w] = y;
        to.walk_x[w] = select(stands, p.px, walk_x);
        to.walk_y[w] = select(stands, p.py, walk_y);
        to.decision[w] = decision;
        to.seconds_left[w] = select(stands, zero, flushed(left - dt_));
        to.arrived[w] = select((x == p.tx) && (y == p.ty), U(1), U(0));
        if (!tells_velocity_) return;
        const F k = speed / leg.r;
        to.velocity_x[w] = select(stands, zero, flushed(leg.rx * k));
        to.velocity_y[w] = select(stands, zero, flushed(leg.ry * k));
    }

    /// The next point to walk to.
    void pick(const U& ids, const Places& p, const U& decision, F& walk_x, F& walk_y) const {
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
        walk_x = select(to_target, p.tx, x);
        walk_y = select(to_target, p.ty, y);
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
    ApproachKernel<A>(call).run();
}

}  // namespace
}  // namespace wend::detail

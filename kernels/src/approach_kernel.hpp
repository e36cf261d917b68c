// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>

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
/// Agents choose rarely: they are on their way for hundreds of ticks. So a tile whose streams need no care
/// (they are looked at once a pass) walks with as few operations as the formula has, 13 cycles a vector where
/// the divider alone takes 7 (Zen 5). Who stands on the walk-to point chooses behind the loop, together with
/// the others of the tile, gathered into full vectors; nothing waits for them. Choosing inside the loop, in
/// the vectors that agents stand in, cost 1.7 times as much for the whole walk (AVX-512 and AVX2, 3 agents in
/// 1,000 choosing a tick).
template <class A>
class ApproachKernel {
    using F = Floats<A>;
    using U = Words<A>;
    using Mask = FloatMask<A>;

  public:
    explicit ApproachKernel(const StageCall& call)
        : call_(call),
          parameters_(call.stages->approach),
          cache_(*call.walks),
          key_(call.seed, 0, purpose(Purpose::approach)),
          key_jitter_(call.seed, 0, purpose(Purpose::approach_jitter)),
          dt_(call.dt),
          repicks_(parameters_.repick_interval > 0),
          tells_velocity_(call.output<Stream::velocity_x>() != nullptr ||
                          call.output<Stream::velocity_y>() != nullptr) {}

    void run() const {
        if (call_.fill_caches) cache_.tame = !repicks_ && tame_tile();
        if (cache_.tame)
            walk();
        else if (call_.check)
            run_with_care<true>();
        else
            run_with_care<false>();
    }

  private:
    /// Far enough below the limit that no walk between such points passes it.
    static constexpr float tame_limit = 0x1p58f;
    /// Walk-to points have no component between 0 and this, so that any point but the point itself is 2^-60
    /// away at least, and the square of its distance not below squared_length_floor: one comparison tells who
    /// stands on it.
    static constexpr float tame_floor = 0x1p-35f;

    static constexpr std::size_t chunk = 2;

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
    [[nodiscard]] bool tame_tile() const {
        cache_.target_x = call_.input<Stream::target_x>();
        cache_.target_y = call_.input<Stream::target_y>();
        cache_.speed = call_.input<Stream::speed>();
        float* const state[] = {call_.output<Stream::position_x>(), call_.output<Stream::position_y>(),
                                call_.output<Stream::walk_x>(), call_.output<Stream::walk_y>()};
        const float** const inputs[] = {&cache_.target_x, &cache_.target_y, &cache_.speed};
        const std::size_t end = call_.groups * group_size;
        CleanScan<A> all, walks;
        Mask backwards = F(0) < F(0);
        for (std::size_t at = 0; at < end; at += lanes<A>) {
            all.add(load<A>(state[0] + at));
            all.add(load<A>(state[1] + at));
            walks.add(load<A>(state[2] + at));
            walks.add(load<A>(state[3] + at));
            all.add(load<A>(cache_.target_x + at));
            all.add(load<A>(cache_.target_y + at));
            if (cache_.speed == nullptr) continue;
            const F speed = load<A>(cache_.speed + at);
            all.add(speed);
            backwards = backwards || (speed < F(0));
        }
        if (!all.below(tame_limit) || !walks.below(tame_limit) || any(backwards)) return false;
        if (all.above(component_floor) && walks.above(tame_floor)) return true;

        for (float* stream : state) flush(stream, stream, end);
        for (std::size_t i = 0; i < std::size(inputs); ++i) {
            if (*inputs[i] == nullptr) continue;
            flush(*inputs[i], cache_.flushed[i], end);
            *inputs[i] = cache_.flushed[i];
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

    void walk() const {
        const bool tells = tells_velocity_ || call_.output<Stream::arrived>() != nullptr;
        const bool own_speeds = cache_.speed != nullptr;
        if (own_speeds)
            tells ? walk_tile<true, true>() : walk_tile<true, false>();
        else
            tells ? walk_tile<false, true>() : walk_tile<false, false>();
    }

    /// `tells`: some output is bound. Pointers are copied, since the compiler must take a store of a vector
    /// for one that may change them.
    template <bool own_speeds, bool tells>
    void walk_tile() const {
        float* const position_x = call_.output<Stream::position_x>();
        float* const position_y = call_.output<Stream::position_y>();
        const float* const walk_xs = call_.input<Stream::walk_x>();
        const float* const walk_ys = call_.input<Stream::walk_y>();
        const float* const target_xs = cache_.target_x;
        const float* const target_ys = cache_.target_y;
        const float* const speeds = cache_.speed;
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
        some >>= 64 - end / block;

        std::uint32_t choosing[tile_size + lanes<A>];  // read by whole vectors
        std::size_t count = 0;
        for (; some != 0; some &= some - 1) {
            const auto index = static_cast<std::size_t>(std::countr_zero(some));
            const std::size_t at = index * block;
            std::uint32_t home = 0;
            for (std::size_t j = at; j < at + block; j += lanes<A>)
                home |= bits((load<A>(position_x + j) == load<A>(target_xs + j)) &&
                             (load<A>(position_y + j) == load<A>(target_ys + j)))
                        << (j - at);
            for (std::uint32_t left = standing[index] & ~home; left != 0; left &= left - 1)
                choosing[count++] =
                    static_cast<std::uint32_t>(at) + static_cast<std::uint32_t>(std::countr_zero(left));
        }
        if (count == 0) return;
        // Loops of unpredictable length cost more than what they leave out: agents choose by twos, the last
        // one again and again.
        for (std::size_t i = 0; i < chunk - 1; ++i) choosing[count + i] = choosing[count - 1];
        count = (count + chunk - 1) / chunk * chunk;
        for (std::size_t i = 0; i < count; i += lanes<A>)
            choose<tells>(choosing + i, std::min(count - i, lanes<A>));
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

    /// Chooses for these agents, who have not moved yet, and walks.
    template <bool tells>
    [[gnu::noinline]] void choose(const std::uint32_t* slot, std::size_t count) const {
        const float* const speeds = cache_.speed;
        const std::uint32_t* const ids = call_.input<Stream::id>();
        alignas(64) float px[lanes<A>]{}, py[lanes<A>]{}, tx[lanes<A>], ty[lanes<A>]{}, speed[lanes<A>]{};
        write(tx, F(1));  // nobody's lanes compute something too: 1 m away, not in denormals
        alignas(64) std::uint32_t id[lanes<A>]{}, decision[lanes<A>]{};
        gather(call_.input<Stream::position_x>(), slot, count, px);
        gather(call_.input<Stream::position_y>(), slot, count, py);
        gather(cache_.target_x, slot, count, tx);
        gather(cache_.target_y, slot, count, ty);
        gather(call_.input<Stream::decision>(), slot, count, decision);
        if (speeds != nullptr) gather(speeds, slot, count, speed);
        if (ids != nullptr) gather(ids, slot, count, id);
        const U names = ids != nullptr ? load<A>(id) : load<A>(slot) + U(call_.first_id);
        const F pace = speeds != nullptr ? load<A>(speed) : F(parameters_.speed);
        Places p{load<A>(px), load<A>(py), load<A>(tx), load<A>(ty), F(0), F(0)};
        p.dx = p.tx - p.px;
        p.dy = p.ty - p.py;
        F walk_x, walk_y;
        pick(names, p, load<A>(decision), walk_x, walk_y);
        const Leg leg = walked(p.px, p.py, walk_x, walk_y, pace);
        scatter(call_.output<Stream::decision>(), slot, count, load<A>(decision) + U(1));
        scatter(call_.output<Stream::walk_x>(), slot, count, walk_x);
        scatter(call_.output<Stream::walk_y>(), slot, count, walk_y);
        scatter(call_.output<Stream::position_x>(), slot, count, leg.x);
        scatter(call_.output<Stream::position_y>(), slot, count, leg.y);
        if constexpr (tells) {
            const F k = pace / leg.r;
            scatter(call_.output<Stream::velocity_x>(), slot, count, flushed(leg.rx * k));
            scatter(call_.output<Stream::velocity_y>(), slot, count, flushed(leg.ry * k));
            scatter(call_.output<Stream::arrived>(), slot, count,
                    select((leg.x == p.tx) && (leg.y == p.ty), U(1), U(0)));
        }
        CleanScan<A> scan;
        scan.add(walk_x);
        scan.add(walk_y);
        if (!scan.below(tame_limit) || !scan.above(tame_floor)) {
            cache_.tame = false;
            *call_.check_next = true;
        }
    }
    template <class T>
    static void gather(const T* stream, const std::uint32_t* slot, std::size_t count, T* to) {
        for (std::size_t i = 0; i < count; i += chunk)
#pragma GCC unroll 2
            for (std::size_t j = i; j < i + chunk; ++j) to[j] = stream[slot[j]];
    }
    template <class T>
    static void scatter(T* stream, const std::uint32_t* slot, std::size_t count, const Vector<T, A>& value) {
        if (stream == nullptr) return;
        alignas(64) T lane[lanes<A>];
        write(lane, value);
        for (std::size_t i = 0; i < count; i += chunk)
#pragma GCC unroll 2
            for (std::size_t j = i; j < i + chunk; ++j) stream[slot[j]] = lane[j];
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
    WalkCache& cache_;
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

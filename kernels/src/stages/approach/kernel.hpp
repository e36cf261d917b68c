// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "driver/stage_call.hpp"
#include "simd/batch.hpp"
#include "simd/draws.hpp"
#include "simd/lanes.hpp"
#include "stages/approach/leg.hpp"
#include "stages/approach/walk.hpp"

namespace wend::detail {
namespace {

/// The homing walk (kernels/docs/math.md, "Approach"): the usual way, or tick by tick where some agent needs
/// care.
template <class A>
class Kernel<A, Approach> {
    using F = Floats<A>;
    using U = Words<A>;
    using Mask = FloatMask<A>;
    using Leg = ApproachLeg<A>;

  public:
    explicit Kernel(const StageCall& call)
        : call_(call),
          leg_(call),
          parameters_(leg_.parameters),
          repicks_(parameters_.repick_interval > 0),
          tells_velocity_(call.output<Stream::velocity_x>() != nullptr ||
                          call.output<Stream::velocity_y>() != nullptr) {}

    [[nodiscard]] StageResult run() const {
        if (ApproachWalk<A>(call_, leg_).run()) return {.ticks_taken = call_.ticks.count};
        return {.check_inputs = call_.check_inputs ? run_with_care<true>() : run_with_care<false>()};
    }

  private:
    template <bool checked>
    [[nodiscard]] bool run_with_care() const {
        bool look_again = false;
        for (std::size_t group = 0; group < call_.tile.groups; ++group) {
            const GroupIds<A> ids(call_, group);
            for (std::size_t h = 0; h < batches_in_group<A>; ++h) {
                const std::size_t slot = batch_slot<A>(group, h);
                Reader<A, checked> reader;
                Walkers walkers;
#pragma GCC unroll 4
                for (int w = 0; w < batch_vectors; ++w) {
                    const typename Leg::Places p = read_places(reader, vector_slot(slot, w), w);
                    advance(reader, ids, h, vector_slot(slot, w), w, p, walkers);
                }
                std::uint64_t& faults = call_.tile.faults[group];
                look_again |= reader.finish(faults, slot % group_size);
                look_again |= finish(walkers, faults, slot);
                store(walkers, slot, faults);
            }
        }
        return look_again;
    }

    /// What a batch's agents become.
    struct Walkers {
        F position_x[batch_vectors], position_y[batch_vectors];
        F walk_x[batch_vectors], walk_y[batch_vectors];
        F velocity_x[batch_vectors], velocity_y[batch_vectors];
        F seconds_left[batch_vectors];
        U decision[batch_vectors], arrived[batch_vectors];
    };

    template <bool checked>
    typename Leg::Places read_places(Reader<A, checked>& reader, std::size_t at, int w) const {
        typename Leg::Places p;
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
                 const typename Leg::Places& p, Walkers& to) const {
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
            leg_.pick(ids.ids(h, w), p, decision, next_x, next_y);
            walk_x = select(due, next_x, walk_x);
            walk_y = select(due, next_y, walk_y);
            decision = select(due, decision + U(1), decision);
            left = select(due, F(parameters_.repick_interval), left);
        }

        const F rx = walk_x - p.px;
        const F ry = walk_y - p.py;
        const F share = leg_.share(squared_length(rx, ry), speed);
        const F x = select(stands, p.px, Leg::walked(p.px, walk_x, share));
        const F y = select(stands, p.py, Leg::walked(p.py, walk_y, share));
        to.position_x[w] = x;
        to.position_y[w] = y;
        to.walk_x[w] = select(stands, p.px, walk_x);
        to.walk_y[w] = select(stands, p.py, walk_y);
        to.decision[w] = decision;
        to.seconds_left[w] = select(stands, zero, flushed(left - leg_.dt));
        to.arrived[w] = select((x == p.tx) && (y == p.ty), U(1), U(0));
        to.velocity_x[w] = zero;
        to.velocity_y[w] = zero;
        if (!tells_velocity_) return;
        const auto velocity = Leg::velocity(rx, ry, speed);
        to.velocity_x[w] = select(stands, zero, velocity.x);
        to.velocity_y[w] = select(stands, zero, velocity.y);
    }

    /// Adds agents whose position is not finite to `faults`; says whether the next tick must look at its
    /// inputs (a point beyond the limit is stored, and is a fault then).
    static bool finish(const Walkers& to, std::uint64_t& faults, std::size_t slot) {
        Ints<A> position[batch_vectors];
        Ints<A> all(0);
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            position[w] = max(magnitude_bits(to.position_x[w]), magnitude_bits(to.position_y[w]));
            all = max(all, max(position[w], max(magnitude_bits(to.walk_x[w]), magnitude_bits(to.walk_y[w]))));
        }
        if (!any(greater(all, Ints<A>(limit_bits)))) [[likely]]
            return false;
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const std::uint64_t lost = bits(greater(position[w], Ints<A>(infinity_bits - 1)));
            faults |= lost << (slot % group_size + 16 * static_cast<unsigned>(w));
        }
        return true;
    }

    void store(const Walkers& to, std::size_t slot, std::uint64_t faults) const {
        store_batch<A>(call_.output<Stream::position_x>(), slot, to.position_x, faults);
        store_batch<A>(call_.output<Stream::position_y>(), slot, to.position_y, faults);
        store_batch<A>(call_.output<Stream::walk_x>(), slot, to.walk_x, faults);
        store_batch<A>(call_.output<Stream::walk_y>(), slot, to.walk_y, faults);
        store_batch<A>(call_.output<Stream::decision>(), slot, to.decision, faults);
        if (repicks_) store_batch<A>(call_.output<Stream::seconds_left>(), slot, to.seconds_left, faults);
        store_bound(call_.output<Stream::velocity_x>(), slot, to.velocity_x, faults);
        store_bound(call_.output<Stream::velocity_y>(), slot, to.velocity_y, faults);
        store_bound(call_.output<Stream::arrived>(), slot, to.arrived, faults);
    }
    template <class T>
    static void store_bound(T* stream, std::size_t slot, const Vector<T, A> (&value)[batch_vectors],
                            std::uint64_t faults) {
        if (stream != nullptr) store_batch<A>(stream, slot, value, faults);
    }

    const StageCall& call_;
    const Leg leg_;
    const ApproachParameters& parameters_;
    bool repicks_, tells_velocity_;
};

}  // namespace
}  // namespace wend::detail

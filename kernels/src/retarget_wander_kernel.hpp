// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "draws.hpp"
#include "lanes.hpp"
#include "quad.hpp"
#include "seek_kernel.hpp"
#include "stage_call.hpp"
#include "wend/random.hpp"

namespace wend::detail {
namespace {

/// Retarget wander (kernels/docs/math.md, "Retarget wander").
template <class A>
class RetargetWanderKernel {
    using F = Floats<A>;
    using U = Words<A>;

  public:
    static constexpr bool needs_position = true;

    explicit RetargetWanderKernel(const StageCall& call)
        : parameters_(call.stages->retarget_wander),
          key_x_(call.seed, 0, purpose(Purpose::retarget_wander_x)),
          key_y_(call.seed, 0, purpose(Purpose::retarget_wander_y)),
          key_phase_(call.seed, 0, purpose(Purpose::retarget_wander_phase)),
          dt_(call.dt) {}

    void enter_group(const StageCall& call, std::size_t group) { ids_ = GroupIds<A>(call, group); }

    template <bool checked>
    void apply(const StageCall& call, Reader<A, checked>& reader, std::size_t slot, Quad<A>& q) {
#pragma GCC unroll 4
        for (int w = 0; w < quad; ++w) {
            const std::size_t at = vector_slot(slot, w);
            Aim<A> target = read_target<A>(call, reader, at, w);
            F left = reader.read(call.input<Stream::seconds_left>(), at, w);
            U decision = load<A>(call.input<Stream::decision>() + at);
            const FloatMask<A> due = left <= F(0);
            if (any(due)) pick(ids_.ids(slot % group_size / lanes<A>, w), due, target, left, decision);
            seek_aim(q, w, target, read_max_speed<A>(call, reader, at, w), F(squared_length_floor));
            target_x_[w] = target.x;
            target_y_[w] = target.y;
            seconds_left_[w] = flushed(left - dt_);
            decision_[w] = decision;
        }
    }

    void store_state(const StageCall& call, std::size_t slot, std::uint64_t faults) const {
        store_quad<A>(call.output<Stream::target_x>(), slot, target_x_, faults);
        store_quad<A>(call.output<Stream::target_y>(), slot, target_y_, faults);
        store_quad<A>(call.output<Stream::seconds_left>(), slot, seconds_left_, faults);
        store_quad<A>(call.output<Stream::decision>(), slot, decision_, faults);
    }

  private:
    void pick(const U& ids, const FloatMask<A>& due, Aim<A>& target, F& left, U& decision) const {
        const Rectangle& area = parameters_.area;
        const F x = F(area.min_x) + uniform<A>(key_x_.of_ids(ids, decision)) * F(area.max_x - area.min_x);
        const F y = F(area.min_y) + uniform<A>(key_y_.of_ids(ids, decision)) * F(area.max_y - area.min_y);
        target.x = select(due, flushed(x), target.x);
        target.y = select(due, flushed(y), target.y);
        F interval(parameters_.interval);
        if (parameters_.random_phase) {
            const FloatMask<A> first = to_floats(as_ints(decision)) == F(0);
            interval = select(first, interval * uniform<A>(key_phase_.of_ids(ids, decision)), interval);
        }
        left = select(due, floored(left + interval, F(0)), left);
        decision = select(due, decision + U(1), decision);
    }

    const RetargetWanderParameters& parameters_;
    DrawKey<A> key_x_, key_y_, key_phase_;
    GroupIds<A> ids_;
    F dt_;
    F target_x_[quad], target_y_[quad], seconds_left_[quad];
    U decision_[quad];
};

}  // namespace
}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "driver/stage_call.hpp"
#include "simd/batch.hpp"
#include "simd/draws.hpp"
#include "simd/lanes.hpp"
#include "stages/seek/kernel.hpp"
#include "wend/random.hpp"

namespace wend::detail {
namespace {

/// Retarget wander (kernels/docs/math.md, "Retarget wander").
///
/// With an interval of a second one agent in 60 chooses a target in a tick. The agents of a tile that are due
/// choose together, in full vectors: 1.03 (AVX-512) and 1.75 ns an agent and tick. Lost: each vector with a
/// due lane chooses for all its lanes, behind a branch that mispredicts: 1.41 and 2.27.
template <class A>
class Kernel<A, RetargetWander> {
    using F = Floats<A>;
    using U = Words<A>;

  public:
    using Prepared = ScaledDirections<A>;
    static constexpr bool pipelined = true;

    explicit Kernel(const StageCall& call)
        : parameters_(call.stage<RetargetWander>()),
          key_x_(call.ticks.seed, 0, purpose(Purpose::retarget_wander_x)),
          key_y_(call.ticks.seed, 0, purpose(Purpose::retarget_wander_y)),
          key_phase_(call.ticks.seed, 0, purpose(Purpose::retarget_wander_phase)),
          dt_(call.ticks.dt) {
        choose(call);
    }

    void enter_group(const StageCall&, std::size_t group) { renewed_[group] = 0; }

    template <bool checked>
    void prepare(const StageCall& call, Reader<A, checked>& reader, std::size_t slot, const AgentBatch<A>& q,
                 ScaledDirections<A>& desired) {
        const bool due = batch_bits<A>(due_[slot / group_size], slot) != 0;
        const bool renews =
            checked || due || call.output<Stream::decision>() != call.input<Stream::decision>();
        renewed_[slot / group_size] |= std::uint64_t{renews} << (slot % group_size);
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            Aim<A> target = read_target<A>(call, reader, at, w);
            F left = reader.read(call.input<Stream::seconds_left>(), at, w);
            U decision = load<A>(call.input<Stream::decision>() + at);
            if (due) {
                const FloatMask<A> chooses = left <= F(0);
                target.x = select(chooses, load<A>(chosen_x_ + at), target.x);
                target.y = select(chooses, load<A>(chosen_y_ + at), target.y);
                left = select(chooses, load<A>(chosen_left_ + at), left);
                decision = select(chooses, decision + U(1), decision);
            }
            seek_aim(desired, q, w, target, read_max_speed<A>(call, reader, at, w), F(squared_length_floor));
            write(seconds_left_ + at, flushed(left - dt_));
            if (!renews) continue;
            write(target_x_ + at, target.x);
            write(target_y_ + at, target.y);
            write(decision_ + at, decision);
        }
    }

    template <bool checked>
    void force(const StageCall&, Reader<A, checked>&, std::size_t, AgentBatch<A>& q,
               const ScaledDirections<A>& desired) {
        steer_to(desired, q);
    }

    void store_state(const StageCall& call, std::size_t slot, std::uint64_t faults) const {
        store_kept<A>(call.output<Stream::seconds_left>(), slot, seconds_left_, faults);
        if ((renewed_[slot / group_size] >> (slot % group_size) & 1) == 0) return;
        store_kept<A>(call.output<Stream::target_x>(), slot, target_x_, faults);
        store_kept<A>(call.output<Stream::target_y>(), slot, target_y_, faults);
        store_kept<A>(call.output<Stream::decision>(), slot, decision_, faults);
    }

  private:
    /// Finds the agents that are due and makes their choices.
    void choose(const StageCall& call) {
        const float* const seconds_left = call.input<Stream::seconds_left>();
        alignas(64) std::uint32_t slots[tile_size + lanes<A>];
        std::size_t count = 0;
        for (std::size_t group = 0; group < call.tile.groups; ++group) {
            std::uint64_t due = 0;
            for (std::size_t j = 0; j < group_size; j += lanes<A>)  // what is read as 0 is due
                due |=
                    std::uint64_t{bits(load<A>(seconds_left + group * group_size + j) < F(component_floor))}
                    << j;
            due_[group] = due;
            for (; due != 0; due &= due - 1)
                slots[count++] = static_cast<std::uint32_t>(group * group_size +
                                                            static_cast<std::size_t>(std::countr_zero(due)));
        }
        for (std::size_t i = 0; i < count; i += lanes<A>)
            choose_together(call, slots + i, std::min(count - i, lanes<A>));
    }

    void choose_together(const StageCall& call, const std::uint32_t* slots, std::size_t count) {
        alignas(64) std::uint32_t id[lanes<A>]{}, decision[lanes<A>]{};
        alignas(64) float left[lanes<A>]{}, x[lanes<A>], y[lanes<A>];
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t at = slots[i];
            id[i] =
                call.input<Stream::id>() == nullptr ? call.tile.first_id + at : call.input<Stream::id>()[at];
            decision[i] = call.input<Stream::decision>()[at];
            left[i] = call.input<Stream::seconds_left>()[at];
        }
        const U ids = load<A>(id);
        const U decisions = load<A>(decision);
        const Rectangle& area = parameters_.area;
        write(x, flushed(F(area.min_x) +
                         random_unit<A>(key_x_.of_ids(ids, decisions)) * F(area.max_x - area.min_x)));
        write(y, flushed(F(area.min_y) +
                         random_unit<A>(key_y_.of_ids(ids, decisions)) * F(area.max_y - area.min_y)));
        F interval(parameters_.interval);
        if (parameters_.random_phase) {
            const FloatMask<A> first = to_floats(as_ints(decisions)) == F(0);
            interval = select(first, interval * random_unit<A>(key_phase_.of_ids(ids, decisions)), interval);
        }
        write(left, max_keep_nan(flushed(load<A>(left)) + interval, F(0)));
        for (std::size_t i = 0; i < count; ++i) {
            chosen_x_[slots[i]] = x[i];
            chosen_y_[slots[i]] = y[i];
            chosen_left_[slots[i]] = left[i];
        }
    }

    const RetargetWander& parameters_;
    DrawKey<A> key_x_, key_y_, key_phase_;
    F dt_;
    std::uint64_t due_[tile_groups];
    std::uint64_t renewed_[tile_groups];  ///< at a batch's first agent: whether its targets and decisions are
                                          ///< to be stored
    /// The choices of the agents that are due; the other slots are not written.
    alignas(64) float chosen_x_[tile_size];
    alignas(64) float chosen_y_[tile_size];
    alignas(64) float chosen_left_[tile_size];
    /// The new state, to be stored where no fault is found.
    alignas(64) float target_x_[tile_size];
    alignas(64) float target_y_[tile_size];
    alignas(64) float seconds_left_[tile_size];
    alignas(64) std::uint32_t decision_[tile_size];
};

}  // namespace
}  // namespace wend::detail

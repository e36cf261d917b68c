// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/draws.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/seek/kernel.hpp"
#include "wend/random.hpp"

namespace wend::detail {
namespace {

/// Retarget wander (kernels/docs/math.md, "Retarget wander").
///
/// With an interval of a second one agent in 60 chooses a target in a tick. The agents of a tile that are due
/// choose together, in full vectors: 1.00 (AVX-512) and 1.59 ns (AVX2) an agent and tick. Lost: each vector
/// with a due lane chooses for all its lanes, behind a branch that mispredicts: 1.37 and 1.30 times as long.
template <class A>
class Kernel<A, RetargetWander> {
    using F = Floats<A>;
    using U = Words<A>;
    using D = Doubles<A>;

  public:
    using Prepared = ScaledDirections<A>;
    static constexpr bool pipelined = true;

    Kernel(const StageInput& in, StageOutput& out)
        : parameters_(in.stage<RetargetWander>()),
          key_x_(in.ticks.seed, 0, purpose(Purpose::retarget_wander_x)),
          key_y_(in.ticks.seed, 0, purpose(Purpose::retarget_wander_y)),
          key_phase_(in.ticks.seed, 0, purpose(Purpose::retarget_wander_phase)),
          dt_(static_cast<double>(in.ticks.dt)),
          moves_targets_(out.get<Stream::target_x>() != in.get<Stream::target_x>()) {
        choose(in);
    }

    void enter_group(const StageInput&, StageOutput&, std::size_t group) { renewed_[group] = 0; }

    template <Reading reading>
    void prepare(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, const AgentBatch<A>& q,
                 ScaledDirections<A>& desired) {
        const std::uint64_t due = batch_bits<A>(due_[slot / group_size], slot);
        const bool renews = due != 0 || moves_targets_;
        renewed_[slot / group_size] |= std::uint64_t{renews} << (slot % group_size);
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            Aim<A> target = read_target<A>(in, reader, at, w);
            if constexpr (reading == Reading::scanned) {
                reader.suspect(is_negative_zero(target.x) || is_negative_zero(target.y));
                Doubles<A> left[2];
                reader.read(in.get<Stream::seconds_left>(), at, w, left);
            }
            U decision = load<A>(in.get<Stream::decision>() + at);
            if (due != 0) {
                const IntMask<A> chooses = mask_of<A>(static_cast<std::uint32_t>(due >> (16 * w)));
                target.x = select(chooses, load<A>(chosen_x_ + at), target.x);
                target.y = select(chooses, load<A>(chosen_y_ + at), target.y);
                decision = select(chooses, decision + U(1), decision);
            }
            seek_aim(desired, q, w, target, read_max_speed<A>(in, reader, at, w), F(squared_length_floor));
            if (!renews) continue;
            write(target_x_ + at, target.x);
            write(target_y_ + at, target.y);
            write(decision_ + at, decision);
        }
    }

    template <Reading reading>
    void force(const StageInput&, Reader<A, reading>&, std::size_t, AgentBatch<A>& q,
               const ScaledDirections<A>& desired) {
        steer_to(desired, q);
    }

    void store_state(const StageInput& in, StageOutput& out, std::size_t slot, std::uint64_t faults) const {
        count_down(in, out, slot, faults);
        if ((renewed_[slot / group_size] >> (slot % group_size) & 1) == 0) return;
        store_kept<A>(out.get<Stream::target_x>(), slot, target_x_, faults);
        store_kept<A>(out.get<Stream::target_y>(), slot, target_y_, faults);
        store_kept<A>(out.get<Stream::decision>(), slot, decision_, faults);
    }

    /// The chosen times, at once: by the batch, which of them have any would be mispredicted.
    void end_tile(const StageInput&, StageOutput& out, std::size_t end) const {
        const std::size_t last_group = end / batches_in_group<A>;
        const std::uint64_t done = done_lanes<A>(end);
        for (std::size_t i = 0; i < count_; ++i) {
            const std::size_t at = slots_[i];
            const std::size_t group = at / group_size;
            const std::uint64_t bit = std::uint64_t{1} << (at % group_size);
            if (group > last_group || (group == last_group && (done & bit) == 0)) continue;
            if ((out.faults[group] & bit) == 0)
                store_double(out.get<Stream::seconds_left>(), at, chosen_left_[i]);
        }
    }

  private:
    /// Of all agents of a batch, those that are due too.
    void count_down(const StageInput& in, StageOutput& out, std::size_t slot, std::uint64_t faults) const {
        const double* const from = in.get<Stream::seconds_left>();
        double* const to = out.get<Stream::seconds_left>();
        const std::uint64_t here = batch_bits<A>(faults, slot);
        const auto left_at = [&](std::size_t at, D(&left)[2]) {
            load_halves<A>(from + at, left);
            left[0] = left[0] - dt_;
            left[1] = left[1] - dt_;
        };
        D left[2];
        if (here == 0) [[likely]] {
#pragma GCC unroll 4
            for (int w = 0; w < batch_vectors; ++w) {
                left_at(vector_slot(slot, w), left);
                write(to + vector_slot(slot, w), left);
            }
            return;
        }
        for (int w = 0; w < batch_vectors; ++w) {
            left_at(vector_slot(slot, w), left);
            store_moving<A>(to + vector_slot(slot, w), left, here >> (16 * w));
        }
    }

    /// Finds the agents that are due and makes their choices.
    void choose(const StageInput& in) {
        const double* const seconds_left = in.get<Stream::seconds_left>();
        for (std::size_t group = 0; group < in.groups; ++group) {
            std::uint64_t later = 0;
#pragma GCC unroll 8
            for (std::size_t j = 0; j < group_size; j += lanes<A>) {
                D left[2];
                load_halves<A>(seconds_left + group * group_size + j, left);
                const D overdue[2] = {D(0) - left[0], D(0) - left[1]};
                later |= std::uint64_t{signs(overdue)} << j;
            }
            std::uint64_t due = ~later;
            due_[group] = due;
            for (; due != 0; due &= due - 1)
                slots_[count_++] = static_cast<std::uint32_t>(
                    group * group_size + static_cast<std::size_t>(std::countr_zero(due)));
        }
        for (std::size_t i = 0; i < count_; i += lanes<A>)
            choose_together(in, i, std::min(count_ - i, lanes<A>));
    }

    void choose_together(const StageInput& in, std::size_t first, std::size_t count) {
        const std::uint32_t* const slots = slots_ + first;
        alignas(64) std::uint32_t id[lanes<A>]{}, decision[lanes<A>]{};
        alignas(64) float x[lanes<A>], y[lanes<A>], phase[lanes<A>];
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t at = slots[i];
            id[i] = in.get<Stream::id>() == nullptr ? in.first_id + at : in.get<Stream::id>()[at];
            decision[i] = in.get<Stream::decision>()[at];
        }
        const U ids = load<A>(id);
        const U decisions = load<A>(decision);
        const Rectangle& area = parameters_.area;
        write(x, between(area.min_x, area.max_x, random_unit<A>(key_x_.of_ids(ids, decisions))));
        write(y, between(area.min_y, area.max_y, random_unit<A>(key_y_.of_ids(ids, decisions))));
        const bool random_phase = parameters_.random_phase;
        if (random_phase) write(phase, random_unit<A>(key_phase_.of_ids(ids, decisions)));
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t at = slots[i];
            chosen_x_[at] = x[i];
            chosen_y_[at] = y[i];
            auto interval = static_cast<double>(parameters_.interval);
            if (random_phase && decision[i] == 0) interval *= static_cast<double>(phase[i]);
            const double left = load_double(in.get<Stream::seconds_left>(), at) + interval;
            chosen_left_[first + i] = (left < 0 ? 0 : left) - static_cast<double>(in.ticks.dt);
        }
    }

    /// Not `min + u * (max - min)`: the difference is rounded by up to 2 units of the larger coordinate.
    static F between(float min, float max, const F& u) { return flushed(F(min) * (F(1) - u) + F(max) * u); }

    const RetargetWander& parameters_;
    DrawKey<A> key_x_, key_y_, key_phase_;
    D dt_;
    bool moves_targets_;  ///< their new values go to other memory
    std::uint64_t due_[tile_groups];
    std::uint64_t renewed_[tile_groups];  ///< at a batch's first agent: whether its targets and decisions are
                                          ///< to be stored
    std::uint32_t slots_[tile_size];      ///< of the agents that are due
    std::size_t count_ = 0;
    double chosen_left_[tile_size];  ///< in the order of slots_
    /// The choices of the agents that are due; the other slots are not written.
    alignas(64) float chosen_x_[tile_size];
    alignas(64) float chosen_y_[tile_size];
    /// The new state, to be stored where no fault is found.
    alignas(64) float target_x_[tile_size];
    alignas(64) float target_y_[tile_size];
    alignas(64) std::uint32_t decision_[tile_size];
};

}  // namespace
}  // namespace wend::detail

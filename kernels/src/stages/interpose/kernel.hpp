// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/quarry/quarry.hpp"
#include "stages/seek/kernel.hpp"
#include "wend/interpose.hpp"

namespace wend::detail {
namespace {

/// Interpose (kernels/docs/math.md, "Interpose").
template <class A>
class Kernel<A, Interpose> {
    using F = Floats<A>;

  public:
    using Prepared = ScaledDirections<A>;
    static constexpr bool pipelined = true;

    Kernel(const StageInput& in, StageOutput&)
        : other_agents_(in.stage<Interpose>().quarry == Quarry::agent),
          share_(in.stage<Interpose>().share),
          rest_(F(1) - share_),
          floor_(arrival_floor<A>(in.stage<Interpose>().slowing_radius)) {}

    void enter_group(const StageInput&, StageOutput&, std::size_t group) { inactive_mask_[group] = 0; }

    template <Reading reading>
    void prepare(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, const AgentBatch<A>& q,
                 ScaledDirections<A>& desired) {
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            const F max_speed = read_positive_max_speed<A>(in, reader, at, w);
            const Seen<A> a = see_quarry<A>(in, reader, at, w, other_agents_);
            const Seen<A> b = see_other(in, reader, at, w);
            const F time = time_to(q, w, between(a.position, b.position), max_speed);
            const Aim<A> aim =
                between(moved(a.position, a.velocity, time), moved(b.position, b.velocity, time));
            seek_aim(desired, q, w, aim, max_speed, floor_);
            inactive_mask_[at / group_size] |= std::uint64_t{a.inactive_mask | b.inactive_mask}
                                               << (at % group_size);
        }
    }

    template <Reading reading>
    void force(const StageInput&, Reader<A, reading>&, std::size_t slot, AgentBatch<A>& q,
               const ScaledDirections<A>& desired) {
        steer_to(desired, q, slot, inactive_mask_[slot / group_size]);
    }

    void store_state(const StageInput&, StageOutput&, std::size_t, std::uint64_t) const {}

  private:
    template <Reading reading>
    Seen<A> see_other(const StageInput& in, Reader<A, reading>& reader, std::size_t at, int w) const {
        if (other_agents_) return see_agent<Stream::other_agent>(in, reader, at, w);
        return {.position = {reader.read(in.get<Stream::other_target_x>(), at, w),
                             reader.read(in.get<Stream::other_target_y>(), at, w)},
                .velocity = {reader.read(in.get<Stream::other_target_velocity_x>(), at, w),
                             reader.read(in.get<Stream::other_target_velocity_y>(), at, w)}};
    }

    Aim<A> between(const Aim<A>& a, const Aim<A>& b) const {
        return {a.x * rest_ + b.x * share_, a.y * rest_ + b.y * share_};
    }

    bool other_agents_;
    F share_, rest_;
    F floor_;  ///< below this squared length the desired speed falls linearly
    std::uint64_t inactive_mask_[tile_groups];  ///< agents that lack a quarry
};

}  // namespace
}  // namespace wend::detail

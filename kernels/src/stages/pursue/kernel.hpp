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

namespace wend::detail {
namespace {

/// Pursue and evade (kernels/docs/math.md, "Flee, arrive, pursue, evade").
template <class A, OneOf<Pursue, Evade> S>
class Kernel<A, S> {
    using F = Floats<A>;

  public:
    using Prepared = ScaledDirections<A>;
    static constexpr bool pipelined = true;

    Kernel(const StageInput& in, StageOutput&) : other_agents_(in.stage<S>().quarry == Quarry::agent) {}

    void enter_group(const StageInput&, StageOutput&, std::size_t group) { inactive_mask_[group] = 0; }

    template <Reading reading>
    void prepare(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, const AgentBatch<A>& q,
                 ScaledDirections<A>& desired) {
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            const F max_speed = read_positive_max_speed<A>(in, reader, at, w);
            const Seen<A> seen = see_quarry<A>(in, reader, at, w, other_agents_);
            const F time = time_to(q, w, seen.position, max_speed);
            const Aim<A> aim = moved(seen.position, seen.velocity, time);
            if constexpr (std::is_same_v<S, Evade>)
                flee_aim(desired, q, w, aim, max_speed);
            else
                seek_aim(desired, q, w, aim, max_speed, F(squared_length_floor));
            inactive_mask_[at / group_size] |= std::uint64_t{seen.inactive_mask} << (at % group_size);
        }
    }

    template <Reading reading>
    void force(const StageInput&, Reader<A, reading>&, std::size_t slot, AgentBatch<A>& q,
               const ScaledDirections<A>& desired) {
        steer_to(desired, q, slot, inactive_mask_[slot / group_size]);
    }

    void store_state(const StageInput&, StageOutput&, std::size_t, std::uint64_t) const {}

  private:
    bool other_agents_;
    std::uint64_t inactive_mask_[tile_groups];  ///< agents without a quarry
};

}  // namespace
}  // namespace wend::detail

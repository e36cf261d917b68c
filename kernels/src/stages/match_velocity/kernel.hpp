// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/quarry/quarry.hpp"
#include "wend/match_velocity.hpp"

namespace wend::detail {
namespace {

/// Match velocity (kernels/docs/math.md, "Match velocity, target speed").
template <class A>
class Kernel<A, MatchVelocity> {
  public:
    using Prepared = NothingPrepared;
    static constexpr bool pipelined = false;

    Kernel(const StageInput& in, StageOutput&)
        : other_agents_(in.stage<MatchVelocity>().quarry == Quarry::agent) {}

    void enter_group(const StageInput&, StageOutput&, std::size_t) {}

    template <Reading reading>
    void force(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, AgentBatch<A>& q,
               const Prepared&) {
        read_position(in, reader, slot, q);
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            Seen<A> seen;
            if (other_agents_)
                seen = see_agent<Stream::target_agent>(in, reader, at, w);
            else
                seen.velocity = {reader.read(in.get<Stream::target_velocity_x>(), at, w),
                                 reader.read(in.get<Stream::target_velocity_y>(), at, w)};
            q.force_x[w] = seen.velocity.x - q.velocity_x[w];
            q.force_y[w] = seen.velocity.y - q.velocity_y[w];
            if (seen.inactive_mask != 0) clear_force(q, w, seen.inactive_mask);
        }
    }

    void store_state(const StageInput&, StageOutput&, std::size_t, std::uint64_t) const {}

  private:
    bool other_agents_;
};

}  // namespace
}  // namespace wend::detail

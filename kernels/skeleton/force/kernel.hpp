// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "wend/skeleton.hpp"

namespace wend::detail {
namespace {

/// A spring with a damper (kernels/docs/math.md, "Skeleton"). simd/kernel.hpp lists the members of a kernel.
template <class A>
class Kernel<A, Skeleton> {
    using F = Floats<A>;

  public:
    using Prepared = NothingPrepared;  // no root or division whose latency could be hidden
    static constexpr bool pipelined = false;

    Kernel(const StageInput& in, StageOutput&)
        : stiffness_(in.stage<Skeleton>().stiffness), damping_(in.stage<Skeleton>().damping) {}

    void enter_group(const StageInput&, StageOutput&, std::size_t) {}

    template <Reading reading>
    void force(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, AgentBatch<A>& q,
               const Prepared&) {
        F target_x[batch_vectors], target_y[batch_vectors];
        read_position(in, reader, slot, q);
        read_points<Stream::target_x, Stream::target_y>(in, reader, slot, target_x, target_y);
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            q.force_x[w] = (target_x[w] - q.position_x[w]) * stiffness_ - q.velocity_x[w] * damping_;
            q.force_y[w] = (target_y[w] - q.position_y[w]) * stiffness_ - q.velocity_y[w] * damping_;
        }
    }

    void store_state(const StageInput&, StageOutput&, std::size_t, std::uint64_t) const {}

  private:
    F stiffness_, damping_;
};

}  // namespace
}  // namespace wend::detail

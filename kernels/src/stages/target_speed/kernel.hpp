// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "wend/target_speed.hpp"

namespace wend::detail {
namespace {

/// Target speed (kernels/docs/math.md, "Match velocity, target speed").
template <class A>
class Kernel<A, TargetSpeed> {
    using F = Floats<A>;

  public:
    using Prepared = NothingPrepared;
    static constexpr bool pipelined = false;

    Kernel(const StageInput& in, StageOutput&) : speed_(in.stage<TargetSpeed>().speed) {}

    void enter_group(const StageInput&, StageOutput&, std::size_t) {}

    template <Reading reading>
    void force(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, AgentBatch<A>& q,
               const Prepared&) {
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            const F speed = speed_ ? F(*speed_) : reader.read(in.get<Stream::speed>(), at, w);
            const F vx = q.velocity_x[w], vy = q.velocity_y[w];
            const F k = scale_to(speed, squared_length(vx, vy), F(squared_length_floor));
            q.force_x[w] = vx * k - vx;
            q.force_y[w] = vy * k - vy;
        }
    }

    void store_state(const StageInput&, StageOutput&, std::size_t, std::uint64_t) const {}

  private:
    std::optional<float> speed_;
};

}  // namespace
}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/seek/kernel.hpp"
#include "wend/containment.hpp"

namespace wend::detail {
namespace {

/// Containment (kernels/docs/math.md, "Containment").
template <class A>
class Kernel<A, Containment> {
    using F = Floats<A>;

  public:
    using Prepared = NothingPrepared;
    static constexpr bool pipelined = false;

    Kernel(const StageInput& in, StageOutput&)
        : x_(in.stage<Containment>().area.min_x, in.stage<Containment>().area.max_x,
             in.stage<Containment>().margin),
          y_(in.stage<Containment>().area.min_y, in.stage<Containment>().area.max_y,
             in.stage<Containment>().margin),
          prediction_(in.stage<Containment>().prediction),
          per_margin_(1 / in.stage<Containment>().margin) {}

    void enter_group(const StageInput&, StageOutput&, std::size_t) {}

    template <Reading reading>
    void force(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, AgentBatch<A>& q,
               const Prepared&) {
        read_position(in, reader, slot, q);
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const F max_speed = read_max_speed<A>(in, reader, vector_slot(slot, w), w);
            q.force_x[w] = along(x_, q.position_x[w], q.velocity_x[w], max_speed);
            q.force_y[w] = along(y_, q.position_y[w], q.velocity_y[w], max_speed);
        }
    }

    void store_state(const StageInput&, StageOutput&, std::size_t, std::uint64_t) const {}

  private:
    /// Where the margins of two sides begin.
    struct Sides {
        F low, high;
        Sides(float least, float most, float margin) : low(least + margin), high(most - margin) {}
    };

    F along(const Sides& sides, const F& position, const F& velocity, const F& max_speed) const {
        const F predicted = position + velocity * prediction_;
        const F low = share(sides.low - predicted);
        const F high = share(predicted - sides.high);
        return low * (max_speed - velocity) - high * (max_speed + velocity);
    }
    F share(const F& depth) const { return max_keep_nan(min_skip_nan(depth * per_margin_, F(1)), F(0)); }

    Sides x_, y_;
    F prediction_, per_margin_;
};

}  // namespace
}  // namespace wend::detail

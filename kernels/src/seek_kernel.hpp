// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "lanes.hpp"
#include "quad.hpp"
#include "stage_call.hpp"

namespace wend::detail {
namespace {

/// Seek's force (kernels/docs/math.md, "Seek").
template <class A>
class SeekKernel {
  public:
    static constexpr bool needs_position = true;

    explicit SeekKernel(const StageCall& call) : max_speed_(call.max_speed) {}

    void enter_group(const StageCall&, std::size_t) {}

    template <bool checked>
    void apply(const StageCall& call, Reader<A, checked>& reader, std::size_t slot, Quad<A>& q) {
        using F = Floats<A>;
        const float* max_speed = call.input<Stream::max_speed>();
        for (int w = 0; w < quad; ++w) {
            const std::size_t at = vector_slot(slot, w);
            const F dx = reader.read(call.input<Stream::target_x>(), at, w) - q.position_x[w];
            const F dy = reader.read(call.input<Stream::target_y>(), at, w) - q.position_y[w];
            const F speed = max_speed == nullptr ? max_speed_ : reader.read(max_speed, at, w);
            if (max_speed != nullptr) reader.fault(speed < F(0), w);
            const F k = scale_to(speed, squared_length(dx, dy), F(squared_length_floor));
            q.force_x[w] = dx * k - q.velocity_x[w];
            q.force_y[w] = dy * k - q.velocity_y[w];
        }
    }

    void store_state(const StageCall&, std::size_t, std::uint64_t) const {}

  private:
    Floats<A> max_speed_;
};

}  // namespace
}  // namespace wend::detail

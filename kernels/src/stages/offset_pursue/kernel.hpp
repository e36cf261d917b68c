// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/quarry/quarry.hpp"
#include "stages/seek/kernel.hpp"
#include "wend/offset_pursue.hpp"

namespace wend::detail {
namespace {

/// Offset pursuit (kernels/docs/math.md, "Offset pursuit").
template <class A>
class Kernel<A, OffsetPursue> {
    using F = Floats<A>;

  public:
    using Prepared = ScaledDirections<A>;
    static constexpr bool pipelined = true;

    Kernel(const StageInput& in, StageOutput&)
        : stage_(in.stage<OffsetPursue>()), floor_(arrival_floor<A>(stage_.slowing_radius)) {}

    void enter_group(const StageInput&, StageOutput&, std::size_t group) { inactive_mask_[group] = 0; }

    template <Reading reading>
    void prepare(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, const AgentBatch<A>& q,
                 ScaledDirections<A>& desired) {
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            const F max_speed = read_positive_max_speed<A>(in, reader, at, w);
            const Seen<A> seen = see_quarry<A>(in, reader, at, w, stage_.quarry == Quarry::agent);
            const F x = read_offset<Stream::offset_x>(in, reader, at, w, stage_.offset_x);
            const F y = read_offset<Stream::offset_y>(in, reader, at, w, stage_.offset_y);
            const F squared = squared_length(seen.velocity.x, seen.velocity.y);
            const F inverse = scale_to(F(1), squared, F(squared_length_floor));
            const F hx = select(squared == F(0), F(1), seen.velocity.x * inverse);
            const F hy = seen.velocity.y * inverse;
            const Aim<A> place{seen.position.x + (x * hx - y * hy), seen.position.y + (x * hy + y * hx)};
            seek_aim(desired, q, w, moved(place, seen.velocity, time_to(q, w, place, max_speed)), max_speed,
                     floor_);
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
    template <Stream S, Reading reading>
    static F read_offset(const StageInput& in, Reader<A, reading>& reader, std::size_t at, int w,
                         const std::optional<float>& value) {
        return value ? F(as_read(*value)) : reader.read(in.get<S>(), at, w);
    }

    const OffsetPursue& stage_;
    F floor_;  ///< below this squared length the desired speed falls linearly
    std::uint64_t inactive_mask_[tile_groups];  ///< agents without a quarry
};

}  // namespace
}  // namespace wend::detail

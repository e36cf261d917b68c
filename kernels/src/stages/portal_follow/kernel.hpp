// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/portal_follow/corner_advance.hpp"
#include "stages/seek/kernel.hpp"

namespace wend::detail {
namespace {

/// Portal following (kernels/docs/math.md, "Portal following"): the corner of each agent is found when its
/// group begins, and then sought.
template <class A>
class Kernel<A, PortalFollow> {
    using F = Floats<A>;

  public:
    using Prepared = ScaledDirections<A>;
    static constexpr bool pipelined = true;

    Kernel(const StageInput& in, StageOutput&)
        : stage_(in.stage<PortalFollow>()),
          radii_(in.get<Stream::body_radius>()),
          slowing_(stage_.slowing_radius ? *stage_.slowing_radius : 0),
          squared_arrival_(stage_.arrival_radius * stage_.arrival_radius) {}

    void enter_group(const StageInput& in, StageOutput& out, std::size_t group) {
        out.faults[group] |= CornerAdvance<A>::begin(in, stage_, cache_, group, out.faults[group]);
        arrived_[group] = 0;
    }

    template <Reading reading>
    void prepare(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, const AgentBatch<A>&,
                 ScaledDirections<A>& desired) {
        const std::uint64_t to_goal = cache_.to_goal[slot / group_size];
        std::uint64_t& arrived = arrived_[slot / group_size];
        arrived &= ~(batch_lanes<A> << (slot % group_size));
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            if (radii_ != nullptr) {
                const F radius = reader.read(radii_, at, w);
                reader.fault_lanes(
                    ~(bits(radius >= F(0)) & bits(radius <= F(stage_.body_radius))) & all_lanes<A>, w);
            }
            const F square = load<A>(cache_.square + at);
            F length = square;
            if (const std::uint32_t near = vector_bits<A>(to_goal, slot, w); near != 0) {
                const F slowed = max_keep_nan(length, F(slowing_) * load<A>(cache_.root + at));
                length = select(mask_of<A>(near), slowed, length);
                arrived |= std::uint64_t{near & bits(square <= F(squared_arrival_))} << (at % group_size);
            }
            desired.vector[w] = {
                load<A>(cache_.way_x + at), load<A>(cache_.way_y + at),
                read_max_speed<A>(in, reader, at, w) / max_keep_nan(length, F(squared_length_floor))};
        }
    }

    template <Reading reading>
    void force(const StageInput&, Reader<A, reading>&, std::size_t slot, AgentBatch<A>& q,
               const ScaledDirections<A>& desired) {
        steer_to(desired, q, slot, cache_.absent[slot / group_size], stage_.brake_without_path);
    }

    /// Segments, nodes and finished flags: unchanged for nearly all agents.
    void store_state(const StageInput& in, StageOutput& out, std::size_t slot, std::uint64_t faults) const {
        const std::size_t group = slot / group_size;
        const bool changed = batch_bits<A>(cache_.changed[group], slot) != 0;
        const bool in_place = in.get<Stream::segment>() == out.get<Stream::segment>() &&
                              in.get<Stream::node>() == out.get<Stream::node>();
        if (changed || !in_place) {
            store_kept<A>(out.get<Stream::segment>(), slot, cache_.segment, faults);
            store_kept<A>(out.get<Stream::node>(), slot, cache_.node, faults);
        }
        std::uint32_t* const finished = out.get<Stream::finished>();
        if (finished == nullptr) return;
        if (finished != in.get<Stream::finished>())
            store_kept<A>(finished, slot, in.get<Stream::finished>(), faults);
        for (int w = 0; w < batch_vectors; ++w) {
            const std::uint32_t arrived = vector_bits<A>(arrived_[group] & ~faults, slot, w);
            if (arrived == 0) continue;
            std::uint32_t* const to = finished + vector_slot(slot, w);
            write(to, select(mask_of<A>(arrived), Words<A>(1), load<A>(to)));
        }
    }

  private:
    const PortalFollow& stage_;
    const float* radii_;
    float slowing_, squared_arrival_;
    std::uint64_t arrived_[tile_groups];
    CornerCache cache_;
};

}  // namespace
}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/stage_call.hpp"
#include "stages/path_follow/node_advance.hpp"
#include "stages/seek/kernel.hpp"

namespace wend::detail {
namespace {

/// Path following (kernels/docs/math.md, "Path following").
///
/// An agent seeks the same node for many ticks, so the node stays beside it for the whole pass.
template <class A>
class Kernel<A, PathFollow> {
    using F = Floats<A>;

  public:
    using Prepared = ScaledDirections<A>;
    static constexpr bool pipelined = true;

    explicit Kernel(const StageCall& call)
        : parameters_(call.stage<PathFollow>()),
          cache_(*call.nodes),
          arrives_(parameters_.mode == PathMode::once && parameters_.slowing_radius.has_value()),
          reach_(parameters_.radius * parameters_.radius) {}

    void enter_group(const StageCall& call, std::size_t group) {
        if (call.fill_caches) NodeAdvance<A>(call, parameters_).fill(group);
        call.tile.faults[group] |= cache_.faults[group];
        reached_[group] = 0;
    }

    template <Reading reading>
    void prepare(const StageCall& call, Reader<A, reading>& reader, std::size_t slot, const AgentBatch<A>& q,
                 ScaledDirections<A>& desired) {
        std::uint64_t& reached = reached_[slot / group_size];
        reached &= ~(batch_lanes<A> << (slot % group_size));
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            const Aim<A> node{load<A>(cache_.node_x + at), load<A>(cache_.node_y + at)};
            F floor(squared_length_floor);
            if (arrives_) {
                const F slowing = load<A>(cache_.slowing + at);
                floor = max_keep_nan(slowing * slowing, floor);
            }
            const F dx = node.x - q.position_x[w];
            const F dy = node.y - q.position_y[w];
            const F squared = squared_length(dx, dy);
            desired.vector[w] = {dx, dy, scale_to(read_max_speed<A>(call, reader, at, w), squared, floor)};

            std::uint64_t near = bits(squared <= F(reach_));
            if (parameters_.swept) near |= NodeAdvance<A>::swept_near(call, reader, at, w, node, F(reach_));
            reached |= near << (at % group_size);
        }
    }

    template <Reading reading>
    void force(const StageCall&, Reader<A, reading>&, std::size_t slot, AgentBatch<A>& q,
               const ScaledDirections<A>& desired) {
        steer_to(desired, q, slot, cache_.absent[slot / group_size]);
    }

    /// Nodes, directions and finished flags: unchanged, but for the agents that reached their node.
    void store_state(const StageCall& call, std::size_t slot, std::uint64_t faults) {
        copy_batch<Stream::node>(call, slot, faults);
        if (parameters_.mode == PathMode::ping_pong) copy_batch<Stream::direction>(call, slot, faults);
        // In other modes it may be a custom stage's.
        if (parameters_.mode == PathMode::once && call.output<Stream::finished>() != nullptr)
            copy_batch<Stream::finished>(call, slot, faults);
        const std::size_t group = slot / group_size;
        const std::uint64_t moving = reached_[group] & ~faults & ~cache_.absent[group] & ~cache_.ended[group];
        if (batch_bits<A>(moving, slot) != 0) [[unlikely]]
            NodeAdvance<A>(call, parameters_).advance(slot, moving);
    }

  private:
    template <Stream S>
    static void copy_batch(const StageCall& call, std::size_t slot, std::uint64_t faults) {
        const element_t<S>* const from = call.input<S>();
        element_t<S>* const to = call.output<S>();
        if (from != to) store_kept<A>(to, slot, from, faults);
    }

    const PathFollow& parameters_;
    NodeCache& cache_;
    bool arrives_;
    float reach_;
    std::uint64_t reached_[tile_groups];
};

}  // namespace
}  // namespace wend::detail

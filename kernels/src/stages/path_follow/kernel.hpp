// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/path_follow/node_advance.hpp"
#include "stages/seek/kernel.hpp"

namespace wend::detail {
namespace {

/// Path following (kernels/docs/math.md, "Path following").
///
/// An agent seeks the same node for many ticks, so the node stays beside it: in its record, or for the pass.
/// `may_sweep`: not in a pass that is fused with the locomotion, where the call out of it costs registers.
template <class A, bool may_sweep>
class NodeSeeker {
    using F = Floats<A>;

  public:
    using Prepared = ScaledDirections<A>;
    static constexpr bool pipelined = true;

    NodeSeeker(const StageInput& in, StageOutput& out)
        : parameters_(in.stage<PathFollow>()),
          out_(out),
          cache_(*out.nodes),
          node_x_(NodeAdvance<A>(in, out, parameters_).node_x()),
          node_y_(NodeAdvance<A>(in, out, parameters_).node_y()),
          line_x_(NodeAdvance<A>(in, out, parameters_).line_x()),
          line_y_(NodeAdvance<A>(in, out, parameters_).line_y()),
          arrives_(parameters_.mode == PathMode::once && parameters_.slowing_radius.has_value()),
          reach_(parameters_.radius * parameters_.radius) {}

    void enter_group(const StageInput& in, StageOutput& out, std::size_t group) {
        if (in.fill_caches) NodeAdvance<A>::begin(in, out, parameters_, group);
        out.faults[group] |= cache_.faults[group];
        reached_[group] = 0;
    }

    template <Reading reading>
    void prepare(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, const AgentBatch<A>& q,
                 ScaledDirections<A>& desired) {
        std::uint64_t& reached = reached_[slot / group_size];
        reached &= ~(batch_lanes<A> << (slot % group_size));
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            Aim<A> node{load<A>(node_x_ + at), load<A>(node_y_ + at)};
            F slowing(0);
            if (arrives_)
                slowing = keep(mask_of<A>(vector_bits<A>(cache_.arriving[slot / group_size], slot, w)),
                               F(*parameters_.slowing_radius));
            F dx = node.x - q.position_x[w];
            F dy = node.y - q.position_y[w];
            F squared = squared_length(dx, dy);

            std::uint32_t near = bits(squared <= F(reach_));
            if (parameters_.finish_line)
                near |= NodeAdvance<A>::passed(dx, dy, {load<A>(line_x_ + at), load<A>(line_y_ + at)});
            if (may_sweep && parameters_.swept) {
                near |= NodeAdvance<A>::swept_near(in, reader, at, w, node, F(reach_));
                const std::uint32_t passing = near & ~vector_bits<A>(staying(slot / group_size), slot, w);
                if (passing != 0) [[unlikely]] {
                    NodeAdvance<A>(in, out_, parameters_).aim_past(at, passing, node, slowing);
                    dx = node.x - q.position_x[w];
                    dy = node.y - q.position_y[w];
                    squared = squared_length(dx, dy);
                }
            }
            reached |= std::uint64_t{near} << (at % group_size);

            F floor(squared_length_floor);
            if (arrives_) floor = max_keep_nan(slowing * slowing, floor);
            desired.vector[w] = {dx, dy, scale_to(read_max_speed<A>(in, reader, at, w), squared, floor)};
        }
    }

    template <Reading reading>
    void force(const StageInput&, Reader<A, reading>&, std::size_t slot, AgentBatch<A>& q,
               const ScaledDirections<A>& desired) {
        steer_to(desired, q, slot, cache_.absent[slot / group_size], parameters_.brake_without_path);
    }

    /// Nodes, directions and finished flags: unchanged, but for the agents that reached their node.
    void store_state(const StageInput& in, StageOutput& out, std::size_t slot, std::uint64_t faults) {
        copy_batch<Stream::node>(in, out, slot, faults);
        if (parameters_.mode == PathMode::ping_pong) copy_batch<Stream::direction>(in, out, slot, faults);
        // In other modes it may be a custom stage's.
        if (parameters_.mode == PathMode::once && out.get<Stream::finished>() != nullptr)
            copy_batch<Stream::finished>(in, out, slot, faults);
        const std::size_t group = slot / group_size;
        const std::uint64_t moving = reached_[group] & ~faults & ~staying(group);
        if (batch_bits<A>(moving, slot) != 0) [[unlikely]]
            NodeAdvance<A>(in, out, parameters_).advance(slot, moving);
    }

  private:
    /// The agents of a group that keep their nodes.
    [[nodiscard]] std::uint64_t staying(std::size_t group) const {
        return cache_.faults[group] | cache_.absent[group] | cache_.ended[group];
    }

    template <Stream S>
    static void copy_batch(const StageInput& in, StageOutput& out, std::size_t slot, std::uint64_t faults) {
        const element_t<S>* const from = in.get<S>();
        element_t<S>* const to = out.get<S>();
        if (from != to) store_kept<A>(to, slot, from, faults);
    }

    const PathFollow& parameters_;
    StageOutput& out_;
    NodeCache& cache_;
    const float *node_x_, *node_y_;
    const float *line_x_, *line_y_;  ///< read only with a finish line
    bool arrives_;
    float reach_;
    std::uint64_t reached_[tile_groups];
};

template <class A>
class Kernel<A, PathFollow> : public NodeSeeker<A, true> {
  public:
    using Fused = NodeSeeker<A, false>;
    using NodeSeeker<A, true>::NodeSeeker;
};

}  // namespace
}  // namespace wend::detail

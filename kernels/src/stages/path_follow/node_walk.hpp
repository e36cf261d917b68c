// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "driver/stage_call.hpp"
#include "paths/path_data.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stages/seek/kernel.hpp"

namespace wend::detail {
namespace {

/// Path following's agents on their way from node to node, by whole vectors. One by one cost no less where
/// few of a vector move on, and 4.6 (AVX-512) and 5.4 ns an agent and tick instead of 1.7 and 2.3 where all
/// do, in every tick; looking up everybody's node took 0.5 and 0.3 ns more a call.
template <class A>
class NodeWalk {
    using F = Floats<A>;

  public:
    NodeWalk(const StageCall& call, const PathFollow& parameters)
        : call_(call),
          parameters_(parameters),
          data_(PathDataAccess::data(parameters.paths)),
          cache_(*call.nodes) {}

    /// Looks up a group's nodes, and at everything that cannot go bad while the pass lasts.
    [[gnu::noinline]] void fill(std::size_t group) const {
        static constexpr PathExtent no_path{};  // an empty set has none for those whose path is at fault
        static constexpr NodeRecord no_node{};
        const bool empty = data_.paths.empty();
        const auto* const paths = reinterpret_cast<const float*>(empty ? &no_path : data_.loops.data());
        const auto* const nodes = reinterpret_cast<const float*>(empty ? &no_node : data_.nodes.data());
        const Ints<A> path_count(static_cast<std::int32_t>(data_.paths.size()));
        std::uint64_t absent = 0;
        std::uint64_t faults = 0;
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const std::size_t at = group * group_size + j;
            const Ints<A> path = load<A>(call_.input<Stream::path>() + at);
            const Words<A> node = load<A>(call_.input<Stream::node>() + at);
            const Ints<A> direction = load<A>(call_.input<Stream::direction>() + at);
            const std::uint32_t known = bits(greater(path, Ints<A>(-1))) & bits(greater(path_count, path));
            F extent[2];
            if (known == all_lanes<A>) [[likely]]
                gather_pairs(paths, reinterpret_cast<const std::uint32_t*>(call_.input<Stream::path>() + at),
                             extent);
            else
                gather(paths, select(mask_of<A>(known), as_words<A>(path), Words<A>(0)), extent);
            const Words<A> first = as_words<A>(as_ints(extent[0]));
            const Ints<A> count = as_ints(extent[1]);
            const std::uint32_t on_path =
                bits(greater(as_ints(node), Ints<A>(-1))) & bits(greater(count, as_ints(node)));
            const std::uint32_t good =
                known & on_path & bits((direction == Ints<A>(1)) || (direction == Ints<A>(-1)));
            absent |= std::uint64_t{bits(path == Ints<A>(-1))} << j;
            faults |= std::uint64_t{~good & all_lanes<A>} << j;
            write(cache_.first + at, first);
            write(cache_.last + at, as_words<A>(count - Ints<A>(1)));
            const Aim<A> aim = find(nodes, lanes_of(good, first + node));
            write(cache_.node_x + at, aim.x);
            write(cache_.node_y + at, aim.y);
            if (parameters_.slowing_radius)
                write(cache_.slowing + at, slowing(at, node, as_words<A>(direction)));
        }
        cache_.absent[group] = absent;
        cache_.faults[group] = faults & ~absent;
        cache_.ended[group] = 0;
    }

    /// Takes those of a batch who have reached their nodes to the next: as far as the last step's circles go.
    ///
    /// Out of line, and by an object of its own: few agents move on in a tick, and the others' forces keep
    /// their registers.
    [[gnu::noinline]] void move_on(std::size_t slot, std::uint64_t moving) const {
        for (int w = 0; w < batch_vectors; ++w) {
            const std::uint32_t movers = vector_bits<A>(moving, slot, w);
            if (movers != 0) move_vector(vector_slot(slot, w), movers);
        }
    }

    /// Whose last step passed the node's circle.
    template <bool checked>
    static std::uint32_t swept_near(const StageCall& call, Reader<A, checked>& reader, std::size_t at, int w,
                                    const Aim<A>& node, const F& squared_radius) {
        const F sx = reader.read(call.input<Stream::step_x>(), at, w);
        const F sy = reader.read(call.input<Stream::step_y>(), at, w);
        const F wx = node.x - reader.read(call.input<Stream::previous_x>(), at, w);
        const F wy = node.y - reader.read(call.input<Stream::previous_y>(), at, w);
        const F length = squared_length(sx, sy);
        F t = (wx * sx + wy * sy) / max_keep_nan(length, F(squared_length_floor));
        t = select(t < F(0), F(0), select(t > F(1), F(1), t));
        const F ex = wx - sx * t;
        const F ey = wy - sy * t;
        return bits((squared_length(ex, ey) <= squared_radius) && (length > F(0)));
    }

  private:
    static constexpr int most_nodes = 8;  ///< a tick, where the last step's circles count

    void move_vector(std::size_t at, std::uint32_t moving) const {
        const auto* const nodes = reinterpret_cast<const float*>(data_.nodes.data());
        const IntMask<A> moves = mask_of<A>(moving);
        const Words<A> first = load<A>(cache_.first + at);
        const Words<A> last = load<A>(cache_.last + at);
        Words<A> node = load<A>(call_.input<Stream::node>() + at);
        Words<A> direction = as_words<A>(load<A>(call_.input<Stream::direction>() + at));
        Aim<A> aim;
        int moved = 0;
        do {
            step(at, moving, last, node, direction);
            aim = find(nodes, select(moves, first + node, Words<A>(0)));
            if (parameters_.swept) moving &= reached(at, aim);
        } while (parameters_.swept && moving != 0 && ++moved < most_nodes);
        write(call_.output<Stream::node>() + at, node);
        if (parameters_.mode == PathMode::ping_pong)
            write(call_.output<Stream::direction>() + at, as_ints(direction));
        remember(at, moves, aim, node, direction);
    }

    /// The node where the path ends in that direction.
    static Words<A> end(const Words<A>& last, const Words<A>& direction) {
        return select(greater(as_ints(direction), Ints<A>(0)), last, Words<A>(0));
    }

    /// One node further; who has come to his end for good stays there.
    void step(std::size_t at, std::uint32_t moving, const Words<A>& last, Words<A>& node,
              Words<A>& direction) const {
        const Words<A> end_node = end(last, direction);
        const std::uint32_t at_end = moving & bits(as_ints(node) == as_ints(end_node));
        const IntMask<A> ends = mask_of<A>(at_end);
        const Words<A> next = select(mask_of<A>(moving), node + direction, node);
        if (parameters_.mode == PathMode::loop) {
            node = select(ends, last - end_node, next);
            return;
        }
        node = select(ends, node, next);
        if (parameters_.mode == PathMode::ping_pong) {
            direction = select(ends, Words<A>(0) - direction, direction);
            return;
        }
        std::uint32_t* const finished = call_.output<Stream::finished>();
        if (finished != nullptr) write(finished + at, select(ends, Words<A>(1), load<A>(finished + at)));
        cache_.ended[at / group_size] |= std::uint64_t{at_end} << (at % group_size);
    }

    static void gather(const float* base, const Words<A>& index, F (&field)[2]) {
        alignas(64) std::uint32_t row[lanes<A>];
        write(row, index);
        gather_pairs(base, row, field);
    }

    static Aim<A> find(const float* nodes, const Words<A>& record) {
        F node[2];
        gather(nodes, record, node);
        return {node[0], node[1]};
    }

    /// 0 for the others. Nearly always there are none, which is cheaper to ask than to compute with: a single
    /// tick 2.2 (AVX-512) and 2.9 ns without.
    static Words<A> lanes_of(std::uint32_t which, const Words<A>& index) {
        return which == all_lanes<A> ? index : select(mask_of<A>(which), index, Words<A>(0));
    }

    /// Keeps a node beside each agent of `which`.
    void remember(std::size_t at, const IntMask<A>& which, const Aim<A>& aim, const Words<A>& node,
                  const Words<A>& direction) const {
        write(cache_.node_x + at, select(which, aim.x, load<A>(cache_.node_x + at)));
        write(cache_.node_y + at, select(which, aim.y, load<A>(cache_.node_y + at)));
        if (!parameters_.slowing_radius) return;
        write(cache_.slowing + at, select(which, slowing(at, node, direction), load<A>(cache_.slowing + at)));
    }

    /// The slowing radius of those whose node is their end.
    [[nodiscard]] F slowing(std::size_t at, const Words<A>& node, const Words<A>& direction) const {
        return keep(as_ints(node) == as_ints(end(load<A>(cache_.last + at), direction)),
                    F(*parameters_.slowing_radius));
    }

    /// The same question as at the start of the tick, of another node; what is to be flushed is read anew.
    [[nodiscard]] std::uint32_t reached(std::size_t at, const Aim<A>& node) const {
        Reader<A, true> reader;
        const F squared_radius(parameters_.radius * parameters_.radius);
        const F dx = node.x - reader.read(call_.input<Stream::position_x>(), at, 0);
        const F dy = node.y - reader.read(call_.input<Stream::position_y>(), at, 0);
        return bits(squared_length(dx, dy) <= squared_radius) |
               swept_near(call_, reader, at, 0, node, squared_radius);
    }

    const StageCall& call_;
    const PathFollow& parameters_;
    const PathData& data_;
    NodeCache& cache_;
};

}  // namespace
}  // namespace wend::detail

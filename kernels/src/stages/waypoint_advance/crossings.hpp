// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "paths/path_cursor.hpp"
#include "paths/path_data.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/waypoint_advance/agent_group.hpp"
#include "stages/waypoint_advance/motion.hpp"

namespace wend::detail {
namespace {

/// The fallback: agents that leave their segments, moved one by one at the tile's end. By then their
/// inputs have come from memory.
template <class A>
class DeferredCrossings {
  public:
    void add(const Motion<A>& motion, std::size_t slot, double old_distance) {
        const std::uint32_t path = motion.path[slot];
        const std::uint32_t segment = motion.segment[slot];
        const std::size_t i = agents_.count++;
        agents_.slot[i] = static_cast<std::uint32_t>(slot);
        agents_.path[i] = path;
        agents_.speed[i] = motion.scalar_speed_of(slot);
        agents_.distance[i] = old_distance;
        const PathData& data = *motion.data;
        __builtin_prefetch(data.segments.data() + data.paths[path].first + segment + 1);
        __builtin_prefetch(data.starts_of(path) + segment + 1);
        __builtin_prefetch(data.starts_of(path) + segment + PathData::starts_past_end);
    }

    /// Moves the agents; where they come to lies in `agents()`.
    ///
    /// Out of line: beside other work GCC keeps less of the traversal in registers.
    [[gnu::noinline]] void run(const Motion<A> motion) {
        const PathTraversal<A> traversal(*motion.data, motion.mode);
        for (std::size_t i = 0; i < agents_.count; ++i) {
            const std::uint32_t slot = agents_.slot[i];
            const std::uint32_t path = agents_.path[i];
            PathCursor cursor{motion.segment[slot], agents_.distance[i],
                              motion.turns() ? motion.direction[slot] : 1};
            traversal.advance(cursor, path, agents_.speed[i] * motion.dt, motion.ticks);
            motion.segment[slot] = cursor.segment;
            store_double(motion.distance, slot, cursor.d);
            if (motion.turns()) motion.direction[slot] = cursor.direction;
            agents_.distance[i] = cursor.d;
            const std::uint32_t record = motion.data->paths[path].first + cursor.segment;
            agents_.record_index_x4[i] = record * 4;
            __builtin_prefetch(motion.data->segments.data() + record);
        }
    }

    [[nodiscard]] DeferredAgents& agents() { return agents_; }

  private:
    DeferredAgents agents_;
};

/// Takes vectors of agents over one node, where many leave their segments within the same ticks. Where all
/// cross once in 8 ticks: 0.43 (AVX-512) and 0.51 ns an agent and tick instead of 1.25 agent by agent.
template <class A>
class GroupCrossing {
    using F = Floats<A>;
    using D = Doubles<A>;

  public:
    /// Agents of a group outside their segments, from which on it pays.
    static constexpr int min_agents = group_size / 8;

    /// Moves those of `outside` that end on the next segment, in vectors with many of them; returns their
    /// mask. Of the others, record index and length are of no use afterwards.
    ///
    /// Out of line, so that the group's other work keeps its registers.
    [[gnu::noinline]] static std::uint64_t run(const Motion<A> motion, AgentGroup& group,
                                               std::uint64_t inactive_mask, std::uint64_t outside) {
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const auto far = bits(load<A>(group.new_distance + j) > load<A>(group.length + j) * F(3));
            outside &= ~(std::uint64_t{far} << j);
        }
        if (!popcount_at_least(outside, min_agents)) return 0;
        // The next segments, all at once: out of an L3 or memory 0.7 (AVX-512) and 0.55 of the time that
        // vector after vector takes.
        const auto* const records = reinterpret_cast<const float*>(motion.records());
        for (std::size_t j = 0; j < group_size; ++j)
            __builtin_prefetch(records + 2 * std::size_t{group.record_index_x4[j]} + 8);
        std::uint64_t moved = 0;
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const auto crossing = static_cast<std::uint32_t>(outside >> j & all_lanes<A>);
            if (popcount_at_least(crossing, min_lanes))
                moved |= std::uint64_t{cross(motion, group, j, inactive_mask, crossing)} << j;
        }
        return moved;
    }

  private:
    /// Fewer agents of a vector are faster one by one.
    static constexpr int min_lanes = 2 + lanes<A> / 16;

    /// One vector, all ticks at once (kernels/docs/math.md, "Nodes and ticks taken together"); returns the
    /// lanes that have come to the next segment.
    static std::uint32_t cross(const Motion<A>& motion, AgentGroup& group, std::size_t j,
                               std::uint64_t inactive_mask, std::uint32_t crossing) {
        constexpr std::size_t half = lanes<A> / 2;
        const std::size_t at = group.start + j;
        std::uint32_t* const segments = motion.segment + at;
        const Words<A> segment = load<A>(segments);
        const Words<A> index = load<A>(group.record_index_x4 + j);
        const IntMask<A> last = as_ints(load<A>(group.segments_left + j)) == Ints<A>(1);
        if (!motion.loops()) crossing &= ~bits(last);
        const Words<A> next_index = select(last, index - shift_left<2>(segment), index + Words<A>(4));
        write(group.record_index_x4 + j, select(mask_of<A>(crossing), next_index, index));
        F next[4];  // the second half of the record
        gather_rows(reinterpret_cast<const float*>(motion.records()) + 4, group.record_index_x4 + j, next);
        D length[2], step[2], rest[2], exact[2];
        widen(load<A>(group.length + j), length);
        write(group.length + j, next[0]);
        widen(motion.step_of(at), step);
        for (int h = 0; h < 2; ++h) {
            const D d = load<A>(group.old_distance + j + h * half);
            const D steps = step[h] * D(motion.ticks);
            const D end = d + steps;
            rest[h] = end - length[h];
            // As PathTraversal::sums_are_exact: the exponent's bits alone. A single tick may be rounded.
            const D power = end & D(std::numeric_limits<double>::infinity());
            const D low = motion.ticks == 1 ? D(0) : select(d < power, d, power);
            const auto sums_are_exact = ((low + power) - power == low) && (step[h] * D(0x1p28) >= end) &&
                                        (length[h] * D(0x1p28) >= end);
            exact[h] = select(sums_are_exact && (d >= D(0)) && (rest[h] >= D(0)), D(1), D(-1));
        }
        const F new_distance = narrow(rest);
        const std::uint32_t moved = crossing & ~signs(exact) & bits(new_distance < next[0]);
        if (moved == 0) return 0;
        const IntMask<A> moves = mask_of<A>(moved);
        D move[2], d[2];
        widen(keep(moves, F(1)), move);
        motion.load_distances(at, d);
        for (int h = 0; h < 2; ++h) d[h] = select(move[h] > D(0), rest[h], d[h]);
        store_lanes<A>(motion.distance, at, inactive_mask >> j, d);
        write(group.new_distance + j, select(moves, new_distance, load<A>(group.new_distance + j)));
        write(segments, select(moves, select(last, Words<A>(0), segment + Words<A>(1)), segment));
        return moved;
    }
};

}  // namespace
}  // namespace wend::detail

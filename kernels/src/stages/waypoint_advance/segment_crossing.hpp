// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "driver/stage_call.hpp"
#include "paths/path_data.hpp"
#include "simd/lanes.hpp"
#include "stages/waypoint_advance/segment_finder.hpp"
#include "stages/waypoint_advance/segment_steps.hpp"

namespace wend::detail {
namespace {

/// A group between the look-up of its segments and that of its positions.
struct GlidingGroup {
    std::size_t start;
    std::uint64_t still;  ///< agents that are not moved
    FoundSegments found;
    alignas(64) double before[group_size];  ///< distances
    alignas(64) float after[group_size];
    alignas(64) float length[group_size];  ///< of the segment before
};

/// Whole vectors over one node, where many of their agents leave their segments within the same few ticks,
/// each in whichever: where all cross once in 8 ticks, 0.43 (AVX-512) and 0.51 ns an agent and tick instead
/// of 1.25 agent by agent, at once or each at his time.
template <class A>
class SegmentCrossing {
    using F = Floats<A>;
    using D = Doubles<A>;
    static constexpr std::size_t half = lanes<A> / 2;

  public:
    /// Leavers of a group from which on its vectors are worth a look.
    static constexpr int crowd = group_size / 8;

    SegmentCrossing(const SegmentSteps<A>& steps, const SegmentRecord* records)
        : steps_(steps), call_(steps.call), records_(reinterpret_cast<const float*>(records)) {}

    /// Moves those in `leaving` who come one segment further, in vectors with many of them; returns whom.
    /// What is written of the others is of no use, but for their segments.
    ///
    /// Out of line, and by an object of its own: the group's other work keeps its registers.
    [[gnu::noinline]] std::uint64_t run(GlidingGroup& group, std::uint64_t leaving) const {
        // Who goes on for more than that has no use for what follows.
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const auto far = bits(load<A>(group.after + j) > load<A>(group.length + j) * F(3));
            leaving &= ~(std::uint64_t{far} << j);
        }
        if (!popcount_at_least(leaving, crowd)) return 0;
        // The next segments, all at once: out of an L3 or memory 0.7 (AVX-512) and 0.55 of the time that a
        // vector after the other takes.
        for (std::size_t j = 0; j < group_size; ++j)
            __builtin_prefetch(records_ + 2 * std::size_t{group.found.quarter[j]} + 8);
        std::uint64_t moved = 0;
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const auto here = static_cast<std::uint32_t>(leaving >> j & all_lanes<A>);
            if (popcount_at_least(here, many)) moved |= std::uint64_t{cross(group, j, here)} << j;
        }
        return moved;
    }

  private:
    /// Leavers of a vector that take longer one by one.
    static constexpr int many = 2 + lanes<A> / 16;

    /// Takes those in `leaving` forwards from where they were over one node, all ticks at once
    /// (kernels/docs/math.md, "Nodes and ticks taken together"); returns who came there.
    std::uint32_t cross(GlidingGroup& group, std::size_t j, std::uint32_t leaving) const {
        const std::size_t at = group.start + j;
        std::uint32_t* const segments = call_.output<Stream::segment>() + at;
        const Words<A> segment = load<A>(segments);
        const Words<A> quarter = load<A>(group.found.quarter + j);
        const IntMask<A> last = as_ints(load<A>(group.found.left + j)) == Ints<A>(1);
        if (!steps_.loops) leaving &= ~bits(last);
        const IntMask<A> leaves = mask_of<A>(leaving);
        write(group.found.quarter + j,
              select(leaves, select(last, quarter - shift_left<2>(segment), quarter + Words<A>(4)), quarter));
        F next[4];
        gather_rows(records_ + 4, group.found.quarter + j, next);
        const F next_length = next[0];
        const F from = load<A>(group.length + j);
        D length[2], step[2], rest[2], sure[2];
        widen(from, length);
        widen(steps_.step_of(at), step);
        for (int h = 0; h < 2; ++h) {
            const D d = load<A>(group.before + j + h * half);
            const D steps = step[h] * D(call_.ticks.count);
            const D end = d + steps;
            rest[h] = end - length[h];
            // As PathWalk::adds_up: the exponent's bits alone. A single tick may be rounded.
            const D power = end & D(std::numeric_limits<double>::infinity());
            const D low = call_.ticks.count == 1 ? D(0) : select(d < power, d, power);
            const auto exact = ((low + power) - power == low) && (step[h] * D(0x1p28) >= end) &&
                               (length[h] * D(0x1p28) >= end);
            sure[h] = select(exact && (d >= D(0)) && (rest[h] >= D(0)), D(1), D(-1));
        }
        const F after = narrow(rest);
        const std::uint32_t moved = leaving & ~signs(sure) & bits(after < next_length);
        if (moved == 0) return 0;
        const IntMask<A> moves = mask_of<A>(moved);
        D mask[2], d[2];
        widen(keep(moves, F(1)), mask);
        steps_.load_distances(at, d);
        for (int h = 0; h < 2; ++h) d[h] = select(mask[h] > D(0), rest[h], d[h]);
        store_lanes<A>(steps_.distance, at, group.still >> j, d);
        write(group.after + j, select(moves, after, load<A>(group.after + j)));
        write(segments, select(moves, select(last, Words<A>(0), segment + Words<A>(1)), segment));
        return moved;
    }

    const SegmentSteps<A> steps_;
    const StageCall& call_;
    const float* records_;
};

}  // namespace
}  // namespace wend::detail

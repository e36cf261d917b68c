// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "lanes.hpp"
#include "path_data.hpp"
#include "segment_finder.hpp"
#include "segment_steps.hpp"
#include "stage_call.hpp"

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

/// Whole vectors over one node, where many of their agents leave their segments within the same few ticks, each in whichever. Agent by agent a crossing costs 11 ns, a vector's
/// 26 (AVX-512) and 19: where all cross once in 8 ticks, 0.43 and 0.56 ns an agent and tick instead of 1.7, at once or each at his time.
template <class A>
class SegmentCrossing {
    using F = Floats<A>;
    using D = Doubles<A>;

  public:
    /// Leavers of a group from which on its vectors are worth a look.
    static constexpr int crowd = group_size / 8;

    SegmentCrossing(const SegmentSteps<A>& steps, const SegmentRecord* records)
        : steps_(steps), call_(steps.call), records_(reinterpret_cast<const float*>(records)) {}

    /// Moves those in `leaving` who come one segment further, in vectors with many of them; returns whom. What is written of the others is of no use,
    /// but for their segments.
    ///
    /// Out of line, and by an object of its own: the group's other work keeps its registers.
    [[gnu::noinline]] std::uint64_t run(GlidingGroup& group, std::uint64_t leaving) const {
        // The next segments, all at once: out of an L3 or memory 0.7 (AVX-512) and 0.55 of the time that a vector after the other takes.
        for (std::size_t j = 0; j < group_size; ++j) __builtin_prefetch(records_ + 2 * std::size_t{group.found.quarter[j]} + 8);
        std::uint64_t moved = 0;
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const auto here = static_cast<std::uint32_t>(leaving >> j & all_lanes<A>);
            if (has_bits(here, many)) moved |= std::uint64_t{cross(group, j, here)} << j;
        }
        return moved;
    }

  private:
    /// Leavers of a vector that take longer one by one.
    static constexpr int many = 2 + lanes<A> / 16;

    /// Takes a vector forwards from where it was, those in `leaving` over one node, as PathWalk::cross_once does it; returns who came there.
    std::uint32_t cross(GlidingGroup& group, std::size_t j, std::uint32_t leaving) const {
        const std::size_t at = group.start + j;
        std::uint32_t* const segments = call_.output<Stream::segment>() + at;
        const Words<A> segment = load<A>(segments);
        const Words<A> quarter = load<A>(group.found.quarter + j);
        const IntMask<A> last = as_ints(load<A>(group.found.left + j)) == Ints<A>(1);
        if (!steps_.loops) leaving &= ~bits(last);
        const IntMask<A> leaves = mask_of<A>(leaving);
        write(group.found.quarter + j, select(leaves, select(last, quarter - shift_left<2>(segment), quarter + Words<A>(4)), quarter));
        F next[4];
        gather_rows<2>(records_ + 4, group.found.quarter + j, next);
        const F next_length = next[0];
        const F from = load<A>(group.length + j);
        if (!has_bits(leaving & bits(load<A>(group.after + j) <= from + next_length), many)) return 0;

        constexpr float never = 0x1p100f;  // beyond all distances that are no fault
        const F step = steps_.step_of(at);
        D length[2], by[2];
        widen(select(leaves, from, F(never)), length);
        widen(step, by);
        D d[2] = {load<A>(group.before + j), load<A>(group.before + j + lanes<A> / 2)};
        const std::uint32_t forwards = bits((narrow(d) >= F(0)) && (step >= F(0)));
        const std::uint32_t crossed = step_over(length, by, d);
        if (steps_.stops) SegmentSteps<A>::stop(steps_.ends_of(at, from, load<A>(group.found.left + j)), d);
        store_lanes<A>(steps_.distance, at, group.still >> j, d);
        const F after = narrow(d);
        write(group.after + j, after);
        const std::uint32_t moved = leaving & forwards & crossed & bits(after < next_length);
        write(segments, select(mask_of<A>(moved), select(last, Words<A>(0), segment + Words<A>(1)), segment));
        return moved;
    }

    /// Adds up the steps, less the length from the first tick on that ends at it or beyond; says who did.
    std::uint32_t step_over(const D (&length)[2], const D (&by)[2], D (&d)[2]) const {
        // Two ways, one on the segment's line and one a length behind it: the test for the end is off the chain of additions.
        D beyond[2] = {D(-1), D(-1)}, goes[2] = {D(0), D(0)};
        for (std::uint32_t tick = 0; tick < call_.ticks; ++tick)
            for (int h = 0; h < 2; ++h) {
                const auto before_node = beyond[h] < D(0);
                d[h] = d[h] + by[h];
                beyond[h] = d[h] - length[h];
                goes[h] = select(before_node, beyond[h], goes[h] + by[h]);
            }
        for (int h = 0; h < 2; ++h) d[h] = select(beyond[h] < D(0), d[h], goes[h]);
        return ~signs(beyond);
    }

    const SegmentSteps<A> steps_;
    const StageCall& call_;
    const float* records_;
};

}  // namespace
}  // namespace wend::detail

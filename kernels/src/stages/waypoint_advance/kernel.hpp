// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/waypoint_advance/agent_group.hpp"
#include "stages/waypoint_advance/crossings.hpp"
#include "stages/waypoint_advance/motion.hpp"
#include "stages/waypoint_advance/placement.hpp"
#include "stages/waypoint_advance/record_advance.hpp"

namespace wend::detail {
namespace {

/// Exact motion along a path (kernels/docs/math.md, "Waypoint advance").
///
/// The fast path moves a group of agents by several ticks at once: only distances are state, and an agent
/// that is on its segment before and after a number of equal steps was on it all the time. So a group looks
/// up its segments, adds up the steps, and places its agents after the last tick. The fallback: agents that
/// leave their segments are deferred to the tile's end, and moved one by one. 0.22 (AVX-512) and 0.25 ns an
/// agent and tick at 8 ticks a call; placing all agents in every tick takes 2.0 and 2.2 times as long.
template <class A>
class Kernel<A, WaypointAdvance> {
    using F = Floats<A>;

  public:
    Kernel(const StageInput& in, StageOutput& out) : in_(in), out_(out) {}

    [[nodiscard]] StageResult run() const {
        const Motion<A> motion(in_, out_);
        if (RecordAdvance<A>::suffices(motion, in_, out_)) {
            const RecordAdvance<A> records(motion, out_);
            std::uint64_t others[tile_groups];  ///< agents that no record moved
            if (records.run(motion, in_.groups, out_.faults, others)) advance_others(motion, records, others);
        } else {
            advance_all();
        }
        return {.ticks_taken = motion.ticks};
    }

  private:
    /// Out of line: few tiles have agents that no record moves, and this takes 20 KB of the stack.
    [[gnu::noinline]] void advance_others(const Motion<A> motion, const RecordAdvance<A> records,
                                          const std::uint64_t* others) const {
        advance<true>(motion, StraightPlacement<A>(out_), &records, others);
    }

    /// Out of line, beside the records' pass. A `Motion` of its own stays in registers: 8 ticks on AVX-512
    /// take 0.94.
    [[gnu::noinline]] void advance_all() const {
        const Motion<A> motion(in_, out_);
        if (StraightPlacement<A>::suffices(in_, out_))
            advance<false>(motion, StraightPlacement<A>(out_));
        else
            advance<false>(motion, ShapedPlacement<A>(in_, out_));
    }

    template <bool recorded, class Placement>
    [[gnu::always_inline]] inline void advance(const Motion<A> motion, const Placement placement,
                                               const RecordAdvance<A>* records = nullptr,
                                               const std::uint64_t* by_look_up = nullptr) const {
        const bool places = motion.ticks == in_.ticks.count;  // else the next ticks place the agents
        DeferredCrossings<A> deferred;
        for (std::size_t index = 0; index < in_.groups; ++index) {
            AgentGroup group;
            group.start = index * group_size;
            std::uint64_t& faults = out_.faults[index];
            std::uint64_t done = 0;
            if constexpr (recorded) {
                const std::uint64_t others = by_look_up[index];
                if (!popcount_at_least(others, GroupCrossing<A>::min_agents)) [[likely]] {
                    if (others != 0) faults |= defer_legal(motion, group.start, others, deferred);
                    continue;
                }
                done = ~others;
            }
            const InactiveAgents inactive = find_segments(motion, group);
            faults |= inactive.faults & ~done;
            const std::uint64_t inactive_mask = faults | inactive.without_path | done;
            const std::uint64_t outside = advance_group(motion, group, inactive_mask);
            std::uint64_t leaving = outside;
            if (popcount_at_least(leaving, GroupCrossing<A>::min_agents)) [[unlikely]]
                leaving &= ~GroupCrossing<A>::run(motion, group, inactive_mask, leaving);
            for (; leaving != 0; leaving &= leaving - 1) {
                const auto j = static_cast<std::size_t>(std::countr_zero(leaving));
                deferred.add(motion, group.start + j, group.old_distance[j]);
            }
            if (places) placement.place(motion, group, inactive_mask);
            if constexpr (recorded) records->store(motion, group, ~(inactive_mask | outside));
        }
        deferred.run(motion);
        if (places) placement.place(motion, deferred.agents());
        if constexpr (recorded) records->store(motion, deferred.agents());
    }

    /// Defers the agents of a group that have a path; returns those at fault.
    [[gnu::noinline]] static std::uint64_t defer_legal(const Motion<A> motion, std::size_t start,
                                                       std::uint64_t agents, DeferredCrossings<A>& deferred) {
        std::uint64_t faults = 0;
        for (; agents != 0; agents &= agents - 1) {
            const auto j = static_cast<std::size_t>(std::countr_zero(agents));
            if (has_no_path(motion, motion.path[start + j])) continue;
            if (is_active(motion, start + j))
                deferred.add(motion, start + j, load_double(motion.distance, start + j));
            else
                faults |= std::uint64_t{1} << j;
        }
        return faults;
    }

    /// Adds up the steps; returns the mask of agents that leave their segments.
    static std::uint64_t advance_group(const Motion<A> motion, AgentGroup& group,
                                       std::uint64_t inactive_mask) {
        const auto* const records = reinterpret_cast<const float*>(motion.records());
        std::uint64_t outside = 0;
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const std::size_t at = group.start + j;
            F rest[4];  // the second half of the record
            gather_rows(records + 4, group.record_index_x4 + j, rest);
            const F length = rest[0];
            Doubles<A> d[2];
            motion.load_distances(at, d);
            write(group.old_distance + j, d[0]);
            write(group.old_distance + j + lanes<A> / 2, d[1]);
            write(group.length + j, length);
            const typename Motion<A>::SegmentLimits limits =
                motion.limits_of(at, length, load<A>(group.segments_left + j));
            if (motion.ticks > 1) outside |= Motion<A>::outside_segment(d, length) << j;
            outside |= motion.advance(at, limits, d) << j;
            store_lanes<A>(motion.distance, at, inactive_mask >> j, d);
            write(group.new_distance + j, narrow(d));
        }
        return outside & ~inactive_mask;
    }

    const StageInput& in_;
    StageOutput& out_;
};

}  // namespace
}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "driver/stage_call.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stages/waypoint_advance/leaver_walk.hpp"
#include "stages/waypoint_advance/segment_crossing.hpp"
#include "stages/waypoint_advance/segment_finder.hpp"
#include "stages/waypoint_advance/segment_steps.hpp"

namespace wend::detail {
namespace {

/// Few ticks of waypoint advance, and bare positions: a group's distances, then its places. Those who leave
/// by themselves step aside until the tile's end: what they need is on the way from memory by then. 0.22
/// (AVX-512) and 0.25 ns an agent and tick at 8 ticks a call, where groups with their segments beside them
/// take 0.36 and 0.39: there, one who left writes his part of vectors that are read right after.
template <class A>
class SegmentGlide {
    using F = Floats<A>;
    using Steps = SegmentSteps<A>;

  public:
    SegmentGlide(const Steps& steps, const SegmentFinder<A>& finder)
        : steps_(steps), finder_(finder), call_(steps.call) {}

    void run() const {
        LeaverWalk<A> leavers(steps_);
        for (std::size_t group = 0; group < call_.tile.groups; ++group) glide_group(group, leavers);
        leavers.run();
    }

  private:
    void glide_group(std::size_t index, LeaverWalk<A>& leavers) const {
        GlidingGroup group;
        group.start = index * group_size;
        const Unmoved unmoved = finder_.find(index, group.found);
        call_.tile.faults[index] |= unmoved.faults;
        group.still = call_.tile.faults[index] | unmoved.absent;
        const float* const segments = reinterpret_cast<const float*>(finder_.records());
        std::uint64_t leaving = 0;
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const std::size_t at = group.start + j;
            F rest[4];
            gather_rows(segments + 4, group.found.quarter + j, rest);
            Doubles<A> d[2];
            steps_.load_distances(at, d);
            write(group.before + j, d[0]);
            write(group.before + j + lanes<A> / 2, d[1]);
            write(group.length + j, rest[0]);
            typename Steps::Ends ends{F(0), F(0), rest[0]};
            if (steps_.stops) ends = steps_.ends_of(at, rest[0], load<A>(group.found.left + j));
            if (call_.ticks.count > 1) leaving |= Steps::off_segment(d, rest[0]) << j;
            leaving |= steps_.advance(at, call_.ticks.count, ends, d) << j;
            store_lanes<A>(steps_.distance, at, group.still >> j, d);
            write(group.after + j, narrow(d));
        }
        leaving &= ~group.still;
        if (popcount_at_least(leaving, SegmentCrossing<A>::crowd)) [[unlikely]]
            leaving &= ~SegmentCrossing<A>(steps_, finder_.records()).run(group, leaving);
        for (; leaving != 0; leaving &= leaving - 1) {
            const auto j = static_cast<std::size_t>(std::countr_zero(leaving));
            leavers.add(group.start + j, group.before[j]);
        }
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const std::size_t at = group.start + j;
            F line[4];
            gather_rows(segments, group.found.quarter + j, line);
            const F f = load<A>(group.after + j);
            store_lanes<A, float, 1>(call_.output<Stream::position_x>(), at, group.still >> j,
                                     {flushed(line[0] + line[2] * f)});
            store_lanes<A, float, 1>(call_.output<Stream::position_y>(), at, group.still >> j,
                                     {flushed(line[1] + line[3] * f)});
        }
    }

    const Steps steps_;
    const SegmentFinder<A> finder_;
    const StageCall& call_;
};

}  // namespace
}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "lanes.hpp"
#include "packed_walk.hpp"
#include "path_cursor.hpp"
#include "path_data.hpp"
#include "quad.hpp"
#include "segment_finder.hpp"
#include "segment_steps.hpp"
#include "stage_call.hpp"

namespace wend::detail {
namespace {

/// Few ticks of waypoint advance, and bare positions: each vector's segments stay in registers from the look-up to the position. Those who leave step
/// aside until the tile's end: what they need is on the way from memory by then. 0.24 (AVX-512) and 0.26 ns an agent and tick at 8 ticks a call,
/// where groups with their segments beside them take 0.36 and 0.39: there, one who left writes his part of vectors that are read right after.
template <class A>
class SegmentGlide {
    using F = Floats<A>;
    using Steps = SegmentSteps<A>;

  public:
    SegmentGlide(const Steps& steps, const SegmentFinder<A>& finder)
        : steps_(steps), finder_(finder), call_(steps.call), data_(steps.data), walk_(steps.walk), distance_(steps.distance) {}

    void run() const {
        Leavers leavers;
        for (std::size_t group = 0; group < call_.groups; ++group) glide_group(group, leavers);
        keep_farther(leavers);
        for (std::size_t i = leavers.size; i % lanes<A> != 0; ++i) copy_leaver(leavers, 0, i);
        PackedWalk<A> walk(data_, steps_.loops);
        for (std::size_t i = 0; i < leavers.size; i += lanes<A>) {
            const std::uint32_t followed = walk.advance(leavers, i, call_.ticks);
            const std::size_t end = std::min(i + lanes<A>, leavers.size);
            for (std::size_t k = i; k < end; ++k) {
                const std::size_t at = leavers.slot[k];
                if ((followed >> (k - i) & 1) == 0) {
                    place_one(at, leavers.first[k], steps_.replay(at, leavers.before[k], call_.ticks));
                    continue;
                }
                call_.output<Stream::segment>()[at] = leavers.segment[k];
                store_double(distance_, at, leavers.distance[k]);
                call_.output<Stream::position_x>()[at] = leavers.x[k];
                call_.output<Stream::position_y>()[at] = leavers.y[k];
            }
        }
    }

  private:
    void glide_group(std::size_t group, Leavers& leavers) const {
        FoundSegments found;
        const Unmoved unmoved = finder_.find(group, found);
        call_.faults[group] |= unmoved.faults;
        const std::uint64_t still = call_.faults[group] | unmoved.absent;
        const float* const segments = reinterpret_cast<const float*>(finder_.records());
        const std::size_t start = group * group_size;
        alignas(64) double before[group_size];
        std::uint64_t leaving = 0;
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const std::size_t at = start + j;
            F line[4], rest[4];
            gather_rows<2>(segments, found.quarter + j, line);
            gather_rows<2>(segments + 4, found.quarter + j, rest);
            Doubles<A> d[2];
            steps_.load_distances(at, d);
            write(before + j, d[0]);
            write(before + j + lanes<A> / 2, d[1]);
            typename Steps::Ends ends{F(0), F(0), rest[0]};
            if (steps_.stops) ends = steps_.ends_of(at, rest[0], load<A>(found.left + j));
            if (call_.ticks > 1) leaving |= Steps::off_segment(d, rest[0]) << j;
            leaving |= steps_.advance(at, call_.ticks, ends, d) << j;
            store_lanes<A>(distance_, at, still >> j, d);
            const F f = narrow(d);
            store_lanes<A, float, 1>(call_.output<Stream::position_x>(), at, still >> j, {flushed(line[0] + line[2] * f)});
            store_lanes<A, float, 1>(call_.output<Stream::position_y>(), at, still >> j, {flushed(line[1] + line[3] * f)});
        }
        for (leaving &= ~still; leaving != 0; leaving &= leaving - 1) {
            const auto j = static_cast<std::size_t>(std::countr_zero(leaving));
            add_leaver(start + j, before[j], leavers);
        }
    }

    void add_leaver(std::size_t at, double before, Leavers& leavers) const {
        const auto path = static_cast<std::uint32_t>(call_.input<Stream::path>()[at]);
        const PathRecord& record = data_.paths[path];
        const std::uint32_t segment = call_.output<Stream::segment>()[at];
        const std::size_t i = leavers.size++;
        leavers.slot[i] = static_cast<std::uint32_t>(at);
        leavers.first[i] = record.first;
        leavers.count[i] = walk_.segment_count(record);
        leavers.run[i] = PathData::run_of(record.first, path);
        leavers.segment[i] = segment;
        const float pace = steps_.pace_of(at);
        leavers.step[i] = steps_.turns ? pace * static_cast<float>(steps_.direction[at]) : pace;
        leavers.before[i] = before;
        __builtin_prefetch(data_.segments.data() + record.first + segment + 1);
        __builtin_prefetch(data_.run_lengths.data() + leavers.run[i] + segment);
    }

    /// Moves those who pass over one node, and keeps the others: in a vector of them all would wait in each tick for one or two, 0.28 (AVX-512) and
    /// 0.30 ns instead of 0.24 and 0.26.
    void keep_farther(Leavers& leavers) const {
        std::size_t farther = 0;
        for (std::size_t i = 0; i < leavers.size; ++i) {
            const std::size_t at = leavers.slot[i];
            PathCursor cursor{leavers.segment[i], leavers.before[i], 1};
            if (walk_.cross_once(cursor, leavers.step[i], call_.ticks, data_.segments.data() + leavers.first[i], leavers.count[i])) {
                call_.output<Stream::segment>()[at] = cursor.segment;
                store_double(distance_, at, cursor.d);
                place_one(at, leavers.first[i], cursor);
            } else {
                if (farther != i) copy_leaver(leavers, i, farther);
                ++farther;
            }
        }
        leavers.size = farther;
    }

    static void copy_leaver(Leavers& leavers, std::size_t from, std::size_t to) {
        leavers.slot[to] = leavers.slot[from];
        leavers.first[to] = leavers.first[from];
        leavers.count[to] = leavers.count[from];
        leavers.run[to] = leavers.run[from];
        leavers.segment[to] = leavers.segment[from];
        leavers.step[to] = leavers.step[from];
        leavers.before[to] = leavers.before[from];
    }

    void place_one(std::size_t at, std::uint32_t first, const PathCursor& cursor) const {
        const SegmentRecord& record = data_.segments[first + cursor.segment];
        const auto f = static_cast<float>(cursor.d);
        call_.output<Stream::position_x>()[at] = flushed_scalar(record.node_x + record.tangent_x * f);
        call_.output<Stream::position_y>()[at] = flushed_scalar(record.node_y + record.tangent_y * f);
    }

    const Steps steps_;
    const SegmentFinder<A> finder_;
    const StageCall& call_;
    const PathData& data_;
    const PathWalk& walk_;
    double* distance_;
};

}  // namespace
}  // namespace wend::detail

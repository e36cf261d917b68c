// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "lanes.hpp"
#include "packed_walk.hpp"
#include "path_cursor.hpp"
#include "path_data.hpp"
#include "segment_steps.hpp"
#include "stage_call.hpp"

namespace wend::detail {
namespace {

/// Moves those of a tile's agents who leave their segments: first those who come one further, the others in full vectors.
template <class A>
class LeaverWalk {
  public:
    explicit LeaverWalk(const SegmentSteps<A>& steps) : steps_(steps), call_(steps.call), data_(steps.data), distance_(steps.distance) {}

    void add(std::size_t at, double before) {
        const auto path = static_cast<std::uint32_t>(call_.input<Stream::path>()[at]);
        const PathRecord& record = data_.paths[path];
        const std::uint32_t segment = call_.output<Stream::segment>()[at];
        const std::size_t i = leavers_.size++;
        leavers_.slot[i] = static_cast<std::uint32_t>(at);
        leavers_.first[i] = record.first;
        leavers_.count[i] = steps_.walk.segment_count(record);
        leavers_.run[i] = PathData::run_of(record.first, path);
        leavers_.segment[i] = segment;
        const float pace = steps_.pace_of(at);
        leavers_.step[i] = steps_.turns ? pace * static_cast<float>(steps_.direction[at]) : pace;
        leavers_.before[i] = before;
        __builtin_prefetch(data_.segments.data() + record.first + segment + 1);
        __builtin_prefetch(data_.run_lengths.data() + leavers_.run[i] + segment);
    }

    /// Out of line: beside other work GCC keeps less of the walk in registers (3 to 6 segments a tick on AVX2: 1.13 times as long).
    [[gnu::noinline]] void run() {
        keep_farther();
        for (std::size_t i = leavers_.size; i % lanes<A> != 0; ++i) copy_leaver(0, i);
        PackedWalk<A> walk(data_, steps_.loops);
        for (std::size_t i = 0; i < leavers_.size; i += lanes<A>) {
            const std::uint32_t followed = walk.advance(leavers_, i, call_.ticks);
            const std::size_t end = std::min(i + lanes<A>, leavers_.size);
            for (std::size_t k = i; k < end; ++k) {
                const std::size_t at = leavers_.slot[k];
                if ((followed >> (k - i) & 1) == 0) {
                    place_one(at, leavers_.first[k], steps_.replay(at, leavers_.before[k], call_.ticks));
                    continue;
                }
                call_.output<Stream::segment>()[at] = leavers_.segment[k];
                store_double(distance_, at, leavers_.distance[k]);
                call_.output<Stream::position_x>()[at] = leavers_.x[k];
                call_.output<Stream::position_y>()[at] = leavers_.y[k];
            }
        }
    }

  private:
    /// Moves those who pass over one node, and keeps the others: in a vector of them all would wait in each tick for one or two, 0.28 (AVX-512) and
    /// 0.30 ns instead of 0.24 and 0.26.
    void keep_farther() {
        std::size_t farther = 0;
        for (std::size_t i = 0; i < leavers_.size; ++i) {
            const std::size_t at = leavers_.slot[i];
            PathCursor cursor{leavers_.segment[i], leavers_.before[i], 1};
            if (steps_.walk.cross_once(cursor, leavers_.step[i], call_.ticks, data_.segments.data() + leavers_.first[i], leavers_.count[i])) {
                call_.output<Stream::segment>()[at] = cursor.segment;
                store_double(distance_, at, cursor.d);
                place_one(at, leavers_.first[i], cursor);
            } else {
                if (farther != i) copy_leaver(i, farther);
                ++farther;
            }
        }
        leavers_.size = farther;
    }

    void copy_leaver(std::size_t from, std::size_t to) {
        leavers_.slot[to] = leavers_.slot[from];
        leavers_.first[to] = leavers_.first[from];
        leavers_.count[to] = leavers_.count[from];
        leavers_.run[to] = leavers_.run[from];
        leavers_.segment[to] = leavers_.segment[from];
        leavers_.step[to] = leavers_.step[from];
        leavers_.before[to] = leavers_.before[from];
    }

    void place_one(std::size_t at, std::uint32_t first, const PathCursor& cursor) const {
        const SegmentRecord& record = data_.segments[first + cursor.segment];
        const auto f = static_cast<float>(cursor.d);
        call_.output<Stream::position_x>()[at] = flushed_scalar(record.node_x + record.tangent_x * f);
        call_.output<Stream::position_y>()[at] = flushed_scalar(record.node_y + record.tangent_y * f);
    }

    const SegmentSteps<A> steps_;
    const StageCall& call_;
    const PathData& data_;
    double* distance_;
    Leavers leavers_;
};

}  // namespace
}  // namespace wend::detail

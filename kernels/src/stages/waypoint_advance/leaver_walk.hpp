// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "driver/stage_call.hpp"
#include "paths/path_cursor.hpp"
#include "paths/path_data.hpp"
#include "stages/waypoint_advance/segment_steps.hpp"

namespace wend::detail {
namespace {

/// Moves those of a tile's agents who leave their segments, at its end: what they read is on its way from
/// memory by then.
template <class A>
class LeaverWalk {
  public:
    explicit LeaverWalk(const SegmentSteps<A>& steps) : steps_(steps), call_(steps.call), data_(steps.data) {}

    /// `before`: the distance that the agent had before the call.
    void add(std::size_t at, double before) {
        const auto path = static_cast<std::uint32_t>(call_.input<Stream::path>()[at]);
        const std::uint32_t segment = call_.output<Stream::segment>()[at];
        leavers_[size_++] = {static_cast<std::uint32_t>(at), {path, steps_.pace_of(at), before}};
        __builtin_prefetch(data_.segments.data() + data_.paths[path].first + segment + 1);
        __builtin_prefetch(data_.starts_of(path) + segment + 1);
        __builtin_prefetch(data_.starts_of(path) + segment + PathData::starts_beyond);
    }

    /// Out of line: beside other work GCC keeps less of the walk in registers.
    [[gnu::noinline]] void run() const {
        const SegmentSteps<A> steps = steps_;  // read again after every store where it is
        const SegmentRecord* const segments = data_.segments.data();
        const std::uint32_t ticks = call_.ticks.count;
        float* const x = call_.output<Stream::position_x>();
        float* const y = call_.output<Stream::position_y>();
        std::uint32_t record[tile_size];
        for (std::size_t i = 0; i < size_; ++i) {
            const auto& [at, start] = leavers_[i];
            const PathCursor cursor = steps.replay(at, start, ticks);
            record[i] = data_.paths[start.path].first + cursor.segment;
            __builtin_prefetch(segments + record[i]);
        }
        for (std::size_t i = 0; i < size_; ++i) {
            const std::size_t at = leavers_[i].at;
            const SegmentRecord& segment = segments[record[i]];
            const auto f = static_cast<float>(load_double(steps.distance, at));
            x[at] = flushed_scalar(segment.node_x + segment.tangent_x * f);
            y[at] = flushed_scalar(segment.node_y + segment.tangent_y * f);
        }
    }

  private:
    struct Leaver {
        std::uint32_t at;
        typename SegmentSteps<A>::Start start;
    };

    const SegmentSteps<A> steps_;
    const StageCall& call_;
    const PathData& data_;
    std::size_t size_ = 0;
    Leaver leavers_[tile_size];
};

}  // namespace
}  // namespace wend::detail

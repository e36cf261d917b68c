// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include "path_data.hpp"
#include "segment_search.hpp"
#include "wend/path.hpp"

namespace wend::detail {
namespace {

/// Where one agent is, on its way.
struct PathCursor {
    std::uint32_t segment;
    double d;                ///< distance along the segment
    std::int32_t direction;  ///< 1 or -1
};

/// Moves single agents along their paths, tick by tick (kernels/docs/math.md, "Waypoint advance"): those that leave a segment.
class PathWalk {
  public:
    PathWalk(const PathData& data, PathMode mode)
        : data_(data), turns_(mode == PathMode::ping_pong), loops_(mode == PathMode::loop) {}

    [[nodiscard]] std::uint32_t segment_count(const PathRecord& path) const {
        return loops_ ? path.node_count : path.open_segments;
    }

    /// By so many ticks, of `pace` each.
    void advance(PathCursor& c, std::uint32_t path, float pace, std::uint32_t ticks) const {
        const PathRecord& record = data_.paths[path];
        const std::uint32_t count = segment_count(record);
        const SegmentRecord* const segments = data_.segments.data() + record.first;
        const bool forwards = !turns_ || c.direction > 0;
        if (forwards && cross_once(c, pace, ticks, segments, count)) return;
        for (std::uint32_t tick = 0; tick < ticks; ++tick) {
            c.d += static_cast<double>(turns_ ? pace * static_cast<float>(c.direction) : pace);
            if (!step_on(c, segments, count)) jump(c, path, segments, count);
        }
    }

    /// Forwards over one node and no more, what nearly all do who leave: without a branch that depends on when, since that is never guessed right.
    /// Changes nothing unless it can say that this is all there is to it.
    [[nodiscard]] bool cross_once(PathCursor& c, float pace, std::uint32_t ticks, const SegmentRecord* segments, std::uint32_t count) const {
        const bool last = c.segment + 1 == count;
        if (ticks > most_ticks || !(c.d >= 0) || !(pace >= 0) || (last && !loops_)) return false;
        const std::uint32_t next = last ? 0 : c.segment + 1;
        const auto length = static_cast<double>(segments[c.segment].length);
        const auto next_length = static_cast<double>(segments[next].length);
        const auto step = static_cast<double>(pace);
        if (step * ticks > length + next_length) return false;
        double after[most_ticks] = {};
        double d = c.d;
        std::uint32_t before = 0;  // ticks that end on the segment
        for (std::uint32_t tick = 0; tick < ticks; ++tick) {
            after[tick] = d += step;
            before += static_cast<std::uint32_t>(d < length);
        }
        if (before == ticks) return false;
        d = after[before] - length;
        const double steps[2] = {0, step};
        for (std::uint32_t tick = 0; tick < ticks; ++tick) d += steps[tick > before];
        if (d >= next_length) return false;
        c.segment = next;
        c.d = d;
        return true;
    }

  private:
    static constexpr std::uint32_t most_ticks = 8;

    /// At most 8 segments, one after the other; says whether that was enough.
    [[nodiscard]] bool step_on(PathCursor& c, const SegmentRecord* segments, std::uint32_t count) const {
        for (int step = 0; step < 8; ++step) {
            const double length = static_cast<double>(segments[c.segment].length);
            if (c.d < 0) {
                if (c.segment > 0 || loops_) {
                    c.segment = (c.segment == 0 ? count : c.segment) - 1;
                    c.d += static_cast<double>(segments[c.segment].length);
                } else {
                    c.d = turns_ ? -c.d : 0;
                    c.direction = -c.direction;
                }
            } else if (c.d >= length) {
                if (c.segment + 1 < count || loops_) {
                    c.d -= length;
                    c.segment = c.segment + 1 == count ? 0 : c.segment + 1;
                } else if (c.d == length) {
                    return true;
                } else {
                    c.d = turns_ ? length - (c.d - length) : length;
                    c.direction = -c.direction;
                }
            } else {
                return true;
            }
        }
        const double length = static_cast<double>(segments[c.segment].length);
        return c.d >= 0 && (c.d < length || (c.d == length && !loops_ && c.segment + 1 == count));
    }

    /// By laps and a look-up: a step of any length in bounded time.
    void jump(PathCursor& c, std::uint32_t path, const SegmentRecord* segments, std::uint32_t count) const {
        const double* const starts = data_.starts.data() + data_.paths[path].first;
        const double total = starts[count - 1] + static_cast<double>(segments[count - 1].length);
        double s = starts[c.segment] + c.d;
        if (loops_) {
            s = s - std::floor(s / total) * total;
            if (s < 0 || s >= total) s = 0;
        } else {
            double laps = 0;
            if (turns_) {
                laps = std::floor(s / total);
                s = s - laps * total;
            }
            s = s < 0 ? 0 : s > total ? total : s;
            if (laps - 2 * std::floor(laps / 2) == 1) {
                s = total - s;
                c.direction = -c.direction;
            }
        }
        c.segment = segment_at(data_, path, s, count);
        const double length = static_cast<double>(segments[c.segment].length);
        c.d = s - starts[c.segment];
        if (c.d < 0) c.d = 0;
        if (c.d > length) c.d = length;
        if (c.d == length && (loops_ || c.segment + 1 < count)) {
            c.segment = c.segment + 1 == count ? 0 : c.segment + 1;
            c.d = 0;
        }
    }

    const PathData& data_;
    bool turns_, loops_;
};

}  // namespace
}  // namespace wend::detail

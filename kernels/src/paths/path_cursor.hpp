// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "paths/path_data.hpp"
#include "simd/lanes.hpp"
#include "stages/waypoint_advance/segment_search.hpp"
#include "wend/path.hpp"

namespace wend::detail {
namespace {

/// Where one agent is, on its way.
struct PathCursor {
    std::uint32_t segment;
    double d;                ///< distance along the segment
    std::int32_t direction;  ///< 1 or -1
};

/// Moves single agents along their paths (kernels/docs/math.md, "Waypoint advance"): those that leave a
/// segment.
///
/// Nodes passed forwards are counted among the path's starts, and all ticks are walked as one where that
/// comes to the same ("Nodes and ticks taken together"): 3.9 (AVX2) and 4.1 ns an agent and tick at 3 to 6
/// segments a tick, where vectors of agents that walked node by node took 9.1 and 5.7, and single agents 8.5.
template <class A>
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
        const double* const starts = data_.starts_of(path);
        Leap leap;
        if (ticks > 1 && look_ahead(c, path, pace, ticks, leap) && land(leap, c)) return;
        for (std::uint32_t tick = 0; tick < ticks; ++tick) {
            const auto step = static_cast<double>(signed_pace(c, pace));
            const double d = c.d + step;
            const bool forwards = c.d >= 0 && step >= 0 && d <= static_cast<double>(record.exact_below);
            if (forwards && land({starts + c.segment, starts[c.segment], 0, d, c.segment, count}, c))
                continue;
            c.d = d;
            const SegmentRecord* const segments = data_.segments.data() + record.first;
            if (!step_on(c, segments, count)) jump(c, path, segments, count);
        }
    }

  private:
    static constexpr std::uint32_t window = PathData::starts_beyond;

    /// Steps forwards, and from where the nodes are counted that they pass.
    struct Leap {
        const double* here;     ///< the start of the segment that they lead to, or of one before
        double origin;          ///< the start of the segment that they come from, on the lap where they end
        double steps, d;        ///< what is walked, and the distance before
        std::uint32_t segment;  ///< that of `here`
        std::uint32_t count;    ///< the path's segments
    };

    [[nodiscard]] float signed_pace(const PathCursor& c, float pace) const {
        return turns_ ? pace * static_cast<float>(c.direction) : pace;
    }

    /// Begins a leap over several ticks; says whether that comes to the same: every sum on the way must be
    /// exact, and no tick a jump.
    [[nodiscard]] bool look_ahead(const PathCursor& c, std::uint32_t path, float pace, std::uint32_t ticks,
                                  Leap& leap) const {
        const auto step = static_cast<double>(signed_pace(c, pace));
        const double steps = step * ticks;
        const double* const here = data_.starts_of(path) + c.segment;
        const PathRecord& record = data_.paths[path];
        const StrideRecord& stride = data_.strides[path];
        const auto eight = static_cast<double>(stride.eight);
        if (!(c.d >= 0 && c.d <= here[1] - here[0] && step > 0 && step <= eight &&
              here[0] + c.d + steps <= static_cast<double>(record.exact_below)))
            return false;
        leap = {here, here[0], steps, c.d, c.segment, segment_count(record)};
        if (c.d + steps >= eight) go_far(path, leap);
        return adds_up(c.d, step, steps, static_cast<double>(stride.longest));
    }

    /// Ends it, on the right segment: without a branch that depends on how many nodes lie before. Changes
    /// nothing unless it can say that this is all there is to it.
    [[nodiscard]] bool land(const Leap& leap, PathCursor& c) const {
        const std::uint32_t nodes = nodes_before(leap);
        const double d = leap.d - ((leap.here[nodes] - leap.origin) - leap.steps);
        std::uint32_t segment = leap.segment + nodes;
        if (nodes == window || d < 0) return false;
        if (loops_) {
            segment = std::min(segment, segment - leap.count);
            while (segment >= leap.count) segment -= leap.count;
        } else if (segment >= leap.count) {
            return false;
        }
        c.segment = segment;
        c.d = d;
        return true;
    }

    /// Whether d and each sum of it and some steps, with lengths taken off on the way or not, are multiples
    /// of the last digit of the largest among them: then nothing is rounded, and all steps are as good as
    /// one.
    static bool adds_up(double d, double step, double steps, double longest) {
        const double largest = std::min(d + steps, longest + step);
        const double power =
            std::bit_cast<double>(std::bit_cast<std::uint64_t>(largest) & 0x7ff0000000000000);
        const double low = std::min(d, power);
        return (low + power) - power == low && step * 0x1p28 >= largest;
    }

    /// Leads to a node before the place, by laps and buckets.
    void go_far(std::uint32_t path, Leap& leap) const {
        const LookUpRecord& record = data_.look_up[path];
        const double s = leap.origin + leap.d + leap.steps;
        const double length = record.open_length + static_cast<double>(record.closing_length);
        const double laps = loops_ ? static_cast<double>(static_cast<std::int64_t>(s / length)) * length : 0;
        const double rest = std::max(s - laps, 0.0);
        const std::uint32_t bucket = PathData::bucket_of(rest, record.buckets_per_length, record.node_count);
        const std::uint32_t begun = data_.bucket_ends[record.first + path + bucket];
        leap.here -= leap.segment;
        leap.segment = begun == 0 ? 0 : begun - 1;
        leap.here += leap.segment;
        leap.origin -= laps;
    }

    /// How many of the nodes behind it a leap passes, `window` at most.
    static std::uint32_t nodes_before(const Leap& leap) {
        using D = Doubles<A>;
        constexpr std::size_t half = lanes<A> / 2;
        std::uint32_t beyond = 1U << window;
        for (std::size_t j = 0; j < window; j += lanes<A>) {
            D rest[2];
            for (std::size_t h = 0; h < 2; ++h)
                rest[h] = D(leap.d) - ((load<A>(leap.here + 1 + (j + h * half) % window) - D(leap.origin)) -
                                       D(leap.steps));
            beyond |= signs(rest) << j;
        }
        return static_cast<std::uint32_t>(std::countr_zero(beyond));
    }

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
        const double* const starts = data_.starts_of(path);
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

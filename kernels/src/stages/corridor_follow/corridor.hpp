// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "paths/path_data.hpp"
#include "simd/lanes.hpp"
#include "wend/corridor_follow.hpp"

namespace wend::detail {
namespace {

/// The corridors of a stage, and where one agent is in its own.
class Corridor {
  public:
    explicit Corridor(const CorridorFollow& stage)
        : paths_(PathDataAccess::data(stage.paths).paths.data()),
          segments_(PathDataAccess::data(stage.paths).segments.data()),
          path_count_(PathDataAccess::data(stage.paths).paths.size()),
          mode_(stage.mode),
          squared_radius_(stage.radius * stage.radius),
          ahead_(stage.ahead) {}

    struct Position {
        float x, y;
    };
    /// An agent's path, as its mode and direction see it.
    struct Track {
        const SegmentRecord* segments;
        std::uint32_t nodes;
        std::uint32_t count;  ///< segments
        std::int32_t direction;
    };
    /// The nearest point of a segment.
    struct Place {
        std::uint32_t segment;
        float t;         ///< from the segment's start
        float distance;  ///< squared
    };

    /// Where a vector's records are: of the agents' segments, of those on both sides of them, and of the
    /// nodes where the next ones end. Times 4: addressed without a shift.
    struct Around {
        std::uint32_t *here, *before, *after, *end;
    };

    [[nodiscard]] const SegmentRecord* segments() const { return segments_; }
    [[nodiscard]] float squared_radius() const { return squared_radius_; }
    [[nodiscard]] float ahead() const { return ahead_; }
    [[nodiscard]] bool turns() const { return mode_ == PathMode::ping_pong; }

    /// Whether the number is that of no path: -1, or a released one.
    [[nodiscard]] bool is_none(std::int32_t path) const {
        return path == -1 ||
               (path >= 0 && static_cast<std::size_t>(path) < path_count_ && paths_[path].node_count == 0);
    }

    /// Whether an agent may be there.
    [[nodiscard]] bool has(std::int32_t path, std::uint32_t segment, std::int32_t direction) const {
        if (path < 0 || static_cast<std::size_t>(path) >= path_count_) return false;
        return segment < segment_count(paths_[path]) && (direction == 1 || direction == -1);
    }

    /// Returns the lanes in which one of those is missing, or the agent may not be there; they get record 0.
    template <class A>
    [[nodiscard]] std::uint32_t look_around(const Ints<A>& path, const Words<A>& segment,
                                            const Ints<A>& direction, const Around& around) const {
        const Ints<A> path_count(static_cast<std::int32_t>(path_count_));
        std::uint32_t there = bits(greater(path, Ints<A>(-1))) & bits(greater(path_count, path));
        if (there == 0) return all_lanes<A>;
        alignas(64) std::uint32_t row[lanes<A>];
        write(row, shift_left<1>(select(mask_of<A>(there), as_words<A>(path), Words<A>(0))));
        Floats<A> record[4];  // a PathRecord
        gather_rows(reinterpret_cast<const float*>(paths_), row, record);
        const bool loops = mode_ == PathMode::loop;
        const Words<A> first = as_words<A>(as_ints(record[0]));
        const Ints<A> nodes = as_ints(record[1]);
        const Ints<A> count = loops ? nodes : as_ints(record[2]);
        const Ints<A> here = as_ints(segment);
        const Ints<A> last = count - Ints<A>(1);
        const IntMask<A> first_here = here == Ints<A>(0), last_here = here == last;
        there &= bits(greater(here, Ints<A>(-1))) & bits(greater(count, here)) &
                 bits((direction == Ints<A>(1)) || (direction == Ints<A>(-1)));
        if (!loops) there &= ~bits(first_here || last_here);
        const IntMask<A> known = mask_of<A>(there);
        const Words<A> before = select(first_here, as_words<A>(last), segment - Words<A>(1));
        const Words<A> after = select(last_here, Words<A>(0), segment + Words<A>(1));
        const Words<A> behind = after + Words<A>(1);
        const Words<A> end = select(as_ints(behind) == nodes, Words<A>(0), behind);
        const auto put = [&](std::uint32_t* to, const Words<A>& number) {
            write(to, select(known, shift_left<2>(first + number), Words<A>(0)));
        };
        put(around.here, segment);
        put(around.before, before);
        put(around.after, after);
        put(around.end, end);
        return ~there & all_lanes<A>;
    }

    [[nodiscard]] Track track(std::int32_t path, std::int32_t direction) const {
        const PathRecord& record = paths_[path];
        return {segments_ + record.first, record.node_count, segment_count(record), direction};
    }

    [[nodiscard]] Place nearest(const Track& track, std::uint32_t from, const Position& future) const {
        Place best = project(track, from, future);
        if (!descend(track, track.direction, future, best))
            (void)descend(track, -track.direction, future, best);
        return best;
    }

    /// Whether the agent stays inside and moves along.
    [[nodiscard]] bool contains(const Track& track, const Place& place, const Position& velocity) const {
        const SegmentRecord& segment = track.segments[place.segment];
        const auto way = static_cast<float>(track.direction);
        const float along = (segment.tangent_x * way) * velocity.x + (segment.tangent_y * way) * velocity.y;
        return place.distance <= squared_radius_ && along >= 0;
    }

    /// The point `ahead` metres further on.
    [[nodiscard]] Position aim(const Track& track, const Place& place) const {
        std::uint32_t i = place.segment;
        float s = place.t + ahead_ * static_cast<float>(track.direction);
        for (int walked = 0; walked < most_segments; ++walked) {
            const float length = track.segments[i].length;
            const bool beyond = s > length;
            if (!beyond && !(s < 0)) break;
            std::uint32_t next = i;
            if (!neighbour(track, beyond ? 1 : -1, next)) break;
            s = beyond ? s - length : s + track.segments[next].length;
            i = next;
        }
        const SegmentRecord& segment = track.segments[i];
        if (s > segment.length) s = segment.length;
        if (s < 0) s = 0;
        return {segment.node_x + segment.tangent_x * s, segment.node_y + segment.tangent_y * s};
    }

    /// Whether the nearest point is the end that a direction leads to, which turns there.
    [[nodiscard]] bool turns_at(const Track& track, const Place& place) const {
        if (!turns()) return false;
        if (track.direction < 0) return place.segment == 0 && place.t == 0;
        return place.segment + 1 == track.count && place.t == track.segments[place.segment].length;
    }

  private:
    static constexpr int most_segments = 8;  ///< in one tick

    [[nodiscard]] std::uint32_t segment_count(const PathRecord& path) const {
        return mode_ == PathMode::loop ? path.node_count : path.open_segments;
    }

    /// On to the next segment that way; false where there is none.
    [[nodiscard]] bool neighbour(const Track& track, std::int32_t way, std::uint32_t& segment) const {
        const std::uint32_t end = way > 0 ? track.count - 1 : 0;
        if (segment != end) {
            segment = way > 0 ? segment + 1 : segment - 1;
            return true;
        }
        segment = track.count - 1 - end;
        return mode_ == PathMode::loop;
    }

    /// Where segment i ends.
    static std::uint32_t node_after(std::uint32_t nodes, std::uint32_t i) {
        return i + 1 == nodes ? 0 : i + 1;
    }

    static Place project(const Track& track, std::uint32_t i, const Position& future) {
        const SegmentRecord& segment = track.segments[i];
        float t =
            (future.x - segment.node_x) * segment.tangent_x + (future.y - segment.node_y) * segment.tangent_y;
        Position nearest;
        if (t >= segment.length) {
            const SegmentRecord& end = track.segments[node_after(track.nodes, i)];
            t = segment.length;
            nearest = {end.node_x, end.node_y};
        } else if (t > 0) {
            nearest = {segment.node_x + segment.tangent_x * t, segment.node_y + segment.tangent_y * t};
        } else {
            t = 0;
            nearest = {segment.node_x, segment.node_y};
        }
        const float ex = future.x - nearest.x;
        const float ey = future.y - nearest.y;
        return {i, t, ex * ex + ey * ey};
    }

    /// Says whether any segment that way is nearer.
    [[nodiscard]] bool descend(const Track& track, std::int32_t way, const Position& future,
                               Place& best) const {
        for (int walked = 0; walked < most_segments; ++walked) {
            std::uint32_t next = best.segment;
            if (!neighbour(track, way, next)) return walked > 0;
            const Place place = project(track, next, future);
            if (!(place.distance < best.distance)) return walked > 0;
            best = place;
        }
        return true;
    }

    const PathRecord* paths_;
    const SegmentRecord* segments_;
    std::size_t path_count_;
    PathMode mode_;
    float squared_radius_;
    float ahead_;
};

}  // namespace
}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "lanes.hpp"
#include "packed_walk.hpp"
#include "path_cursor.hpp"
#include "path_data.hpp"
#include "quad.hpp"
#include "segment_cache.hpp"
#include "segment_shape.hpp"
#include "stage_call.hpp"

namespace wend::detail {
namespace {

/// The double stream may be aligned to 4 bytes only.
inline double load_double(const double* from, std::size_t at) {
    double d;
    std::memcpy(&d, reinterpret_cast<const char*>(from) + at * sizeof d, sizeof d);
    return d;
}
inline void store_double(double* to, std::size_t at, double d) {
    std::memcpy(reinterpret_cast<char*>(to) + at * sizeof d, &d, sizeof d);
}

inline float flushed_scalar(float x) { return x < component_floor && x > -component_floor ? 0.0f : x; }

/// Exact motion along a path (kernels/docs/math.md, "Waypoint advance").
///
/// All ticks of a call at once, a group of agents after the other: only distances are state, places are looked up for the last tick. An agent stays
/// on its segment for many ticks, and one that is on it before and after a number of equal steps was on it all the time. So a group
/// gathers its agents' segments once, adds up the steps, and walks tick by tick with the few that are seen to have left. That is 1.7 (AVX-512) and 1.9 (AVX2) times as fast at 8 ticks a
/// call as a tick after the other with the segments kept beside the agents.
///
/// The distance is a double; what need not be exact is done in float: the test for leaving the segment errs to the side of a closer look.
template <class A>
class WaypointAdvanceKernel {
    using F = Floats<A>;

  public:
    explicit WaypointAdvanceKernel(const StageCall& call)
        : call_(call),
          parameters_(call.stages->waypoint_advance),
          data_(*parameters_.paths),
          shape_(parameters_),
          walk_(data_, parameters_.mode),
          speed_(call.input<Stream::speed>()),
          distance_(call.output<Stream::segment_distance>()),
          direction_(call.output<Stream::direction>()),
          path_distance_(call.output<Stream::path_distance>()),
          heading_x_(call.output<Stream::heading_x>()),
          heading_y_(call.output<Stream::heading_y>()),
          turns_(parameters_.mode == PathMode::ping_pong),
          loops_(parameters_.mode == PathMode::loop),
          stops_(parameters_.mode == PathMode::once) {}

    void run() const {
        const bool straight = parameters_.ease == Ease::none && !parameters_.curved && path_distance_ == nullptr &&
                              heading_x_ == nullptr && heading_y_ == nullptr;
        if (straight && call_.ticks <= stride)
            glide();
        else
            for (std::size_t group = 0; group < call_.groups; ++group) walk_group(group, straight);
        *call_.ticks_taken = call_.ticks;
    }

  private:
    /// A group's call, with the segments kept while it lasts.
    void walk_group(std::size_t group, bool straight) const {
        SegmentCache cache;
        Members members = fill(group, cache);
        call_.faults[group] |= members.faults;
        const std::uint64_t still = call_.faults[group] | members.absent;
        for (std::uint32_t done = 0; done < call_.ticks;) {
            const std::uint32_t ticks = std::min(call_.ticks - done, stride);
            move(group, ticks, still, members.astray, cache);
            members.astray = 0;
            done += ticks;
        }
        if (straight)
            place_straight(group, still, cache);
        else
            place_shaped(group, still, cache);
    }

    /// The same for few ticks and bare positions, with each vector's segments in registers from the look-up to the position. Those who leave step
    /// aside until the tile's end: what they need is on the way from memory by then. 0.24 (AVX-512) and 0.26 ns an agent and tick at 8 ticks a call,
    /// where walk_group takes 0.36 and 0.39: there, one who left writes his part of vectors that are read right after.
    void glide() const {
        Leavers leavers;
        for (std::size_t group = 0; group < call_.groups; ++group) glide_group(group, leavers);
        keep_farther(leavers);
        for (std::size_t i = leavers.size; i % lanes<A> != 0; ++i) copy_leaver(leavers, 0, i);
        PackedWalk<A> walk(data_, loops_);
        for (std::size_t i = 0; i < leavers.size; i += lanes<A>) {
            const std::uint32_t followed = walk.advance(leavers, i, call_.ticks);
            const std::size_t end = std::min(i + lanes<A>, leavers.size);
            for (std::size_t k = i; k < end; ++k) {
                const std::size_t at = leavers.slot[k];
                if ((followed >> (k - i) & 1) == 0) {
                    place_one(at, leavers.first[k], replay(at, leavers.before[k], call_.ticks));
                    continue;
                }
                call_.output<Stream::segment>()[at] = leavers.segment[k];
                store_double(distance_, at, leavers.distance[k]);
                call_.output<Stream::position_x>()[at] = leavers.x[k];
                call_.output<Stream::position_y>()[at] = leavers.y[k];
            }
        }
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

    void add_leaver(std::size_t at, double before, Leavers& leavers) const {
        const auto path = static_cast<std::uint32_t>(call_.input<Stream::path>()[at]);
        const PathRecord& record = data_.paths[path];
        const std::uint32_t segment = call_.output<Stream::segment>()[at];
        const std::size_t i = leavers.size++;
        leavers.slot[i] = static_cast<std::uint32_t>(at);
        leavers.first[i] = record.first;
        leavers.count[i] = segment_count(record);
        leavers.run[i] = PathData::run_of(record.first, path);
        leavers.segment[i] = segment;
        leavers.step[i] = turns_ ? pace_of(at) * static_cast<float>(direction_[at]) : pace_of(at);
        leavers.before[i] = before;
        __builtin_prefetch(data_.segments.data() + record.first + segment + 1);
        __builtin_prefetch(data_.run_lengths.data() + leavers.run[i] + segment);
    }

    void glide_group(std::size_t group, Leavers& leavers) const {
        Members members;
        Finder found;
        if (!find(group, found)) members = find_with_faults(group, found);
        call_.faults[group] |= members.faults;
        const std::uint64_t still = call_.faults[group] | members.absent;
        const float* const segments = reinterpret_cast<const float*>(records());
        const std::size_t start = group * group_size;
        alignas(64) double before[group_size];
        std::uint64_t leaving = 0;
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const std::size_t at = start + j;
            F line[4], rest[4];
            gather_rows<2>(segments, found.quarter + j, line);
            gather_rows<2>(segments + 4, found.quarter + j, rest);
            const Doubles<A> d[2] = {load<A>(distance_ + at), load<A>(distance_ + at + lanes<A> / 2)};
            write(before + j, d[0]);
            write(before + j + lanes<A> / 2, d[1]);
            Ends ends{F(0), F(0), rest[0]};
            if (stops_) ends = ends_of(at, rest[0], load<A>(found.left + j));
            if (call_.ticks > 1) leaving |= off_segment(d, rest[0]) << j;
            Doubles<A> after[2] = {d[0], d[1]};
            leaving |= advance(at, call_.ticks, ends, after) << j;
            store_moving(distance_, at, still >> j, after);
            const F f = narrow(after);
            store_moving(call_.output<Stream::position_x>(), at, still >> j, {flushed(line[0] + line[2] * f)});
            store_moving(call_.output<Stream::position_y>(), at, still >> j, {flushed(line[1] + line[3] * f)});
        }
        for (leaving &= ~still; leaving != 0; leaving &= leaving - 1) {
            const auto j = static_cast<std::size_t>(std::countr_zero(leaving));
            add_leaver(start + j, before[j], leavers);
        }
    }

    void place_one(std::size_t at, std::uint32_t first, const PathCursor& cursor) const {
        const SegmentRecord& record = data_.segments[first + cursor.segment];
        const auto f = static_cast<float>(cursor.d);
        call_.output<Stream::position_x>()[at] = flushed_scalar(record.node_x + record.tangent_x * f);
        call_.output<Stream::position_y>()[at] = flushed_scalar(record.node_y + record.tangent_y * f);
    }

    /// Ticks that are added up before anybody looks: after more of them, those that left cost more than those that stayed saved.
    static constexpr std::uint32_t stride = 8;

    /// A bit for each agent of a group.
    struct Members {
        std::uint64_t absent = 0;  ///< without a path
        std::uint64_t faults = 0;
        std::uint64_t astray = 0;  ///< not on their segment: a caller may say so
    };

    [[nodiscard]] std::uint32_t segment_count(const PathRecord& path) const { return walk_.segment_count(path); }

    /// Where a group's agents are.
    struct Finder {
        alignas(64) std::uint32_t quarter[group_size];  ///< the segment's record times 4, so that its address takes no shift; there are at most 2^28
        alignas(64) std::uint32_t left[group_size];  ///< segments of the path from this one on
    };

    [[nodiscard]] const SegmentRecord* records() const {
        static constexpr SegmentRecord none{};  // agents at fault need some record, which an empty set has not
        return data_.segments.empty() ? &none : data_.segments.data();
    }

    /// Looks at everything that cannot go bad while the call lasts, and fetches the records.
    Members fill(std::size_t group, SegmentCache& cache) const {
        Members members;
        Finder found;
        if (!find(group, found)) members = find_with_faults(group, found);
        const float* const segments = reinterpret_cast<const float*>(records());
        const std::size_t start = group * group_size;
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            F line[4], rest[4];
            gather_rows<2>(segments, found.quarter + j, line);
            gather_rows<2>(segments + 4, found.quarter + j, rest);
            const F length = rest[0];
            write(cache.node_x + j, line[0]);
            write(cache.node_y + j, line[1]);
            write(cache.tangent_x + j, line[2]);
            write(cache.tangent_y + j, line[3]);
            write(cache.length + j, length);
            Ends ends{F(0), F(0), length};
            if (stops_) {
                ends = ends_of(start + j, length, load<A>(found.left + j));
                write(cache.low + j, ends.low);
                write(cache.high + j, ends.high);
            }
            write(cache.beyond + j, ends.beyond);
            if (call_.ticks > 1) {
                const Doubles<A> d[2] = {load<A>(distance_ + start + j), load<A>(distance_ + start + j + lanes<A> / 2)};
                members.astray |= off_segment(d, length) << j;
            }
        }
        if (!data_.segments.empty() && (path_distance_ != nullptr || parameters_.curved))
            for (std::size_t j = 0; j < group_size; ++j)
                keep_extras(j, found.quarter[j] / 4, call_.input<Stream::segment>()[start + j], cache);
        return members;
    }

    /// Who is not on the segment. In a single tick nobody need know: what matters is where that leads.
    [[nodiscard]] static std::uint64_t off_segment(const Doubles<A> (&d)[2], const F& length) {
        Doubles<A> left[2];
        widen(length, left);
        left[0] = left[0] - d[0];
        left[1] = left[1] - d[1];
        return signs(d) | signs(left);
    }

    /// How far an agent may go on its segment.
    struct Ends {
        F low, high;  ///< only in mode once: where it stops
        F beyond;     ///< the first distance that is no longer on the segment
    };

    /// Mode once: an agent stays at the end of the last segment, which is on it, and at the start of the first.
    [[nodiscard]] Ends ends_of(std::size_t at, const F& length, const Words<A>& left) const {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const auto choose = [](const IntMask<A>& mask, const F& yes, const F& no) {
            return as_floats<A>(as_ints<A>(select(mask, as_words<A>(as_ints(yes)), as_words<A>(as_ints(no)))));
        };
        const IntMask<A> last = as_ints(left) == Ints<A>(1);
        const IntMask<A> first = as_ints(load<A>(call_.input<Stream::segment>() + at)) == Ints<A>(0);
        return {choose(first, F(0), F(-infinity)), choose(last, length, F(infinity)),
                choose(last, as_floats<A>(as_ints(length) + Ints<A>(1)), length)};
    }

    /// Each agent's record, while every agent of the group is beyond doubt; else false.
    [[nodiscard]] bool find(std::size_t group, Finder& found) const {
        const Ints<A> path_count(static_cast<std::int32_t>(data_.paths.size()));
        const float* const paths = reinterpret_cast<const float*>(data_.paths.data());
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const std::size_t at = group * group_size + j;
            const Ints<A> path = load<A>(call_.input<Stream::path>() + at);
            const Ints<A> segment = as_ints(load<A>(call_.input<Stream::segment>() + at));
            if (any(greater(Ints<A>(0), path)) || !all(greater(path_count, path))) return false;
            F field[4];  // a PathRecord: first, node_count, open_segments
            gather_rows<4>(paths, reinterpret_cast<const std::uint32_t*>(call_.input<Stream::path>() + at), field);
            const Ints<A> count = as_ints(field[loops_ ? 1 : 2]);
            if (any(greater(Ints<A>(0), segment)) || !all(greater(count, segment))) return false;
            write(found.quarter + j, shift_left<2>(as_words<A>(as_ints(field[0]) + segment)));
            write(found.left + j, as_words<A>(count - segment));

            // Well inside the limits of the exact test.
            const F speed = speed_of(at);
            const Doubles<A> d[2] = {load<A>(distance_ + at), load<A>(distance_ + at + lanes<A> / 2)};
            const Ints<A> largest = max(max(magnitude_bits(speed), magnitude_bits(speed * F(call_.dt))), magnitude_bits(narrow(d)));
            if (any(greater(largest, Ints<A>(std::bit_cast<std::int32_t>(9e17f))))) return false;
            if (!turns_) continue;
            const Ints<A> direction = load<A>(direction_ + at);
            if (!all((direction == Ints<A>(1)) || (direction == Ints<A>(-1)))) return false;
        }
        return true;
    }

    /// Agent by agent.
    Members find_with_faults(std::size_t group, Finder& found) const {
        const std::size_t start = group * group_size;
        const auto path_count = static_cast<std::uint32_t>(data_.paths.size());
        const std::int32_t* const path = call_.input<Stream::path>() + start;
        const std::uint32_t* const segment = call_.input<Stream::segment>() + start;
        Members members;
        for (std::size_t j = 0; j < group_size; ++j) {
            const auto p = static_cast<std::uint32_t>(path[j]);
            const bool known = p < path_count;
            const PathRecord record = known ? data_.paths[p] : PathRecord{};
            const bool on_path = known && segment[j] < segment_count(record);
            found.quarter[j] = on_path ? (record.first + segment[j]) * 4 : 0;
            found.left[j] = on_path ? segment_count(record) - segment[j] : 0;
            members.absent |= std::uint64_t{path[j] == -1} << j;
            members.faults |= std::uint64_t{!on_path || !motion_is_good(start + j)} << j;
        }
        members.faults &= ~members.absent;
        return members;
    }

    /// What only shaped motion and outputs need of a record.
    void keep_extras(std::size_t j, std::size_t record, std::uint32_t segment, SegmentCache& cache) const {
        if (path_distance_ != nullptr) cache.start[j] = data_.starts[record];
        if (parameters_.curved) cache.offset[j] = offset_of(record, segment);
    }

    [[nodiscard]] float offset_of(std::size_t record, std::uint32_t segment) const {
        const bool mirrored = parameters_.offset_sign == OffsetSign::alternating && segment % 2 == 1;
        return !parameters_.own_offset ? data_.segments[record].offset : mirrored ? -parameters_.offset : parameters_.offset;
    }

    [[nodiscard]] bool motion_is_good(std::size_t at) const {
        constexpr double limit = 1e18;
        const double d = load_double(distance_, at);
        const float speed = speed_ == nullptr ? parameters_.speed : speed_[at];
        const float step = speed * call_.dt;
        const bool finite = d <= limit && d >= -limit && speed <= component_limit && speed >= -component_limit &&
                            step - step == 0.0f;
        return finite && (!turns_ || direction_[at] == 1 || direction_[at] == -1);
    }

    /// The distances after some ticks.
    void move(std::size_t group, std::uint32_t ticks, std::uint64_t still, std::uint64_t astray, SegmentCache& cache) const {
        const std::size_t start = group * group_size;
        alignas(64) double before[group_size];
        std::uint64_t leaving = astray;
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const std::size_t at = start + j;
            constexpr std::size_t half = lanes<A> / 2;
            Doubles<A> d[2] = {load<A>(distance_ + at), load<A>(distance_ + at + half)};
            write(before + j, d[0]);
            write(before + j + half, d[1]);
            const Ends ends{stops_ ? load<A>(cache.low + j) : F(0), stops_ ? load<A>(cache.high + j) : F(0), load<A>(cache.beyond + j)};
            leaving |= advance(at, ticks, ends, d) << j;
            store_moving(distance_, at, still >> j, d);
        }
        for (leaving &= ~still; leaving != 0; leaving &= leaving - 1) {
            const auto j = static_cast<std::size_t>(std::countr_zero(leaving));
            keep_segment(start + j, j, replay(start + j, before[j], ticks), cache);
        }
    }

    /// Adds up the steps of a vector of agents; says who leaves: one at or beyond the end is not rounded to less than the length.
    [[nodiscard]] std::uint64_t advance(std::size_t at, std::uint32_t ticks, const Ends& ends, Doubles<A> (&d)[2]) const {
        Doubles<A> step[2];
        widen(step_of(at), step);
        for (std::uint32_t tick = 0; tick < ticks; ++tick) {
            d[0] = d[0] + step[0];
            d[1] = d[1] + step[1];
        }
        if (stops_) {
            Doubles<A> low[2], high[2];
            widen(ends.low, low);
            widen(ends.high, high);
            d[0] = clamped(d[0], low[0], high[0]);
            d[1] = clamped(d[1], low[1], high[1]);
        }
        return bits(narrow(d) >= ends.beyond) | signs(d);
    }

    static Doubles<A> clamped(const Doubles<A>& d, const Doubles<A>& low, const Doubles<A>& high) {
        const Doubles<A> above = select(d < low, low, d);
        return select(above > high, high, above);
    }

    void place_straight(std::size_t group, std::uint64_t still, const SegmentCache& cache) const {
        const std::size_t start = group * group_size;
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const std::size_t at = start + j;
            const Doubles<A> d[2] = {load<A>(distance_ + at), load<A>(distance_ + at + lanes<A> / 2)};
            const F f = narrow(d);
            store_moving(call_.output<Stream::position_x>(), at, still >> j, {on_segment(cache.node_x, cache.tangent_x, j, f)});
            store_moving(call_.output<Stream::position_y>(), at, still >> j, {on_segment(cache.node_y, cache.tangent_y, j, f)});
        }
    }

    void place_shaped(std::size_t group, std::uint64_t still, const SegmentCache& cache) const {
        const std::size_t start = group * group_size;
        const bool heading = heading_x_ != nullptr || heading_y_ != nullptr;
        std::uint64_t returning = 0;
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const std::size_t at = start + j;
            Doubles<A> d[2] = {load<A>(distance_ + at), load<A>(distance_ + at + lanes<A> / 2)};
            const F f = narrow(d);
            const F way = way_of(at);
            const auto place = shape_.at(cache, j, f, way, heading);
            if (heading) returning |= std::uint64_t{bits(f == F(0)) & bits(way < F(0))} << j;
            store_moving(call_.output<Stream::position_x>(), at, still >> j, {place.x});
            store_moving(call_.output<Stream::position_y>(), at, still >> j, {place.y});
            if (heading_x_ != nullptr) store_moving(heading_x_, at, still >> j, {place.heading_x});
            if (heading_y_ != nullptr) store_moving(heading_y_, at, still >> j, {place.heading_y});
            if (path_distance_ == nullptr) continue;
            d[0] = load<A>(cache.start + j) + d[0];
            d[1] = load<A>(cache.start + j + lanes<A> / 2) + d[1];
            store_moving(path_distance_, at, still >> j, d);
        }
        for (returning &= ~still; returning != 0; returning &= returning - 1)
            look_back(start + static_cast<std::size_t>(std::countr_zero(returning)));
    }

    /// An agent that comes back to a node, if it is just there, looks along the segment before it.
    void look_back(std::size_t at) const {
        const std::uint32_t segment = call_.output<Stream::segment>()[at];
        if (load_double(distance_, at) != 0 || (segment == 0 && !loops_)) return;
        const PathRecord& path = data_.paths[static_cast<std::uint32_t>(call_.input<Stream::path>()[at])];
        const std::uint32_t before = (segment == 0 ? segment_count(path) : segment) - 1;
        const SegmentRecord& record = data_.segments[path.first + before];
        const auto heading = shape_.back_from_end(record, parameters_.curved ? offset_of(path.first + before, before) : 0.0f);
        if (heading_x_ != nullptr) heading_x_[at] = first_lane(heading.x);
        if (heading_y_ != nullptr) heading_y_[at] = first_lane(heading.y);
    }

    static float first_lane(const F& x) {
        alignas(64) float lane[lanes<A>];
        write(lane, x);
        return lane[0];
    }

    /// One element an agent, in one vector or two; agents in `still` keep theirs.
    template <class T, std::size_t count>
    static void store_moving(T* stream, std::size_t at, std::uint64_t still, const Vector<T, A> (&value)[count]) {
        constexpr std::size_t width = lanes<A> / count;
        if ((still & ((std::uint64_t{1} << lanes<A>) - 1)) == 0) [[likely]] {
            for (std::size_t i = 0; i < count; ++i) write(stream + at + i * width, value[i]);
            return;
        }
        alignas(64) T lane[lanes<A>];
        for (std::size_t i = 0; i < count; ++i) write(lane + i * width, value[i]);
        for (std::size_t j = 0; j < lanes<A>; ++j)
            if ((still >> j & 1) == 0) std::memcpy(reinterpret_cast<char*>(stream) + (at + j) * sizeof(T), lane + j, sizeof(T));
    }

    [[nodiscard]] F speed_of(std::size_t at) const {
        return flushed(speed_ == nullptr ? F(parameters_.speed) : load<A>(speed_ + at));
    }
    [[nodiscard]] F step_of(std::size_t at) const {
        const F step = speed_of(at) * F(call_.dt);
        return turns_ ? step * to_floats(load<A>(direction_ + at)) : step;
    }

    /// 1 or -1: which way an agent looks. One that stands looks where its direction points.
    [[nodiscard]] F way_of(std::size_t at) const {
        const F way = select(speed_of(at) < F(0), F(-1), F(1));
        return turns_ ? way * to_floats(load<A>(direction_ + at)) : way;
    }

    static F on_segment(const float* node, const float* tangent, std::size_t at, const F& f) {
        return flushed(load<A>(node + at) + load<A>(tangent + at) * f);
    }

    [[nodiscard]] float pace_of(std::size_t at) const {
        return flushed_scalar(speed_ == nullptr ? parameters_.speed : speed_[at]) * call_.dt;
    }

    /// The same ticks, one after the other, for an agent that leaves its segment in one of them.
    PathCursor replay(std::size_t at, double d, std::uint32_t ticks) const {
        PathCursor cursor{call_.output<Stream::segment>()[at], d, turns_ ? direction_[at] : 1};
        walk_.advance(cursor, static_cast<std::uint32_t>(call_.input<Stream::path>()[at]), pace_of(at), ticks);
        keep(at, cursor);
        return cursor;
    }

    void keep(std::size_t at, const PathCursor& cursor) const {
        call_.output<Stream::segment>()[at] = cursor.segment;
        store_double(distance_, at, cursor.d);
        if (turns_) direction_[at] = cursor.direction;
    }

    /// What a group keeps of the segment that an agent has come to.
    void keep_segment(std::size_t at, std::size_t j, const PathCursor& cursor, SegmentCache& cache) const {
        const PathRecord& path = data_.paths[static_cast<std::uint32_t>(call_.input<Stream::path>()[at])];
        const SegmentRecord& record = data_.segments[path.first + cursor.segment];
        cache.node_x[j] = record.node_x;
        cache.node_y[j] = record.node_y;
        cache.tangent_x[j] = record.tangent_x;
        cache.tangent_y[j] = record.tangent_y;
        cache.length[j] = record.length;
        cache.beyond[j] = record.length;
        if (stops_) {
            constexpr float infinity = std::numeric_limits<float>::infinity();
            const bool last = cursor.segment + 1 == segment_count(path);
            cache.low[j] = cursor.segment == 0 ? 0 : -infinity;
            cache.high[j] = last ? record.length : infinity;
            if (last) cache.beyond[j] = std::bit_cast<float>(std::bit_cast<std::int32_t>(record.length) + 1);
        }
        keep_extras(j, path.first + cursor.segment, cursor.segment, cache);
    }

    const StageCall& call_;
    const WaypointAdvanceParameters& parameters_;
    const PathData& data_;
    SegmentShape<A> shape_;
    PathWalk walk_;
    const float* speed_;
    double* distance_;
    std::int32_t* direction_;
    double* path_distance_;
    float *heading_x_, *heading_y_;
    bool turns_, loops_, stops_;
};

template <class A>
void waypoint_advance_stage(const StageCall& call) {
    WaypointAdvanceKernel<A>(call).run();
}

}  // namespace
}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "lanes.hpp"
#include "path_data.hpp"
#include "quad.hpp"
#include "segment_search.hpp"
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
/// An agent stays on its segment for many ticks, so the segment's record is kept beside the agent for the whole pass: gathering it
/// every tick costs 2.3 to 3.5 times as much in cache. The distance is a double; what need not be exact is done in
/// float: the test for leaving the segment errs to the side of a closer look.
///
/// `plain`: straight, unhurried, and nothing but positions asked for: one pass over the group, which guesses that agents stay on their
/// segments. Otherwise leavers are repaired first, so that the long formulas exist once and in vectors.
template <class A, bool plain>
class WaypointAdvanceKernel {
  public:
    explicit WaypointAdvanceKernel(const StageCall& call)
        : call_(call),
          parameters_(call.stages->waypoint_advance),
          data_(*parameters_.paths),
          cache_(*call.segments),
          speed_(call.input<Stream::speed>()),
          distance_(call.output<Stream::segment_distance>()),
          direction_(call.output<Stream::direction>()),
          path_distance_(call.output<Stream::path_distance>()),
          heading_x_(call.output<Stream::heading_x>()),
          heading_y_(call.output<Stream::heading_y>()),
          turns_(parameters_.mode == PathMode::ping_pong),
          loops_(parameters_.mode == PathMode::loop) {}

    void run() const {
        if constexpr (plain) {
            for (std::size_t group = 0; group < call_.groups; ++group) {
                enter(group);
                advance(group);
            }
        } else {
            const SegmentShape<A> shape(parameters_);
            for (std::size_t group = 0; group < call_.groups; ++group) {
                enter(group);
                advance_shaped(group, shape);
            }
        }
    }

  private:
    using F = Floats<A>;

    [[nodiscard]] std::uint32_t segment_count(const PathRecord& path) const {
        return loops_ ? path.node_count : path.open_segments;
    }

    void enter(std::size_t group) const {
        if (call_.fill_caches) fill(group);
        call_.faults[group] |= cache_.faults[group];
    }

    /// Looks at everything that cannot go bad while the pass lasts, and fetches the records.
    void fill(std::size_t group) const {
        cache_.absent[group] = 0;
        cache_.faults[group] = 0;
        alignas(64) std::uint32_t record[group_size];
        if (!find_records(group, record)) find_records_with_faults(group, record);
        static constexpr SegmentRecord none{};  // agents at fault need some record, which an empty set has not
        const SegmentRecord* const records = data_.segments.empty() ? &none : data_.segments.data();
        const float* const segments = reinterpret_cast<const float*>(records);
        const std::size_t start = group * group_size;
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            F line[4], rest[4];
            gather_rows<8>(segments, record + j, line);
            gather_rows<8>(segments + 4, record + j, rest);
            write(cache_.node_x + start + j, line[0]);
            write(cache_.node_y + start + j, line[1]);
            write(cache_.tangent_x + start + j, line[2]);
            write(cache_.tangent_y + start + j, line[3]);
            write(cache_.length + start + j, rest[0]);
        }
        if (!plain && !data_.segments.empty())
            for (std::size_t j = 0; j < group_size; ++j)
                keep_extras(start + j, record[j], call_.input<Stream::segment>()[start + j]);
    }

    /// Each agent's record, while every agent of the group is beyond doubt; else false.
    [[nodiscard]] bool find_records(std::size_t group, std::uint32_t* record) const {
        const Ints<A> path_count(static_cast<std::int32_t>(data_.paths.size()));
        const float* const paths = reinterpret_cast<const float*>(data_.paths.data());
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const std::size_t at = group * group_size + j;
            const Ints<A> path = load<A>(call_.input<Stream::path>() + at);
            const Ints<A> segment = as_ints(load<A>(call_.input<Stream::segment>() + at));
            if (any(greater(Ints<A>(0), path)) || !all(greater(path_count, path))) return false;
            alignas(64) std::uint32_t row[lanes<A>];
            write(row, as_words<A>(path));
            F field[4];  // a PathRecord: first, node_count, open_segments
            gather_rows<4>(paths, row, field);
            const Ints<A> count = as_ints(field[loops_ ? 1 : 2]);
            if (any(greater(Ints<A>(0), segment)) || !all(greater(count, segment))) return false;
            write(record + j, as_words<A>(as_ints(field[0]) + segment));

            // Well inside the limits of the exact test.
            const F speed = speed_ == nullptr ? F(parameters_.speed) : load<A>(speed_ + at);
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
    void find_records_with_faults(std::size_t group, std::uint32_t* record) const {
        const std::size_t start = group * group_size;
        const auto path_count = static_cast<std::uint32_t>(data_.paths.size());
        const std::int32_t* const path = call_.input<Stream::path>() + start;
        const std::uint32_t* const segment = call_.input<Stream::segment>() + start;
        std::uint64_t absent = 0;
        std::uint64_t faults = 0;
        for (std::size_t j = 0; j < group_size; ++j) {
            const auto p = static_cast<std::uint32_t>(path[j]);
            const bool known = p < path_count;
            const PathRecord found = known ? data_.paths[p] : PathRecord{};
            const bool on_path = known && segment[j] < segment_count(found);
            record[j] = on_path ? found.first + segment[j] : 0;
            absent |= std::uint64_t{path[j] == -1} << j;
            faults |= std::uint64_t{!on_path || !motion_is_good(start + j)} << j;
        }
        cache_.absent[group] = absent;
        cache_.faults[group] = faults & ~absent;
    }

    /// What only shaped motion and outputs need of a record.
    void keep_extras(std::size_t at, std::size_t record, std::uint32_t segment) const {
        if (path_distance_ != nullptr) cache_.start[at] = data_.starts[record];
        if (parameters_.curved) cache_.offset[at] = offset_of(record, segment);
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

    void advance(std::size_t group) const {
        const std::size_t start = group * group_size;
        const std::uint64_t still = call_.faults[group] | cache_.absent[group];
        std::uint64_t leaving = 0;
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const std::size_t at = start + j;
            Doubles<A> d[2];
            widen(step_of(at), d);
            d[0] = load<A>(distance_ + at) + d[0];
            d[1] = load<A>(distance_ + at + lanes<A> / 2) + d[1];
            const F f = narrow(d);
            // A distance below 0 has its sign bit set in float too, were it rounded to -0; one at or beyond the end is
            // not rounded to less than the length.
            const std::uint64_t outside =
                bits(f >= load<A>(cache_.length + at)) | bits(greater(Ints<A>(0), as_ints(f)));
            leaving |= outside << j;
            const F x = on_segment(cache_.node_x, cache_.tangent_x, at, f);
            const F y = on_segment(cache_.node_y, cache_.tangent_y, at, f);
            if (still == 0) [[likely]] {
                write(distance_ + at, d[0]);
                write(distance_ + at + lanes<A> / 2, d[1]);
                write(call_.output<Stream::position_x>() + at, x);
                write(call_.output<Stream::position_y>() + at, y);
            } else {
                store_moving(distance_, at, still >> j, d);
                store_moving(call_.output<Stream::position_x>(), at, still >> j, {x});
                store_moving(call_.output<Stream::position_y>(), at, still >> j, {y});
            }
        }
        for (leaving &= ~still; leaving != 0; leaving &= leaving - 1)
            repair(start + static_cast<std::size_t>(std::countr_zero(leaving)));
    }

    void advance_shaped(std::size_t group, const SegmentShape<A>& shape) const {
        const std::size_t start = group * group_size;
        const std::uint64_t still = call_.faults[group] | cache_.absent[group];
        std::uint64_t leaving = 0;
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const std::size_t at = start + j;
            Doubles<A> d[2];
            widen(step_of(at), d);
            d[0] = load<A>(distance_ + at) + d[0];
            d[1] = load<A>(distance_ + at + lanes<A> / 2) + d[1];
            const F f = narrow(d);
            const std::uint64_t outside =
                bits(f >= load<A>(cache_.length + at)) | bits(greater(Ints<A>(0), as_ints(f)));
            leaving |= outside << j;
            store_moving(distance_, at, still >> j, d);
        }
        for (leaving &= ~still; leaving != 0; leaving &= leaving - 1)
            repair(start + static_cast<std::size_t>(std::countr_zero(leaving)));
        const bool heading = heading_x_ != nullptr || heading_y_ != nullptr;
        std::uint64_t returning = 0;
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const std::size_t at = start + j;
            Doubles<A> d[2] = {load<A>(distance_ + at), load<A>(distance_ + at + lanes<A> / 2)};
            const F f = narrow(d);
            const F way = way_of(at);
            const auto place = shape.at(cache_, at, f, way, heading);
            if (heading) returning |= std::uint64_t{bits(f == F(0)) & bits(way < F(0))} << j;
            store_moving(call_.output<Stream::position_x>(), at, still >> j, {place.x});
            store_moving(call_.output<Stream::position_y>(), at, still >> j, {place.y});
            if (heading_x_ != nullptr) store_moving(heading_x_, at, still >> j, {place.heading_x});
            if (heading_y_ != nullptr) store_moving(heading_y_, at, still >> j, {place.heading_y});
            if (path_distance_ == nullptr) continue;
            d[0] = load<A>(cache_.start + at) + d[0];
            d[1] = load<A>(cache_.start + at + lanes<A> / 2) + d[1];
            store_moving(path_distance_, at, still >> j, d);
        }
        for (returning &= ~still; returning != 0; returning &= returning - 1)
            look_back(start + static_cast<std::size_t>(std::countr_zero(returning)), shape);
    }

    /// An agent that comes back to a node, if it is just there, looks along the segment before it.
    void look_back(std::size_t at, const SegmentShape<A>& shape) const {
        const std::uint32_t segment = call_.output<Stream::segment>()[at];
        if (load_double(distance_, at) != 0 || (segment == 0 && !loops_)) return;
        const PathRecord& path = data_.paths[static_cast<std::uint32_t>(call_.input<Stream::path>()[at])];
        const std::uint32_t before = (segment == 0 ? segment_count(path) : segment) - 1;
        const SegmentRecord& record = data_.segments[path.first + before];
        const auto heading = shape.back_from_end(record, parameters_.curved ? offset_of(path.first + before, before) : 0.0f);
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

    /// Where one agent is, while its repair walks.
    struct Cursor {
        std::uint32_t segment;
        double d;
        std::int32_t direction;
    };

    void repair(std::size_t at) const {
        const auto index = static_cast<std::uint32_t>(call_.input<Stream::path>()[at]);
        const PathRecord& path = data_.paths[index];
        const SegmentRecord* const segments = data_.segments.data() + path.first;
        std::uint32_t* const segment = call_.output<Stream::segment>() + at;
        Cursor cursor{*segment, load_double(distance_, at), turns_ ? direction_[at] : 1};
        if (!walk(cursor, segments, segment_count(path))) jump(cursor, index, segments, segment_count(path));

        *segment = cursor.segment;
        store_double(distance_, at, cursor.d);
        if (turns_) direction_[at] = cursor.direction;
        const SegmentRecord& record = segments[cursor.segment];
        cache_.node_x[at] = record.node_x;
        cache_.node_y[at] = record.node_y;
        cache_.tangent_x[at] = record.tangent_x;
        cache_.tangent_y[at] = record.tangent_y;
        cache_.length[at] = record.length;
        if constexpr (plain) {
            const float f = static_cast<float>(cursor.d);
            call_.output<Stream::position_x>()[at] = flushed_scalar(record.node_x + record.tangent_x * f);
            call_.output<Stream::position_y>()[at] = flushed_scalar(record.node_y + record.tangent_y * f);
        } else {
            keep_extras(at, path.first + cursor.segment, cursor.segment);
        }
    }

    /// At most 8 segments, one after the other; says whether that was enough.
    [[nodiscard]] bool walk(Cursor& c, const SegmentRecord* segments, std::uint32_t count) const {
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
    void jump(Cursor& c, std::uint32_t path, const SegmentRecord* segments, std::uint32_t count) const {
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

    const StageCall& call_;
    const WaypointAdvanceParameters& parameters_;
    const PathData& data_;
    SegmentCache& cache_;
    const float* speed_;
    double* distance_;
    std::int32_t* direction_;
    double* path_distance_;
    float *heading_x_, *heading_y_;
    bool turns_, loops_;
};

template <class A>
void waypoint_advance_stage(const StageCall& call) {
    const WaypointAdvanceParameters& parameters = call.stages->waypoint_advance;
    const bool plain = parameters.ease == Ease::none && !parameters.curved &&
                       call.output<Stream::path_distance>() == nullptr &&
                       call.output<Stream::heading_x>() == nullptr && call.output<Stream::heading_y>() == nullptr;
    if (plain)
        WaypointAdvanceKernel<A, true>(call).run();
    else
        WaypointAdvanceKernel<A, false>(call).run();
}

}  // namespace
}  // namespace wend::detail

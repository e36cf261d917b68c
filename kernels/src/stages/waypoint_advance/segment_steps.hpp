// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "driver/stage_call.hpp"
#include "paths/path_cursor.hpp"
#include "paths/path_data.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stages/waypoint_advance/parameters.hpp"

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

/// One element an agent, in one vector or two; agents in `still` keep theirs.
template <class A, class T, std::size_t count>
inline void store_lanes(T* stream, std::size_t at, std::uint64_t still, const Vector<T, A> (&value)[count]) {
    constexpr std::size_t width = lanes<A> / count;
    if ((still & all_lanes<A>) == 0) [[likely]] {
        for (std::size_t i = 0; i < count; ++i) write(stream + at + i * width, value[i]);
        return;
    }
    alignas(64) T lane[lanes<A>];
    for (std::size_t i = 0; i < count; ++i) write(lane + i * width, value[i]);
    for (std::size_t j = 0; j < lanes<A>; ++j)
        if ((still >> j & 1) == 0)
            std::memcpy(reinterpret_cast<char*>(stream) + (at + j) * sizeof(T), lane + j, sizeof(T));
}

/// A call of waypoint advance: its streams, and how its agents step along the segments that they are on.
///
/// The distance is a double; what need not be exact is done in float: the test for leaving the segment errs
/// to the side of a closer look.
template <class A>
struct SegmentSteps {
    using F = Floats<A>;

    explicit SegmentSteps(const StageCall& stage_call)
        : call(stage_call),
          parameters(call.stage<WaypointAdvance>()),
          data(*parameters.paths),
          walk(data, parameters.mode),
          speed(call.input<Stream::speed>()),
          distance(call.output<Stream::segment_distance>()),
          direction(call.output<Stream::direction>()),
          turns(parameters.mode == PathMode::ping_pong),
          loops(parameters.mode == PathMode::loop),
          stops(parameters.mode == PathMode::once) {}

    [[nodiscard]] F speed_of(std::size_t at) const {
        return flushed(speed == nullptr ? F(parameters.speed) : load<A>(speed + at));
    }
    [[nodiscard]] F step_of(std::size_t at) const {
        const F step = speed_of(at) * F(call.ticks.dt);
        return turns ? step * to_floats(load<A>(direction + at)) : step;
    }
    [[nodiscard]] float pace_of(std::size_t at) const {
        return flushed_scalar(speed == nullptr ? parameters.speed : speed[at]) * call.ticks.dt;
    }

    /// The distances of a vector of agents.
    void load_distances(std::size_t at, Doubles<A> (&d)[2]) const {
        d[0] = load<A>(distance + at);
        d[1] = load<A>(distance + at + lanes<A> / 2);
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

    /// Mode once: an agent stays at the end of the last segment, which is on it, and at the start of the
    /// first.
    [[nodiscard]] Ends ends_of(std::size_t at, const F& length, const Words<A>& left) const {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const IntMask<A> last = as_ints(left) == Ints<A>(1);
        const IntMask<A> first = as_ints(load<A>(call.input<Stream::segment>() + at)) == Ints<A>(0);
        return {select(first, F(0), F(-infinity)), select(last, length, F(infinity)),
                select(last, as_floats<A>(as_ints(length) + Ints<A>(1)), length)};
    }

    /// Adds up the steps of a vector of agents; says who leaves: one at or beyond the end is not rounded to
    /// less than the length.
    [[nodiscard]] std::uint64_t advance(std::size_t at, std::uint32_t ticks, const Ends& ends,
                                        Doubles<A> (&d)[2]) const {
        Doubles<A> step[2];
        widen(step_of(at), step);
        for (std::uint32_t tick = 0; tick < ticks; ++tick) {
            d[0] = d[0] + step[0];
            d[1] = d[1] + step[1];
        }
        if (stops) stop(ends, d);
        return bits(narrow(d) >= ends.beyond) | signs(d);
    }

    /// Mode once.
    static void stop(const Ends& ends, Doubles<A> (&d)[2]) {
        Doubles<A> low[2], high[2];
        widen(ends.low, low);
        widen(ends.high, high);
        d[0] = clamped(d[0], low[0], high[0]);
        d[1] = clamped(d[1], low[1], high[1]);
    }

    static Doubles<A> clamped(const Doubles<A>& d, const Doubles<A>& low, const Doubles<A>& high) {
        const Doubles<A> above = select(d < low, low, d);
        return select(above > high, high, above);
    }

    /// What moves an agent, read before anything is written: an input may be the memory of a written stream.
    struct Start {
        std::uint32_t path;
        float pace;
        double d;
    };

    /// The same ticks for an agent that leaves its segment in one of them.
    PathCursor replay(std::size_t at, const Start& start, std::uint32_t ticks) const {
        PathCursor cursor{call.output<Stream::segment>()[at], start.d, turns ? direction[at] : 1};
        walk.advance(cursor, start.path, start.pace, ticks);
        call.output<Stream::segment>()[at] = cursor.segment;
        store_double(distance, at, cursor.d);
        if (turns) direction[at] = cursor.direction;
        return cursor;
    }

    const StageCall& call;
    const WaypointAdvanceParameters parameters;
    const PathData& data;
    PathWalk<A> walk;
    const float* speed;
    double* distance;
    std::int32_t* direction;
    bool turns, loops, stops;
};

}  // namespace
}  // namespace wend::detail

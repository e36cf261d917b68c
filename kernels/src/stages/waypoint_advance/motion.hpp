// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "paths/path_data.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "wend/waypoint_advance.hpp"

namespace wend::detail {
namespace {

/// One element for each agent, in one vector or two. Agents in `inactive_mask` keep theirs.
template <class A, class T, std::size_t count>
inline void store_lanes(T* stream, std::size_t at, std::uint64_t inactive_mask,
                        const Vector<T, A> (&value)[count]) {
    constexpr std::size_t width = lanes<A> / count;
    if ((inactive_mask & all_lanes<A>) == 0) [[likely]] {
        for (std::size_t i = 0; i < count; ++i) write(stream + at + i * width, value[i]);
        return;
    }
    alignas(64) T lane[lanes<A>];
    for (std::size_t i = 0; i < count; ++i) write(lane + i * width, value[i]);
    for (std::size_t j = 0; j < lanes<A>; ++j)
        if ((inactive_mask >> j & 1) == 0)
            std::memcpy(reinterpret_cast<char*>(stream) + (at + j) * sizeof(T), lane + j, sizeof(T));
}

/// The streams that move agents, and a step along the segment that an agent is on.
///
/// Functions take it by value: members behind a reference are read again after every store (1 to 2 % on
/// AVX2).
template <class A>
struct Motion {
    using F = Floats<A>;
    using D = Doubles<A>;

    static constexpr std::uint32_t no_path = ~std::uint32_t{0};

    /// Ticks that are added up at once; the driver calls again for the others. With 8 of them, calls of 32
    /// ticks take 1.05 to 1.2 times as long.
    static constexpr std::uint32_t max_ticks = 16;

    Motion(const StageInput& in, const StageOutput& out) : Motion(in, out, in.stage<WaypointAdvance>()) {}

    [[nodiscard]] bool loops() const { return mode == PathMode::loop; }
    [[nodiscard]] bool turns() const { return mode == PathMode::ping_pong; }
    [[nodiscard]] bool stops() const { return mode == PathMode::once; }

    [[nodiscard]] const SegmentRecord* records() const {
        static constexpr SegmentRecord none{};  // faulty agents need some record, and an empty set has none
        return data->segments.empty() ? &none : data->segments.data();
    }

    [[nodiscard]] F speed_of(std::size_t at) const {
        return flushed(speed == nullptr ? F(stage_speed) : load<A>(speed + at));
    }
    [[nodiscard]] float scalar_speed_of(std::size_t at) const {
        return speed == nullptr ? stage_speed : as_read(speed[at]);
    }
    [[nodiscard]] F step_of(std::size_t at) const {
        const F step = speed_of(at) * F(dt);
        return turns() ? step * to_floats(load<A>(direction + at)) : step;
    }

    void load_distances(std::size_t at, D (&d)[2]) const { load_halves<A>(distance + at, d); }

    /// Mask of the agents beyond their segment. A single tick does not need it: only where the tick leads
    /// counts.
    [[nodiscard]] static std::uint64_t outside_segment(const D (&d)[2], const F& length) {
        D left[2];
        widen(length, left);
        left[0] = left[0] - d[0];
        left[1] = left[1] - d[1];
        return signs(d) | signs(left);
    }

    struct SegmentLimits {
        F low, high;  ///< only in mode once: where the agent stops
        F beyond;     ///< the least distance outside the segment
    };

    /// In mode once an agent stops at the start of the first segment, and at the end of the last, which
    /// belongs to the segment. `left`: segments from this one on.
    [[nodiscard]] SegmentLimits limits_of(std::size_t at, const F& length, const Words<A>& left) const {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        if (!stops()) return {F(0), F(0), length};
        const IntMask<A> last = as_ints(left) == Ints<A>(1);
        const IntMask<A> first = as_ints(load<A>(segment + at)) == Ints<A>(0);
        return {select(first, F(0), F(-infinity)), select(last, length, F(infinity)),
                select(last, as_floats<A>(as_ints(length) + Ints<A>(1)), length)};
    }

    /// Adds up the steps of a vector of agents. Returns the mask of those outside their segments. The test in
    /// float is safe: a distance at or beyond the length is not rounded below it.
    [[nodiscard]] std::uint64_t advance(std::size_t at, const SegmentLimits& limits, D (&d)[2]) const {
        D step[2];
        widen(step_of(at), step);
        for (std::uint32_t tick = 0; tick < ticks; ++tick) {
            d[0] = d[0] + step[0];
            d[1] = d[1] + step[1];
        }
        if (stops()) clamp(limits, d);
        return bits(narrow(d) >= limits.beyond) | signs(d);
    }

    static void clamp(const SegmentLimits& limits, D (&d)[2]) {
        D low[2], high[2];
        widen(limits.low, low);
        widen(limits.high, high);
        for (int h = 0; h < 2; ++h) {
            const D above = select(d[h] < low[h], low[h], d[h]);
            d[h] = select(above > high[h], high[h], above);
        }
    }

    const PathData* data;
    const std::uint32_t* path;  ///< or no_path
    std::uint32_t* segment;
    double* distance;
    std::int32_t* direction;
    const float* speed;
    float stage_speed;  ///< where no speed stream is bound
    float dt;
    std::uint32_t ticks;
    PathMode mode;

  private:
    Motion(const StageInput& in, const StageOutput& out, const WaypointAdvance& stage)
        : data(&PathDataAccess::data(stage.paths)),
          path(reinterpret_cast<const std::uint32_t*>(in.get<Stream::path>())),
          segment(out.get<Stream::segment>()),
          distance(out.get<Stream::segment_distance>()),
          direction(out.get<Stream::direction>()),
          speed(in.get<Stream::speed>()),
          stage_speed(stage.speed ? as_read(*stage.speed) : 0),
          dt(in.ticks.dt),
          ticks(std::min(in.ticks.count, max_ticks)),
          mode(stage.mode) {}
};

}  // namespace
}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/path.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// The pace along a segment: `sigmoid(u, power) = 1 / (1 + ((1 - u) / u)^power)`: exact at the ends, linear
/// with power 1, slow at the ends above 1, fast at the ends below 1.
enum class Ease : std::uint8_t { none, sigmoid };
constexpr auto words_of(Ease) { return std::array{Word{"none", Ease::none}, Word{"sigmoid", Ease::sigmoid}}; }

/// Whether `offset` has one sign on all segments, or is positive on even and negative on odd ones: an
/// S-curve.
enum class OffsetSign : std::uint8_t { equal, alternating };
constexpr auto words_of(OffsetSign) {
    return std::array{Word{"equal", OffsetSign::equal}, Word{"alternating", OffsetSign::alternating}};
}

/// The shape of the lateral excursion, 0 at both ends of a segment and 1 in its middle: the parabola 4e(1 -
/// e) (the quadratic Bezier whose control point lies at twice the offset), or `sigmoid(tent(e), power)` with
/// tent(e) = e < 1/2 ? 2e : 2 - 2e, which is continuous.
enum class Bell : std::uint8_t { parabola, sigmoid };
constexpr auto words_of(Bell) {
    return std::array{Word{"parabola", Bell::parabola}, Word{"sigmoid", Bell::sigmoid}};
}

/// Exact motion along a path by distance travelled: no force, no stall, no drift.
///
/// Every tick moves the agent by float(speed * dt) along its path. In mode `ping_pong` the direction stream
/// multiplies the speed and is flipped at the ends; `once` clamps to the path; `loop` goes round. Any speed,
/// negative too, and any dt: a step may pass many nodes and many laps, in bounded time (beyond 8 segments by
/// PathSet::locate). Within a segment the point is
///
///     u = distance / length,  e = ease(u),  p = lerp(node, next node, e) + left normal * offset * bell(e)
///
/// With neither ease nor offset the speed over ground is `speed` to rounding; with them it is not (for a
/// smooth path at constant speed, compile a curve into the path set, wend/curve.hpp). Easing changes the
/// pace, not the line.
///
/// Streams: path (read), segment, segment_distance, position_x, position_y (state), direction (state, only in
/// mode ping_pong), speed (a stream or the value here; both, or neither, is an error); outputs where bound:
/// path_distance, heading_x, heading_y (unit tangent of the curve in the direction of travel; exactly at a
/// node that of the segment being entered, backwards the one before the node; at an end without a further
/// segment that of the last one); records (record_streams), with which a call of one tick without these
/// outputs, ease and offset takes half of the time. Path -1 is "no path": the agent stays unchanged.
/// Positions are written and never read, so that NaN there is not a fault. A path index outside the set, a
/// segment outside the path, or a direction other than 1 and -1 is a fault. A path of one distinct point is
/// refused, naming the path.
///
/// Error: after n ticks s is s0 + n * double(float(speed * dt)) within 1e-4 of its segment's length; the
/// position within 3 units of 2^-24 of the largest term (kernels/docs/math.md). With an ease or an offset it
/// is that of the float u = distance / length, and the bell that of the float e, within 4 units and 1 more
/// for each unit of power (ease_power with Ease::sigmoid, bell_power with Bell::sigmoid). A heading without
/// an offset is within 1 unit; with one it is that of the float e, within 64 units of a radian where e is not
/// below 2^-60 (nearer to a node a power near 1 has no slope in float).
struct WaypointAdvance {
    /// The stream `path` selects the path of an agent.
    PathSet paths;
    /// At the end of a path: stay, go on at the start, or reverse.
    PathMode mode = PathMode::once;
    /// Speed along the path, negative backwards; larger moves faster; not set: the stream.
    std::optional<float> speed{};  ///< m/s
    /// The pace within a segment: constant, or slower or faster at the nodes.
    Ease ease = Ease::none;
    /// With ease sigmoid: 1 is a constant pace, above 1 slow at the nodes, below 1 fast there.
    float ease_power = 2;
    /// Largest lateral distance to the left, in the middle of each segment; not set: each segment's own
    /// (PathSetBuilder::add).
    std::optional<float> offset{};  ///< m
    /// Alternating: to the left on even segments and to the right on odd ones.
    OffsetSign offset_sign = OffsetSign::equal;
    /// The shape of the lateral excursion along a segment.
    Bell bell = Bell::parabola;
    /// With bell sigmoid: above 1 steeper between the node and the middle, below 1 pointed in the middle.
    float bell_power = 2;

    /// Range of bell_power.
    static constexpr Range power_range{1.0f / 16, 16};
    static constexpr std::string_view name = "waypoint_advance";
    template <class S = WaypointAdvance>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"paths", &S::paths},
                          Parameter{"mode", &S::mode},
                          Parameter{"speed", &S::speed, any_number, Unit::metre_per_second},
                          Parameter{"ease", &S::ease},
                          Parameter{"ease_power", &S::ease_power, power_range},
                          Parameter{"offset", &S::offset, any_number, Unit::metre},
                          Parameter{"offset_sign", &S::offset_sign},
                          Parameter{"bell", &S::bell},
                          Parameter{"bell_power", &S::bell_power, power_range}};
    }
    [[nodiscard]] constexpr StreamUses streams() const {
        StreamUses uses = all_streams();
        if (mode != PathMode::ping_pong) uses.written &= ~stream_set(Stream::direction);
        if (speed) uses.given_as_value = stream_set(Stream::speed);
        return uses;
    }
    static constexpr StreamUses all_streams() {
        return {.read = stream_set(Stream::path),
                .written = position_streams |
                           stream_set(Stream::segment, Stream::segment_distance, Stream::direction),
                .stream_or_value = stream_set(Stream::speed),
                .output = stream_set(Stream::path_distance, Stream::heading_x, Stream::heading_y),
                .records = record_streams};
    }
};

}  // namespace wend

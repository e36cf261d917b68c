// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "wend/path.hpp"

namespace wend {

/// Exact motion along a path by distance travelled: no force, no stall, no drift.
///
/// Every tick moves the agent by float(speed * dt) along its path. In mode `ping_pong` the direction stream multiplies the speed and is
/// flipped at the ends; `once` clamps to the path; `loop` goes round. Any speed, negative too, and any dt: a step may pass many
/// nodes and many laps, in bounded time (after 8 segments the rest is found by laps and binary search).
/// Within a segment the speed over ground is `speed` to rounding.
///
/// Streams: path (read), segment, segment_distance, position_x, position_y (state), direction (state, only in mode
/// ping_pong), speed (a stream or the value here; both, or neither, is an error).
/// Path -1 is "no path": the agent stays as it is. A path index outside the set, a segment outside the path, or a
/// direction other than 1 and -1 is a fault. A path of one distinct point is refused, naming the path.
/// Error: after n ticks s is s0 + n * double(float(speed * dt)) within 1e-4 of its segment's length; the position within 3 units of
/// 2^-24 of the largest term (kernels/docs/math.md).
///
/// | parameter | range         |
/// |-----------|---------------|
/// | speed     | [-1e18, 1e18] |
struct WaypointAdvance {
    PathSet paths;
    PathMode mode = PathMode::once;
    std::optional<float> speed{};
};

}  // namespace wend

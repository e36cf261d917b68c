// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tools/support/svg_canvas.hpp"

namespace wend::player {

/// A place in a picture: x and y in steps of 1 / 65,534 of its extent; `nowhere` where it has none.
struct PackedPoint {
    static constexpr std::uint16_t nowhere = 65'535;
    std::uint16_t x = nowhere;
    std::uint16_t y = nowhere;
};

/// `nowhere` outside the extent, and where a coordinate is no number.
[[nodiscard]] PackedPoint pack(Point point, const support::PlotExtent& extent);

/// Frames of `count` points each, in about one byte a coordinate: what differs from where the last two frames
/// point to, plus 127; beyond -127 to 127 the byte 255 and the coordinate in two bytes, the lower one first.
/// Before the first frame all lies at 0.
[[nodiscard]] std::vector<std::uint8_t> pack_frames(std::span<const PackedPoint> points, std::size_t count);

/// An angle in radians as the nearest 256th of a turn; 0 where it is no number.
[[nodiscard]] std::uint8_t pack_angle(double angle);

/// Base64 (RFC 4648, section 4), for text that carries bytes.
[[nodiscard]] std::string base64(std::span<const std::uint8_t> bytes);

}  // namespace wend::player

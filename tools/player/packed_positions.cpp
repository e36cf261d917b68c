// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/player/packed_positions.hpp"

#include <cmath>
#include <numbers>

namespace wend::player {
namespace {

constexpr double steps = PackedPoint::nowhere - 1;
constexpr std::uint8_t escape = 255;
constexpr int bias = 127;

/// The same modulo 2^16 as the reader's, so that it needs no wider type.
std::uint16_t predicted(std::uint16_t last, std::uint16_t before) {
    return static_cast<std::uint16_t>(last + last - before);
}

void append(std::uint16_t value, std::uint16_t guess, std::vector<std::uint8_t>& bytes) {
    const int difference = value - guess;
    if (difference >= -bias && difference <= bias) {
        bytes.push_back(static_cast<std::uint8_t>(difference + bias));
        return;
    }
    bytes.insert(bytes.end(),
                 {escape, static_cast<std::uint8_t>(value & 255), static_cast<std::uint8_t>(value >> 8)});
}

}  // namespace

PackedPoint pack(Point point, const support::PlotExtent& extent) {
    const double width = extent.max_x - extent.min_x;
    const double height = extent.max_y - extent.min_y;
    const double x = width > 0 ? (point.x - extent.min_x) / width * steps : 0;
    const double y = height > 0 ? (point.y - extent.min_y) / height * steps : 0;
    if (!(x >= 0 && x <= steps && y >= 0 && y <= steps)) return {};
    return {static_cast<std::uint16_t>(std::lround(x)), static_cast<std::uint16_t>(std::lround(y))};
}

std::vector<std::uint8_t> pack_frames(std::span<const PackedPoint> points, std::size_t count) {
    std::vector<std::uint8_t> bytes;
    bytes.reserve(points.size() * 2);
    const auto at = [&](std::size_t i, std::size_t frames_back) {
        return i < frames_back * count ? PackedPoint{0, 0} : points[i - frames_back * count];
    };
    for (std::size_t i = 0; i < points.size(); ++i) {
        const PackedPoint last = at(i, 1);
        const PackedPoint before = at(i, 2);
        append(points[i].x, predicted(last.x, before.x), bytes);
        append(points[i].y, predicted(last.y, before.y), bytes);
    }
    return bytes;
}

std::uint8_t pack_angle(double angle) {
    if (!std::isfinite(angle)) return 0;
    constexpr double turn = 2 * std::numbers::pi;
    return static_cast<std::uint8_t>(std::lround(std::remainder(angle, turn) / turn * 256) & 255);
}

std::string base64(std::span<const std::uint8_t> bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t left = bytes.size() - i;
        const std::uint32_t bits = static_cast<std::uint32_t>(bytes[i]) << 16 |
                                   (left > 1 ? static_cast<std::uint32_t>(bytes[i + 1]) << 8 : 0) |
                                   (left > 2 ? static_cast<std::uint32_t>(bytes[i + 2]) : 0);
        text += digits[bits >> 18];
        text += digits[bits >> 12 & 63];
        text += left > 1 ? digits[bits >> 6 & 63] : '=';
        text += left > 2 ? digits[bits & 63] : '=';
    }
    return text;
}

}  // namespace wend::player

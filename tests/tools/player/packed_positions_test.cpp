// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/player/packed_positions.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>
#include <random>
#include <string_view>

namespace wend::player {
namespace {

/// Unpacks as the page's script does.
std::vector<std::uint16_t> unpacked(std::span<const std::uint8_t> bytes, std::size_t count) {
    const std::size_t width = 2 * count;
    std::vector<std::uint16_t> values;
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t i = values.size();
        const int code = bytes[at++];
        if (code == 255) {
            values.push_back(static_cast<std::uint16_t>(bytes[at] | bytes[at + 1] << 8));
            at += 2;
            continue;
        }
        const int last = i < width ? 0 : values[i - width];
        const int before = i < 2 * width ? 0 : values[i - 2 * width];
        values.push_back(static_cast<std::uint16_t>(2 * last - before + code - 127));
    }
    return values;
}

void expect_kept(const std::vector<PackedPoint>& points, std::size_t count) {
    const std::vector<std::uint16_t> values = unpacked(pack_frames(points, count), count);
    ASSERT_EQ(values.size(), 2 * points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_EQ(values[2 * i], points[i].x) << i;
        EXPECT_EQ(values[2 * i + 1], points[i].y) << i;
    }
}

TEST(PackedPositions, FramesComeBackAsTheyWere) {
    std::mt19937 random(3);
    std::vector<PackedPoint> points;
    for (int i = 0; i < 3'000; ++i) {
        points.push_back({static_cast<std::uint16_t>(random()), static_cast<std::uint16_t>(random())});
        if (i % 7 == 0) points.back() = {};
    }
    for (const std::size_t count : {1, 3, 100}) expect_kept(points, count);
    expect_kept({}, 1);
}

TEST(PackedPositions, ASteadyWayTakesAByteACoordinate) {
    std::vector<PackedPoint> points;
    for (int frame = 0; frame < 100; ++frame)
        for (int agent = 0; agent < 50; ++agent)
            points.push_back({static_cast<std::uint16_t>(1000 + 300 * frame + agent),
                              static_cast<std::uint16_t>(60'000 - 500 * frame - agent)});
    EXPECT_LT(pack_frames(points, 50).size(), 2 * points.size() + 500);
    expect_kept(points, 50);
}

TEST(PackedPositions, PlacesOutsideAreNowhere) {
    support::PlotExtent extent;
    extent.add({-10, 0});
    extent.add({10, 5});
    EXPECT_EQ(pack({-10, 0}, extent).x, 0);
    EXPECT_EQ(pack({10, 5}, extent).x, 65'534);
    EXPECT_EQ(pack({10, 5}, extent).y, 65'534);
    EXPECT_EQ(pack({0, 2.5}, extent).y, 32'767);
    for (const double bad :
         {11.0, -10.5, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        EXPECT_EQ(pack({bad, 1}, extent).x, PackedPoint::nowhere);
}

TEST(PackedPositions, AnglesAre256thsOfATurn) {
    constexpr double pi = std::numbers::pi;
    EXPECT_EQ(pack_angle(0), 0);
    EXPECT_EQ(pack_angle(pi / 2), 64);
    EXPECT_EQ(pack_angle(-pi / 2), 192);
    EXPECT_EQ(pack_angle(pi), 128);
    EXPECT_EQ(pack_angle(-pi), 128);
    EXPECT_EQ(pack_angle(5 * pi + 0.02), 129) << "two turns more";
    EXPECT_EQ(pack_angle(-0.001), 0) << "the nearest one, across the whole turn";
    EXPECT_EQ(pack_angle(std::numeric_limits<double>::quiet_NaN()), 0);
    EXPECT_EQ(pack_angle(std::numeric_limits<double>::infinity()), 0);
}

TEST(PackedPositions, AnExtentWithoutAHeightIsALine) {
    support::PlotExtent extent;
    extent.add({0, 3});
    extent.add({4, 3});
    EXPECT_EQ(pack({2, 3}, extent).x, 32'767);
    EXPECT_EQ(pack({2, 3}, extent).y, 0);
}

// RFC 4648, section 10.
TEST(PackedPositions, Base64IsTheStandards) {
    const auto encoded = [](std::string_view text) {
        return base64({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    };
    EXPECT_EQ(encoded(""), "");
    EXPECT_EQ(encoded("f"), "Zg==");
    EXPECT_EQ(encoded("fo"), "Zm8=");
    EXPECT_EQ(encoded("foo"), "Zm9v");
    EXPECT_EQ(encoded("foob"), "Zm9vYg==");
    EXPECT_EQ(encoded("foobar"), "Zm9vYmFy");
}

}  // namespace
}  // namespace wend::player

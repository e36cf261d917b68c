// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "wend/wend.hpp"

namespace {

using wend::PathMode;
using wend::Point;

// Lengths exp(spread * normal): at spread 10 one segment is most of the path, and all others share a bucket.
std::vector<Point> crooked(std::mt19937& random, std::size_t count, double spread) {
    std::normal_distribution<double> normal;
    std::vector<Point> points;
    Point at{};
    double heading = 0;
    for (std::size_t i = 0; i < count; ++i) {
        points.push_back(at);
        heading += normal(random);
        const double leg = std::exp(spread * normal(random));
        at = {at.x + leg * std::cos(heading), at.y + leg * std::sin(heading)};
    }
    return points;
}

// The definition: the last segment that begins at or before s.
std::uint32_t segment_by_counting(const wend::PathSet& paths, std::size_t path, double s, PathMode mode) {
    std::uint32_t found = 0;
    for (std::uint32_t i = 1; i < paths.segment_count(path, mode); ++i)
        if (paths.segment_start(path, i) <= s) found = i;
    return found;
}

// 400 segments of length 3, so that starts coincide with bucket edges up to rounding.
std::vector<Point> square_ring() {
    std::vector<Point> points;
    Point at{};
    for (int i = 0; i < 400; ++i) {
        points.push_back(at);
        (i / 100 % 2 == 0 ? at.x : at.y) += i < 200 ? 3 : -3;
    }
    return points;
}

wend::PathSet many_paths() {
    std::mt19937 random(11);
    wend::PathSetBuilder builder;
    for (const std::size_t count : {2, 3, 8, 16, 17, 40, 300})
        for (const double spread : {0.0, 1.0, 10.0})
            for (const bool closed : {false, true}) builder.add(crooked(random, count, spread), closed);
    builder.add(square_ring(), true);
    builder.add(std::vector<Point>{{5, 5}});
    return *builder.build();
}

void expect_by_definition(const wend::PathSet& paths) {
    std::mt19937 random(12);
    std::uniform_real_distribution<double> unit(0, 1);
    for (std::size_t path = 0; path < paths.size(); ++path)
        for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong}) {
            const double length = paths.length(path, mode);
            std::vector<double> places;
            for (int i = 0; i < 100; ++i) places.push_back(unit(random) * length);
            for (std::uint32_t i = 0; i < paths.segment_count(path, mode); ++i) {
                const double start = paths.segment_start(path, i);
                for (const double s : {start, std::nextafter(start, 0.0), std::nextafter(start, length)})
                    places.push_back(s);
            }
            for (const double s : places) {
                if (!(s < length)) continue;
                const wend::PathLocation found = paths.locate(path, s, mode);
                ASSERT_EQ(found.segment, segment_by_counting(paths, path, s, mode))
                    << "path " << path << ", s " << s;
                const double into = s - paths.segment_start(path, found.segment);
                ASSERT_EQ(found.distance,
                          std::min(into, static_cast<double>(paths.segment_length(path, found.segment))));
            }
        }
}

TEST(PathLocate, FindsTheSegmentByDefinition) { expect_by_definition(many_paths()); }

TEST(PathLocate, RoundingModesOfBuildAndLookUpMayDiffer) {
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
        const wend::PathSet paths = many_paths();
        ASSERT_EQ(std::fesetround(mode), 0);
        for (std::size_t path = 0; path + 1 < paths.size(); ++path)
            for (std::uint32_t i = 0; i < paths.segment_count(path, PathMode::once); ++i) {
                const double start = paths.segment_start(path, i);
                const std::uint32_t found = paths.locate(path, start, PathMode::once).segment;
                EXPECT_EQ(found, segment_by_counting(paths, path, start, PathMode::once));
            }
        std::fesetround(FE_TONEAREST);
    }
}

TEST(PathLocate, TheSetDoesNotDependOnTheRoundingModeOfItsBuild) {
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
        std::mt19937 random(14);
        const std::vector<Point> points = crooked(random, 500, 1);
        wend::PathSetBuilder builder;
        const wend::PathSet nearest = *builder.add(points).build();
        ASSERT_EQ(std::fesetround(mode), 0);
        const wend::PathSet other = *builder.build();
        std::fesetround(FE_TONEAREST);
        for (std::uint32_t i = 0; i < nearest.segment_count(0, PathMode::loop); ++i) {
            ASSERT_EQ(nearest.segment_start(0, i), other.segment_start(0, i));
            ASSERT_EQ(nearest.segment_length(0, i), other.segment_length(0, i));
        }
    }
}

TEST(PathLocate, ClampsWrapsAndAcceptsAnyDistance) {
    const std::vector<Point> points{{0, 0}, {3, 0}, {3, 4}};
    wend::PathSetBuilder builder;
    const wend::PathSet paths = *builder.add(points).build();
    const auto expect_at = [&](double s, PathMode mode, std::uint32_t segment, double distance) {
        const wend::PathLocation found = paths.locate(0, s, mode);
        EXPECT_EQ(found.segment, segment) << s;
        EXPECT_DOUBLE_EQ(found.distance, distance) << s;
    };
    for (const PathMode mode : {PathMode::once, PathMode::ping_pong}) {
        expect_at(-1, mode, 0, 0);
        expect_at(2.5, mode, 0, 2.5);
        expect_at(3, mode, 1, 0);
        expect_at(7, mode, 1, 4);
        expect_at(1e300, mode, 1, 4);
    }
    expect_at(7, PathMode::loop, 2, 0);
    expect_at(-1, PathMode::loop, 2, 4);
    expect_at(12 * 1000.0 + 4, PathMode::loop, 1, 1);
    for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong})
        expect_at(std::nan(""), mode, 0, 0);
    expect_at(std::numeric_limits<double>::infinity(), PathMode::loop, 0, 0);
    const wend::PathSet one = *wend::PathSetBuilder{}.add(std::vector<Point>{{5, 5}}).build();
    EXPECT_EQ(one.locate(0, 1, PathMode::loop).segment, 0u);
    EXPECT_EQ(one.length(0, PathMode::loop), 0);
}

TEST(PathLocate, HoldsAHundredThousandPaths) {
    std::mt19937 random(15);
    wend::PathSetBuilder builder;
    std::vector<std::vector<Point>> originals;
    for (std::size_t i = 0; i < 100'000; ++i) {
        const std::vector<Point> points = crooked(random, 2 + i % 9, 0.5);
        builder.add(points, i % 3 == 0);
        if (i % 9973 == 0) originals.push_back(points);
    }
    const auto paths = builder.build();
    ASSERT_TRUE(paths.ok());
    ASSERT_EQ(paths->size(), 100'000u);
    for (std::size_t k = 0; k < originals.size(); ++k) {
        const std::size_t path = k * 9973;
        ASSERT_EQ(paths->node_count(path), originals[k].size());
        for (std::uint32_t i = 0; i < paths->node_count(path); ++i) {
            EXPECT_EQ(paths->node(path, i).x, static_cast<double>(static_cast<float>(originals[k][i].x)));
            EXPECT_EQ(paths->node(path, i).y, static_cast<double>(static_cast<float>(originals[k][i].y)));
        }
        const double s = 0.7 * paths->length(path, PathMode::loop);
        EXPECT_EQ(paths->locate(path, s, PathMode::loop).segment,
                  segment_by_counting(*paths, path, s, PathMode::loop));
    }
}

}  // namespace

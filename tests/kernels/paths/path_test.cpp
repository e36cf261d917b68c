// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Path sets: merged, closed and refused paths, lengths, and locations of distances.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "support/population.hpp"

namespace wend::test {
namespace {

using Points = std::vector<Point>;

PathSet set_of(std::initializer_list<Points> paths, bool closed = false) {
    PathSetBuilder builder;
    for (const Points& points : paths) builder.add(points, closed);
    auto set = builder.build();
    if (!set) throw std::runtime_error(message(set.status()));
    return *set;
}

TEST(PathBuilder, KeepsPathsApart) {
    const PathSet set = set_of({{{0, 0}, {3, 4}}, {{1, 1}, {1, 3}, {2, 3}}, {{7, 7}}});
    EXPECT_EQ(set.size(), 3u);
    EXPECT_EQ(set.total_node_count(), 6u);
    EXPECT_EQ(set.node_count(1), 3u);
    EXPECT_EQ(set.node(1, 2).x, 2);
    EXPECT_EQ(set.node(1, 2).y, 3);
    EXPECT_EQ(set.node_count(2), 1u);
    EXPECT_EQ(set.length(0, PathMode::once), 5);
    EXPECT_EQ(set.length(1, PathMode::once), 3);
    EXPECT_EQ(set_of({}).size(), 0u);
}

TEST(PathBuilder, RefusesAPathWithoutAPoint) {
    PathSetBuilder builder;
    builder.add(Points{{0, 0}, {1, 1}}).add(Points{});
    const Status status = builder.build().status();
    EXPECT_EQ(status.code, Code::empty_path);
    EXPECT_EQ(status.index, 1u);
    EXPECT_NE(message(status).find("path 1"), std::string::npos) << message(status);
}

TEST(PathBuilder, RefusesPointsOutOfRange) {
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL, -HUGE_VAL, 1.1e18, -1e300})
        for (const bool in_y : {false, true}) {
            PathSetBuilder builder;
            builder.add(Points{{0, 0}, {1, 1}})
                .add(Points{{0, 0}, {1, 0}, in_y ? Point{2, bad} : Point{bad, 2}});
            const Status status = builder.build().status();
            EXPECT_EQ(status.code, Code::bad_point);
            EXPECT_EQ(status.index, 1u);
            EXPECT_EQ(status.sub_index, 2u);
            EXPECT_TRUE(status.value == bad || std::isnan(bad));
            EXPECT_NE(message(status).find("path 1, point 2"), std::string::npos) << message(status);
        }
    EXPECT_TRUE(PathSetBuilder().add(Points{{1e18, -1e18}, {0, 0}}).build().ok());
}

TEST(PathBuilder, MergesNeighboursThatAreOneInFloat) {
    const PathSet set = set_of({{{0, 0}, {0, 0}, {1, 0}, {1 + 1e-12, 0}, {1, 1e-30}, {2, 0}, {2, 0}}});
    ASSERT_EQ(set.node_count(0), 3u);
    const std::array<std::uint32_t, 7> nodes{0, 0, 1, 1, 1, 2, 2};
    for (std::size_t point = 0; point < nodes.size(); ++point)
        EXPECT_EQ(set.node_of(0, point), nodes[point]) << point;
    EXPECT_EQ(set.length(0, PathMode::once), 2);
}

TEST(PathBuilder, ClosesARingAndDropsItsRepeatedPoint) {
    const PathSet set = set_of({{{9, 9}, {8, 8}}, {{0, 0}, {4, 0}, {4, 3}, {0, 0}}});
    EXPECT_FALSE(set.closed(0));
    EXPECT_TRUE(set.closed(1));
    ASSERT_EQ(set.node_count(1), 3u);
    EXPECT_EQ(set.node_of(1, 3), 0u);
    for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong}) {
        EXPECT_EQ(set.segment_count(1, mode), 3u);
        EXPECT_EQ(set.length(1, mode), 12);
    }
}

TEST(PathBuilder, ClosesAPathOnRequest) {
    const PathSet set = set_of({{{0, 0}, {4, 0}, {4, 3}}}, true);
    EXPECT_TRUE(set.closed(0));
    EXPECT_EQ(set.segment_count(0, PathMode::once), 3u);
    EXPECT_EQ(set.segment_length(0, 2), 5.0f);
    const PathSet both = set_of({{{0, 0}, {4, 0}, {4, 3}, {0, 0}, {0, 0}}}, true);
    EXPECT_EQ(both.node_count(0), 3u);
    EXPECT_EQ(both.node_of(0, 4), 0u);
}

TEST(PathBuilder, AnOpenPathIsClosedByLoopAlone) {
    const PathSet set = set_of({{{0, 0}, {4, 0}, {4, 3}}});
    EXPECT_FALSE(set.closed(0));
    EXPECT_EQ(set.segment_count(0, PathMode::once), 2u);
    EXPECT_EQ(set.segment_count(0, PathMode::ping_pong), 2u);
    EXPECT_EQ(set.segment_count(0, PathMode::loop), 3u);
    EXPECT_EQ(set.length(0, PathMode::once), 7);
    EXPECT_EQ(set.length(0, PathMode::loop), 12);
}

TEST(PathBuilder, OffsetsBelongToTheSegmentsThatBeginAtThem) {
    const auto offsets_of = [](const Points& points, bool closed, const std::vector<float>& offsets) {
        const PathSet set = *PathSetBuilder().add(points, closed, offsets).build();
        std::vector<float> seen;
        for (std::uint32_t segment = 0; segment < set.node_count(0); ++segment)
            seen.push_back(set.segment_offset(0, segment));
        return seen;
    };
    const Points triangle{{0, 0}, {4, 0}, {4, 3}};
    EXPECT_EQ(offsets_of(triangle, true, {1, -2, 3}), (std::vector<float>{1, -2, 3}));
    EXPECT_EQ(offsets_of(triangle, false, {1, -2}), (std::vector<float>{1, -2, 0}))
        << "missing offsets are 0";
    EXPECT_EQ(offsets_of(triangle, false, {1, -2, 3, 4}), (std::vector<float>{1, -2, 3}))
        << "excess offsets are ignored";
    EXPECT_EQ(offsets_of({{0, 0}, {4, 0}, {4, 0}, {4, 3}}, false, {1, 9, -2, 3}),
              (std::vector<float>{1, -2, 3}))
        << "merged";
    EXPECT_EQ(offsets_of({{0, 0}, {4, 0}, {4, 3}, {0, 0}}, false, {1, -2, 3, 9}),
              (std::vector<float>{1, -2, 3}))
        << "a ring";
}

TEST(PathBuilder, OneDistinctPointIsAPathOfNoLength) {
    const PathSet set = set_of({{{2, 2}, {2, 2}, {2, 2}}});
    EXPECT_EQ(set.node_count(0), 1u);
    EXPECT_EQ(set.node_of(0, 2), 0u);
    EXPECT_EQ(set.segment_count(0, PathMode::once), 0u);
    EXPECT_EQ(set.length(0, PathMode::once), 0);
    const PathLocation location = set.locate(0, 5, PathMode::once);
    EXPECT_EQ(location.segment, 0u);
    EXPECT_EQ(location.distance, 0);
}

TEST(PathBuilder, CanBeUsedAgainAndSetsShareTheirData) {
    PathSetBuilder builder;
    builder.add(Points{{0, 0}, {1, 0}});
    const PathSet first = *builder.build();
    builder.add(Points{{0, 0}, {2, 0}});
    const PathSet second = *builder.build();
    const PathSet copy = first;
    EXPECT_EQ(first.size(), 1u);
    EXPECT_EQ(second.size(), 2u);
    EXPECT_EQ(copy.length(0, PathMode::once), 1);
}

TEST(PathBuilder, MovedFromItIsEmpty) {
    PathSetBuilder builder;
    builder.add(Points{{0, 0}, {1, 0}});
    const PathSetBuilder taken = std::move(builder);
    const auto set = builder.add(Points{{5, 5}, {6, 5}, {7, 5}}).build();
    ASSERT_TRUE(set.ok()) << message(set.status());
    EXPECT_EQ(set->size(), 1u);
    EXPECT_EQ(set->node_count(0), 3u);
    EXPECT_EQ(taken.build()->node_count(0), 2u);
}

TEST(PathLengths, AreSumsOfTheFloatLengths) {
    const PathSet set = make_paths(3);
    for (std::size_t path = 0; path < set.size(); ++path)
        for (const PathMode mode : {PathMode::once, PathMode::loop}) {
            double sum = 0;
            for (std::uint32_t segment = 0; segment < set.segment_count(path, mode); ++segment) {
                EXPECT_EQ(set.segment_start(path, segment), sum);
                const Point a = set.node(path, segment);
                const Point b = set.node(path, segment + 1 == set.node_count(path) ? 0 : segment + 1);
                const float length = set.segment_length(path, segment);
                EXPECT_FLOAT_EQ(length, static_cast<float>(std::hypot(b.x - a.x, b.y - a.y)));
                EXPECT_GT(length, 0.0f);
                sum += static_cast<double>(length);
            }
            EXPECT_EQ(set.length(path, mode), sum);
        }
}

TEST(PathLocate, FindsTheSegment) {
    const PathSet set = set_of({{{0, 0}, {4, 0}, {4, 3}}});
    const auto at = [&](double s, PathMode mode) {
        const PathLocation location = set.locate(0, s, mode);
        return std::pair(location.segment, location.distance);
    };
    for (const PathMode mode : {PathMode::once, PathMode::ping_pong}) {
        EXPECT_EQ(at(0, mode), std::pair(0u, 0.0));
        EXPECT_EQ(at(3.5, mode), std::pair(0u, 3.5));
        EXPECT_EQ(at(4, mode), std::pair(1u, 0.0));
        EXPECT_EQ(at(7, mode), std::pair(1u, 3.0)) << "the end belongs to the last segment";
        EXPECT_EQ(at(8, mode), std::pair(1u, 3.0)) << "beyond the end is the end";
        EXPECT_EQ(at(-1, mode), std::pair(0u, 0.0));
        EXPECT_EQ(at(HUGE_VAL, mode), std::pair(1u, 3.0));
    }
    EXPECT_EQ(at(7, PathMode::loop), std::pair(2u, 0.0));
    EXPECT_EQ(at(12, PathMode::loop), std::pair(0u, 0.0));
    EXPECT_EQ(at(-1, PathMode::loop), std::pair(2u, 4.0));
    EXPECT_EQ(at(12e6 + 5, PathMode::loop), std::pair(1u, 1.0));
}

TEST(PathLocate, AnyDistanceGivesAPlaceOnThePath) {
    const PathSet set = make_paths(4);
    for (std::size_t path = 0; path < set.size(); ++path)
        for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong})
            for (std::uint64_t i = 0; i < 200; ++i) {
                const double total = set.length(path, mode);
                const double s = static_cast<double>(signed_value(bits_of(1, path, i), 1)) * total *
                                 (i % 2 == 0 ? 1 : 1e6);
                const PathLocation location = set.locate(path, s, mode);
                ASSERT_LT(location.segment, set.segment_count(path, mode));
                ASSERT_GE(location.distance, 0);
                ASSERT_LE(location.distance, static_cast<double>(set.segment_length(path, location.segment)));
                if (s < 0 || s > total) continue;
                ASSERT_NEAR(set.segment_start(path, location.segment) + location.distance, s, 1e-12 * total);
            }
}

TEST(PathAt, IsOnTheSegment) {
    const PathSet set = set_of({{{0, 0}, {3, 4}, {3, 10}}});
    EXPECT_NEAR(set.at(0, {0, 2.5}).x, 1.5, 1e-6);
    EXPECT_NEAR(set.at(0, {0, 2.5}).y, 2, 1e-6);
    EXPECT_EQ(set.at(0, {1, 0}).x, 3);
    EXPECT_EQ(set.at(0, {1, 6}).y, 10);
}

// Numbers that are not below their counts, as the header defines them.
#if defined(NDEBUG)
TEST(PathSet, ZeroWhereThereIsNoPathNodeOrPoint) {
    const PathSet set = set_of({{{1, 1}, {4, 5}}, {{2, 2}, {2, 3}, {3, 3}}});
    constexpr std::size_t far = std::numeric_limits<std::size_t>::max();
    for (const std::size_t path : {std::size_t{2}, far}) {
        EXPECT_EQ(set.node_count(path), 0u);
        EXPECT_EQ(set.segment_count(path, PathMode::loop), 0u);
        EXPECT_FALSE(set.closed(path));
        EXPECT_EQ(set.node(path, 0).x, 0);
        EXPECT_EQ(set.node_of(path, 0), 0u);
        EXPECT_EQ(set.segment_length(path, 0), 0);
        EXPECT_EQ(set.segment_offset(path, 0), 0);
        EXPECT_EQ(set.segment_start(path, 0), 0);
        EXPECT_EQ(set.length(path, PathMode::once), 0);
        EXPECT_EQ(set.locate(path, 1, PathMode::once).distance, 0);
        EXPECT_EQ(set.at(path, {0, 1}).x, 0);
    }
    EXPECT_EQ(set.node(0, 2).x, 0) << "the next path's node";
    EXPECT_EQ(set.node_of(0, 2), 0u);
    EXPECT_EQ(set.node_of(1, far), 0u);
    EXPECT_EQ(set.segment_length(0, 0xffffffff), 0);
    EXPECT_EQ(set.segment_start(0, 0xffffffff), 0);
    EXPECT_EQ(set.at(1, {0xffffffff, 1}).x, 0);
}
#endif

TEST(PathSet, AMovedFromSetKeepsItsPaths) {
    PathSet set = set_of({{{1, 1}, {4, 5}}});
    const PathSet taken = std::move(set);
    EXPECT_EQ(taken.size(), 1u);
    EXPECT_EQ(set.size(), 1u);  // NOLINT(bugprone-use-after-move)
}

}  // namespace
}  // namespace wend::test

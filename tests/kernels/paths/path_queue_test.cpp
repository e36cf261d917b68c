// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Ways that a path finder queues for a path pool.
#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "support/path_pools.hpp"

namespace wend::test {
namespace {

constexpr PathPoolSize room{.paths = 40, .points = 400, .longest = 50, .queued = 60};

TEST(PathQueue, IsAppliedInItsOrder) {
    PathPool pool = pool_of(room);
    for (std::uint64_t i = 0; i < 3; ++i) (void)*pool.add(points_of(i, 5));
    const Points points = points_of(9, 12);
    const auto first = [&](std::size_t count) { return std::span(points).first(count); };
    ASSERT_TRUE(pool.queue(1, 1, first(7)).ok());
    ASSERT_TRUE(pool.queue(2, 1, first(6)).ok());
    ASSERT_TRUE(pool.queue(2, 2, first(2)).ok());   // of no path yet
    ASSERT_TRUE(pool.queue(39, 1, first(2)).ok());  // never a path
    ASSERT_TRUE(pool.queue(1, 1, first(8), true).ok());
    EXPECT_EQ(pool.paths().node_count(1), 5u);
    ASSERT_TRUE(pool.release(2).ok());
    EXPECT_EQ(*pool.add(points_of(4, 4)), 2u);
    std::array<std::uint32_t, 4> replaced{};
    EXPECT_EQ(pool.apply_queued(std::span(replaced).first(1)), 1u);
    EXPECT_EQ(replaced[0], 1u);
    EXPECT_EQ(pool.paths().node_count(1), 7u);
    EXPECT_EQ(pool.apply_queued(replaced), 2u);
    EXPECT_EQ(replaced[0], 2u);
    EXPECT_EQ(replaced[1], 1u);
    EXPECT_EQ(pool.paths().node_count(2), 2u);
    EXPECT_EQ(pool.paths().node_count(1), 8u);
    EXPECT_TRUE(pool.paths().closed(1));
    EXPECT_EQ(pool.apply_queued(), 0u);
}

TEST(PathQueue, RefusesWhatItHasNoRoomFor) {
    PathPool pool = pool_of(room);
    (void)*pool.add(points_of(1, 5));
    EXPECT_TRUE(pool.queue(0, 1, points_of(2, 49)).ok());
    EXPECT_TRUE(pool.queue(0, 1, points_of(2, 9)).ok());
    EXPECT_EQ(message(pool.queue(0, 1, points_of(2, 2))),
              "the pool's queue: 3 do not fit, it has room for 60");
    EXPECT_EQ(pool.queue(0, 1, {}).code, Code::empty_path);
    EXPECT_EQ(pool.queue(0, 1, points_of(2, 51)).code, Code::full_pool);
    EXPECT_EQ(pool.apply_queued(), 2u);
    EXPECT_TRUE(pool.queue(0, 1, points_of(3, 40)).ok());
    EXPECT_EQ(pool.apply_queued(), 1u);
    EXPECT_EQ(pool.paths().node_count(0), 40u);
    EXPECT_EQ(pool_of({.paths = 1, .points = 9, .longest = 9}).queue(0, 1, points_of(2, 2)).code,
              Code::full_pool);
}

/// A path finder that queues ways while the game replaces, and reads what it replaced.
TEST(PathQueue, TakesWaysFromAnotherThread) {
    PathPool pool = pool_of(room);
    for (std::uint64_t i = 0; i < 8; ++i) (void)*pool.add(points_of(i, 5));
    constexpr std::uint32_t ways = 3'000;
    std::thread finder([pool]() mutable {
        for (std::uint32_t way = 0; way < ways;)
            if (pool.queue(way % 8, 1, points_of(way, 2 + way % 17)).ok())
                ++way;
            else
                std::this_thread::yield();
    });
    std::uint32_t seen = 0;
    std::array<std::uint32_t, 5> replaced{};
    while (seen < ways) {
        const std::uint32_t count = pool.apply_queued(replaced);
        for (std::uint32_t i = 0; i < count; ++i, ++seen) ASSERT_EQ(replaced[i], seen % 8);
        if (count != 0) {
            const std::uint32_t last = seen - 1;
            ASSERT_EQ(pool.paths().node_count(last % 8), 2 + last % 17);
        } else {
            std::this_thread::yield();
        }
    }
    finder.join();
    EXPECT_EQ(pool.count(), 8u);
}

}  // namespace
}  // namespace wend::test

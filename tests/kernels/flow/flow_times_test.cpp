// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include "kernels/flow/drawn_flow.hpp"
#include "support/flow_reference.hpp"
#include "support/thread_pool.hpp"
#include "wend/flow_field.hpp"

namespace wend::test {
namespace {

/// Cells without walls, rooms, mazes; one cost, costs of a factor of 2, 2^40 and 2^110.
TEST(FlowTimes, HaveTheBitsOfAHeap) {
    const char* const given = std::getenv("WEND_FLOW_FIELDS");
    const int rounds = given != nullptr ? std::atoi(given) : 60;
    for (int round = 0; round < rounds; ++round) {
        const DrawnFlow drawn(static_cast<std::uint32_t>(round));
        const Expected<FlowField> field = make_flow_to(drawn.grid, drawn.goals());
        ASSERT_TRUE(field) << message(field.status());
        ASSERT_TRUE(same_field(*field, flow_reference(drawn.grid, drawn.goals()))) << round;
    }
}

/// Bands of 64 rows: grids of two to five.
TEST(FlowTimes, DoNotDependOnTheThreads) {
    const char* const given = std::getenv("WEND_FLOW_FIELDS");
    const int rounds = given != nullptr ? std::atoi(given) : 20;
    ThreadPool pool(4);
    for (int round = 0; round < rounds; ++round) {
        const auto seed = static_cast<std::uint32_t>(round);
        const DrawnFlow drawn(seed, 126 + 60 * (seed % 4));
        const FlowReference expected = flow_reference(drawn.grid, drawn.goals());
        for (const Execution& execution :
             {Execution{.max_threads = 1}, Execution{.max_threads = 2}, Execution{.jobs = pool.jobs()}}) {
            const Expected<FlowField> field = make_flow_to(drawn.grid, drawn.goals(), execution);
            ASSERT_TRUE(field) << message(field.status());
            ASSERT_TRUE(same_field(*field, expected)) << round;
        }
    }
}

/// A row of goals: the time of a cell is then that of its neighbour beside it, which must not count.
TEST(FlowTimes, OfAPlaneFrontAreStraight) {
    const FlowGrid grid{{0, 0, 7.7f, 9.1f}, 11, 13};
    std::vector<Point> goals;
    for (int column = 0; column < 11; ++column) goals.push_back({0.7 * column + 0.3, 0.1});
    const FlowField field = *make_flow_to(grid, {.goals = goals});
    for (std::uint32_t row = 1; row < grid.rows; ++row)
        for (std::uint32_t column = 0; column < grid.columns; ++column) {
            EXPECT_EQ(field.velocity(column, row).x, 0);
            EXPECT_EQ(field.velocity(column, row).y, -1);
        }
}

/// Steps that are less than the spacing of doubles at the times: each cell still leads on.
TEST(FlowTimes, OfTheCheapestCellsLeadOn) {
    const FlowGrid grid{{0, 0, 64, 4}, 64, 4};
    std::vector<float> costs(grid.size(), 0x1p-60f);
    for (std::size_t row = 0; row < 4; ++row) costs[row * 64 + 1] = 1e18f;
    const Point goal{0.5, 0.5};
    const FlowGoals goals{.goals = std::span(&goal, 1), .costs = costs};
    const FlowField field = *make_flow_to(grid, goals);
    for (std::uint32_t row = 0; row < grid.rows; ++row)
        for (std::uint32_t column = 2; column < grid.columns; ++column)
            EXPECT_NE(std::hypot(field.velocity(column, row).x, field.velocity(column, row).y), 0)
                << column << ", " << row;
    EXPECT_TRUE(same_field(field, flow_reference(grid, goals)));
}

}  // namespace
}  // namespace wend::test

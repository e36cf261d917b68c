// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "kernels/flow/drawn_flow.hpp"
#include "support/flow_reference.hpp"
#include "wend/flow_planner.hpp"

namespace wend::test {
namespace {

constexpr float closed = std::numeric_limits<float>::infinity();

FlowPlanner planner_of(const FlowGrid& grid, const FlowGoals& goals) {
    Expected<FlowPlanner> made = make_flow_planner(grid, goals);
    return std::move(*made);
}

/// Some changes of a planner and of the values that it was made from.
class Changes {
  public:
    Changes(DrawnFlow& drawn, FlowPlanner& planner) : drawn_(drawn), planner_(planner) {}

    void draw() {
        for (std::uint32_t count = 1 + drawn_.below(3); count > 0; --count) switch (drawn_.below(6)) {
                case 0: move_goals(); break;
                case 1: add_obstacle(); break;
                case 2: remove_obstacle(); break;
                case 3: set_costs(draw_cells(), false); break;
                default: set_costs(draw_cells(), true); break;
            }
    }

  private:
    FlowCells draw_cells() {
        const FlowGrid& grid = drawn_.grid;
        const std::uint32_t most = drawn_.below(8) == 0 ? 4096 : 5;
        FlowCells cells{.column = drawn_.below(grid.columns), .row = drawn_.below(grid.rows)};
        cells.columns = 1 + drawn_.below(std::min(most, grid.columns - cells.column));
        cells.rows = 1 + drawn_.below(std::min(most, grid.rows - cells.row));
        return cells;
    }
    void set_costs(const FlowCells& cells, bool alike) {
        std::vector<float> costs(alike ? 1 : cells.size());
        for (float& cost : costs) cost = drawn_.below(3) == 0 ? closed : drawn_.draw_cost();
        ASSERT_TRUE(planner_.set_costs(cells, costs));
        for (std::size_t i = 0; i < cells.size(); ++i)
            drawn_.costs[(cells.row + i / cells.columns) * drawn_.grid.columns + cells.column +
                         i % cells.columns] = costs[alike ? 0 : i];
    }
    void move_goals() {
        if (drawn_.below(3) == 0) drawn_.places.clear();
        const std::size_t count = 1 + drawn_.below(3);
        for (std::size_t i = 0; i < count; ++i) drawn_.places.push_back(drawn_.draw_place());
        ASSERT_TRUE(planner_.set_goals(drawn_.places));
    }
    void add_obstacle() {
        drawn_.obstacles.push_back(drawn_.draw_obstacle());
        ASSERT_TRUE(planner_.add_obstacle(drawn_.obstacles.back()));
    }
    void remove_obstacle() {
        if (drawn_.obstacles.empty()) return;
        std::swap(drawn_.obstacles[drawn_.below(static_cast<std::uint32_t>(drawn_.obstacles.size()))],
                  drawn_.obstacles.back());
        ASSERT_TRUE(planner_.remove_obstacle(drawn_.obstacles.back()));
        drawn_.obstacles.pop_back();
    }

    DrawnFlow& drawn_;
    FlowPlanner& planner_;
};

/// After each slice the field is one of those of the changes so far, whole, and no older one than before.
TEST(FlowPlanner, HasTheBitsOfAFieldFromNothing) {
    const char* const given = std::getenv("WEND_FLOW_FIELDS");
    const int rounds = given != nullptr ? std::atoi(given) : 20;
    std::size_t slices = 0;
    for (int round = 0; round < rounds; ++round) {
        DrawnFlow drawn(static_cast<std::uint32_t>(round));
        FlowPlanner planner = planner_of(drawn.grid, drawn.goals());
        const FlowField field = planner.field();
        std::vector<FlowReference> expected{flow_reference(drawn.grid, drawn.goals())};
        ASSERT_TRUE(planner.is_current());
        ASSERT_TRUE(same_field(field, expected[0])) << round;
        std::size_t shown = 0;
        Changes changes(drawn, planner);
        for (int change = 0; change < 8; ++change) {
            changes.draw();
            expected.push_back(flow_reference(drawn.grid, drawn.goals()));
            std::uint32_t slice = 1 + drawn.below(1u << drawn.below(12));
            // Until it is complete, or so many slices before the next change.
            for (std::uint32_t left = drawn.below(2) == 0 ? ~0u : drawn.below(40); left > 0;
                 --left, ++slices) {
                const bool is_current = planner.advance(slice);
                ASSERT_EQ(is_current, planner.is_current());
                if (!is_current && left % 16 != 0) continue;
                while (shown < expected.size() && !same_field(field, expected[shown])) ++shown;
                ASSERT_LT(shown, expected.size()) << round << ", change " << change << ", by " << slice;
                if (!is_current) continue;
                ASSERT_TRUE(same_field(field, expected.back())) << round << ", change " << change;
                break;
            }
        }
        ASSERT_TRUE(planner.advance());
        ASSERT_TRUE(same_field(field, expected.back())) << round;
    }
    EXPECT_GT(slices, static_cast<std::size_t>(rounds) * 20);
}

/// A room of 64 x 64 with two doors, one of which closes and opens.
TEST(FlowPlanner, WorksInProportionToTheChangedCells) {
    const FlowGrid grid{{0, 0, 512, 512}, 512, 512};
    std::vector<float> costs(grid.size(), 1);
    for (std::size_t i = 0; i < 512; ++i)
        for (std::size_t wall = 0; wall < 512; wall += 64) {
            const bool is_door = i % 64 >= 30 && i % 64 < 34;
            if (!is_door) costs[i * 512 + wall] = costs[wall * 512 + i] = closed;
        }
    const Point goal{300.5, 300.5};
    const FlowGoals goals{.goals = std::span(&goal, 1), .costs = costs};
    FlowPlanner planner = planner_of(grid, goals);
    // The room's time is from the door on its right.
    const FlowCells door{.column = 64, .row = 30, .columns = 1, .rows = 4};
    for (const float cost : {closed, 1.0f}) {
        ASSERT_TRUE(planner.set_costs(door, std::span(&cost, 1)));
        for (std::size_t row = 30; row < 34; ++row) costs[row * 512 + 64] = cost;
        std::uint64_t cells = 0;
        while (!planner.advance(64)) cells += 64;
        EXPECT_LT(cells, 30'000u) << cost;
        EXPECT_TRUE(same_field(planner.field(), flow_reference(grid, goals)));
    }
}

TEST(FlowPlanner, AFieldOutlivesItsPlanner) {
    DrawnFlow drawn(3);
    FlowField field;
    {
        FlowPlanner first = planner_of(drawn.grid, drawn.goals());
        FlowPlanner planner = std::move(first);
        field = planner.field();
        const float cost = 3;
        drawn.costs[0] = cost;
        ASSERT_TRUE(planner.set_costs({}, std::span(&cost, 1)));
        EXPECT_FALSE(planner.is_current());
        while (!planner.advance(64)) {
        }
    }
    EXPECT_TRUE(same_field(field, flow_reference(drawn.grid, drawn.goals())));
}

TEST(FlowPlanner, WhatIsWrongIsRefusedAndChangesNothing) {
    DrawnFlow drawn(3);
    const FlowGrid& grid = drawn.grid;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(make_flow_planner(grid, {}).status().code, Code::parameter_out_of_range);
    EXPECT_EQ(make_flow_planner({grid.area, 1, 2}, drawn.goals()).status().code,
              Code::parameter_out_of_range);
    FlowPlanner planner = planner_of(grid, drawn.goals());
    const std::array costs{1.0f, 2.0f, 3.0f, -1.0f};
    const auto refused = [&](const Status& status, Code code, const char* subject) {
        EXPECT_EQ(status.code, code) << message(status);
        EXPECT_EQ(std::string(status.subject), subject) << message(status);
        EXPECT_TRUE(planner.is_current());
    };
    const std::span one = std::span(costs).first(1);
    refused(planner.set_costs({.column = grid.columns}, one), Code::parameter_out_of_range, "columns");
    refused(planner.set_costs({.row = 1, .rows = grid.rows}, one), Code::parameter_out_of_range, "rows");
    refused(planner.set_costs({.columns = 0}, one), Code::parameter_out_of_range, "columns");
    refused(planner.set_costs({.column = 1, .columns = ~0u}, one), Code::parameter_out_of_range, "columns");
    refused(planner.set_costs({.columns = 2, .rows = 2}, std::span(costs).first(3)), Code::length_mismatch,
            "costs");
    refused(planner.set_costs({.columns = 2, .rows = 2}, costs), Code::parameter_out_of_range, "costs");
    refused(planner.set_costs({}, std::span(&nan, 1)), Code::parameter_out_of_range, "costs");
    refused(planner.set_goals({}), Code::parameter_out_of_range, "goals");
    const std::array places{Point{1, 1}, Point{1, static_cast<double>(nan)}};
    refused(planner.set_goals(places), Code::bad_point, "goals");
    refused(planner.add_obstacle({.from_x = nan}), Code::parameter_out_of_range, "obstacle");
    refused(planner.add_obstacle({.radius = -1}), Code::parameter_out_of_range, "radius");
}

TEST(FlowPlanner, AnObstacleThatIsNotThereIsNotRemoved) {
    const FlowGrid grid{{0, 0, 10, 10}, 10, 10};
    const Point goal{9, 9};
    const FlowGoals goals{.goals = std::span(&goal, 1)};
    FlowPlanner planner = planner_of(grid, goals);
    const Obstacle one{2.5f, 2.5f, 4.5f, 2.5f, 0.1f};
    ASSERT_TRUE(planner.add_obstacle(one));
    ASSERT_TRUE(planner.add_obstacle(one));
    ASSERT_TRUE(planner.advance());
    const Status status = planner.remove_obstacle({2.5f, 2.5f, 6.5f, 2.5f, 0.1f});  // longer
    EXPECT_EQ(status.code, Code::parameter_out_of_range);
    EXPECT_EQ(status.sub_index, 25u);
    ASSERT_TRUE(planner.remove_obstacle(one));
    EXPECT_TRUE(planner.is_current()) << "the other one still closes its cells";
    ASSERT_TRUE(planner.remove_obstacle(one));
    EXPECT_FALSE(planner.remove_obstacle(one));
    ASSERT_TRUE(planner.advance());
    EXPECT_TRUE(same_field(planner.field(), flow_reference(grid, goals)));
}

}  // namespace
}  // namespace wend::test

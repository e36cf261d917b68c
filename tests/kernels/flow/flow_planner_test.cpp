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
#include "support/isas.hpp"
#include "support/population.hpp"
#include "support/thread_pool.hpp"
#include "wend/wend.hpp"

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
/// Each slice is computed by other threads, in some rounds on grids of several bands of rows.
TEST(FlowPlanner, HasTheBitsOfAFieldFromNothing) {
    const char* const given = std::getenv("WEND_FLOW_FIELDS");
    const int rounds = given != nullptr ? std::atoi(given) : 20;
    std::size_t slices = 0;
    ThreadPool pool(4);
    const std::array executions{Execution{.threading = Threading::serial}, Execution{.max_threads = 2},
                                Execution{.jobs = pool.jobs()}};
    for (int round = 0; round < rounds; ++round) {
        DrawnFlow drawn(static_cast<std::uint32_t>(round), round % 4 == 0 ? 200 : 0);
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
                const bool is_current = planner.advance(slice, executions[drawn.below(3)]);
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

/// Steps of a computation from nothing, by budgets of 700 cells.
std::size_t steps_of(const DrawnFlow& drawn, const Execution& execution) {
    FlowPlanner planner = planner_of(drawn.grid, drawn.goals());
    const Point goal{static_cast<double>(drawn.grid.area.min_x), static_cast<double>(drawn.grid.area.min_y)};
    EXPECT_TRUE(planner.set_goals(std::span(&goal, 1)));
    std::size_t steps = 1;
    while (!planner.advance(700, execution)) ++steps;
    return steps;
}

TEST(FlowPlanner, BudgetsAreReproducibleOnAnyNumberOfThreads) {
    ThreadPool pool(4);
    for (std::uint32_t seed = 0; seed < 8; ++seed) {
        const DrawnFlow drawn(seed, 300);
        const std::size_t steps = steps_of(drawn, {.max_threads = 1});
        EXPECT_EQ(steps_of(drawn, {.max_threads = 2}), steps) << seed;
        EXPECT_EQ(steps_of(drawn, {.jobs = pool.jobs()}), steps) << seed;
        EXPECT_EQ(steps_of(drawn, {.threading = Threading::callback}), steps) << "without a job system";
    }
}

/// The state hashes of agents on a field that changes under a budget of so many cells a tick.
std::vector<std::uint64_t> hashes_of(std::uint64_t budget, const Execution& planning,
                                     const Execution& running) {
    DrawnFlow drawn(5, 200);
    FlowPlanner planner = planner_of(drawn.grid, drawn.goals());
    Changes changes(drawn, planner);
    const Program program = *Program::build({FlowFollow{.field = planner.field()},
                                             Locomotion{.max_force = 9.0f, .max_speed = 2.0f, .mass = 1.0f}});
    AgentBuffer agents(program);
    agents.spawn(300);
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        const Point place = drawn.draw_place();
        agents.get<Stream::position_x>()[slot] = static_cast<float>(place.x);
        agents.get<Stream::position_y>()[slot] = static_cast<float>(place.y);
    }
    std::vector<std::uint64_t> hashes;
    for (int tick = 0; tick < 120; ++tick) {
        if (tick % 8 == 0) changes.draw();
        planner.advance(budget, planning);
        const Result result = run(program, agents.view(), {.dt = 1.0f / 8}, running);
        EXPECT_TRUE(result.status.ok() && result.faults == 0);
        hashes.push_back(state_hash(program, agents.view()));
    }
    return hashes;
}

TEST(FlowPlanner, AgentsUnderABudgetInCellsAreReproducible) {
    const Execution alone{.max_threads = 1};
    const std::vector<std::uint64_t> expected = hashes_of(700, alone, serial_on(Isa::reference));
    EXPECT_NE(hashes_of(~std::uint64_t{0}, alone, serial_on(Isa::reference)), expected);
    ThreadPool pool(4);
    const std::array plannings{alone, Execution{.max_threads = 2}, Execution{.jobs = pool.jobs()}};
    for (const Isa isa : supported_isas())
        for (const std::uint32_t threads : {1u, 2u, 4u})
            for (const Execution& planning : plannings)
                EXPECT_EQ(hashes_of(700, planning, {.isa = isa, .max_threads = threads, .block = 64}),
                          expected)
                    << name(isa) << ", " << threads << " threads";
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

AgentBuffer crowd_at(const std::vector<std::pair<float, float>>& places) {
    AgentBuffer agents({Stream::position_x, Stream::position_y});
    agents.spawn(places.size());
    for (std::size_t slot = 0; slot < places.size(); ++slot) {
        agents.get<Stream::position_x>()[slot] = places[slot].first;
        agents.get<Stream::position_y>()[slot] = places[slot].second;
    }
    return agents;
}

/// A crowd that moves is one with the costs of its last places, in any order.
TEST(FlowPlanner, ACrowdRaisesTheCostsAboutIt) {
    const FlowGrid grid{{-10, 0, 54, 32}, 64, 16};
    const Point goal{50, 20};
    std::vector<float> costs(grid.size(), 2);
    costs[5 * 64 + 7] = closed;
    const FlowGoals goals{.goals = std::span(&goal, 1), .costs = costs};
    FlowPlanner planner = planner_of(grid, goals);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<std::pair<float, float>> places{{-11, 5}, {54.5f, 3}, {nan, 4}, {3, 1e30f}};
    for (std::uint64_t round = 0; round < 6; ++round) {
        places.resize(4);
        for (std::uint64_t i = 0; i < 40 * (round % 3); ++i)
            places.emplace_back(signed_value(bits_of(round, 0, i), 32) + 22,
                                signed_value(bits_of(round, 1, i), 16) + 16);
        std::vector<float> crowded = costs;
        for (std::size_t cell = 0; cell < grid.size(); ++cell) {
            std::size_t count = 0;
            for (const auto& [x, y] : places) {
                if (!(x >= -10 && x <= 54 && y >= 0 && y <= 32)) continue;
                const auto of = [](float at, int last) { return std::min(static_cast<int>(at), last); };
                count += std::abs(of(x + 10, 63) - static_cast<int>(cell % 64)) <= 1 &&
                         std::abs(of(y / 2, 15) - static_cast<int>(cell / 64)) <= 1;
            }
            crowded[cell] += 0.25f * static_cast<float>(count);
        }
        ASSERT_TRUE(planner.set_crowd(crowd_at(places).view(), 0.25f).ok());
        while (!planner.advance(50)) {
        }
        EXPECT_TRUE(
            same_field(planner.field(), flow_reference(grid, {.goals = goals.goals, .costs = crowded})));
        std::ranges::reverse(places);
        ASSERT_TRUE(planner.set_crowd(crowd_at(places).view(), 0.25f).ok());
        EXPECT_TRUE(planner.is_current());
        std::ranges::reverse(places);
    }
    AgentBuffer agents = crowd_at(places);
    EXPECT_STREQ(planner.set_crowd(agents.view(), -1).subject, "cost_per_agent");
    AgentBuffer without({Stream::position_x});
    EXPECT_STREQ(planner.set_crowd(without.view(), 1).subject, "position_y");
}

/// All agents stand nearer to one of two doors: how many leave by the other one.
std::size_t leave_by_the_far_door(float cost_per_agent) {
    const FlowGrid grid{{0, 0, 40, 30}, 80, 60};
    const std::array<Point, 3> left{{{20, 0}, {20, 9}, {20, 9}}};
    const std::array<Point, 2> between{{{20, 10.5}, {20, 22}}}, right{{{20, 23.5}, {20, 30}}};
    const ObstacleSet walls =
        *ObstacleSetBuilder().add_wall(std::span(left).first(2)).add_wall(between).add_wall(right).build();
    const Point goal{38, 16};
    FlowPlanner planner = planner_of(
        grid, {.goals = std::span(&goal, 1), .obstacles = walls, .clearance = 0.3f, .speed = 1.4f});
    const Program program = *Program::build(
        {FlowFollow{.field = planner.field(), .weight = 4}, Separation{.radius = 0.7f, .weight = 20},
         Locomotion{.max_force = 15.0f, .max_speed = 1.4f, .mass = 1.0f, .obstacles = walls}});
    AgentBuffer agents(program);
    agents.spawn(300);
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        agents.get<Stream::position_x>()[slot] = 5 + 0.6f * static_cast<float>(slot % 20);
        agents.get<Stream::position_y>()[slot] = 3 + 0.6f * static_cast<float>(slot / 20);
    }
    std::size_t far = 0;
    std::vector<std::uint8_t> is_outside(agents.size(), 0);
    Clock clock{.dt = 1.0f / 20, .seed = 3};
    for (int tick = 0; tick < 1'800; ++tick) {
        if (tick % 10 == 0) {
            EXPECT_TRUE(planner.set_crowd(agents.view(), cost_per_agent).ok());
            planner.advance();
        }
        EXPECT_TRUE(run(program, agents.view(), clock.next()).status.ok());
        for (std::size_t slot = 0; slot < agents.size(); ++slot) {
            if (is_outside[slot] != 0 || agents.get<Stream::position_x>()[slot] < 20) continue;
            is_outside[slot] = 1;
            far += agents.get<Stream::position_y>()[slot] > 16;
        }
    }
    return far;
}

TEST(FlowPlanner, ACrowdSpreadsOverTwoDoors) {
    EXPECT_EQ(leave_by_the_far_door(0), 0u);
    EXPECT_GT(leave_by_the_far_door(0.3f), 60u);
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

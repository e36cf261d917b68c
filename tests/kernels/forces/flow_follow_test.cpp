// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/oracle.hpp"
#include "support/program_cases.hpp"
#include "wend/flow_follow.hpp"

namespace wend::test {
namespace {

// ---- the oracle

const OracleOf<FlowFollow> oracle(
    [](const FlowFollow& stage, const OracleAgent& agent) {
        const FlowGrid& grid = stage.field.grid();
        if (grid.size() == 0) return OracleVector{};
        const OracleVector p = agent.position();
        const OracleVector v = agent.velocity();
        const double ahead = static_cast<double>(stage.prediction);
        double fastest = 0;
        double doubt = 0;  // of the place in the field, in cells
        const auto place = [&](double at, double way, float low, float high, std::uint32_t count,
                               std::uint32_t& before) {
            const double least = static_cast<double>(low);
            const double width = (static_cast<double>(high) - least) / count;
            const double cells = std::clamp((at + way - least) / width - 0.5, 0.0, count - 1.0);
            before = std::min(static_cast<std::uint32_t>(cells), count - 2);
            doubt += (std::abs(at) + std::abs(way) + std::abs(least) + width * count) / width;
            return cells - before;
        };
        std::uint32_t column = 0, row = 0;
        const double sx = place(p.x, v.x * ahead, grid.area.min_x, grid.area.max_x, grid.columns, column);
        const double sy = place(p.y, v.y * ahead, grid.area.min_y, grid.area.max_y, grid.rows, row);
        double x = 0, y = 0;
        for (std::uint32_t dy = 0; dy < 2; ++dy)
            for (std::uint32_t dx = 0; dx < 2; ++dx) {
                const Point one = stage.field.velocity(column + dx, row + dy);
                const double share = (dx == 1 ? sx : 1 - sx) * (dy == 1 ? sy : 1 - sy);
                x += one.x * share;
                y += one.y * share;
                fastest = std::max(fastest, std::hypot(one.x, one.y));
            }
        const double limit = agent.max_speed();
        const double length = std::hypot(x, y);
        const double scale = length > limit ? limit / length : 1;
        const double terms = std::max({std::abs(v.x), std::abs(v.y), length, fastest * (1 + 2 * doubt)});
        return OracleVector{x * scale - v.x, y * scale - v.y, terms};
    },
    8);

// ---- scenes

const Locomotion vehicle{.max_force = 20.0f, .max_speed = 4.0f, .mass = 1.0f};

FlowField random_field(const FlowGrid& grid, float speed) {
    std::mt19937 random(3);
    std::vector<float> x(grid.size()), y(grid.size());
    for (std::size_t i = 0; i < grid.size(); ++i) {
        x[i] = speed * (static_cast<float>(random() >> 8) * 0x1p-24f - 0.5f);
        y[i] = speed * (static_cast<float>(random() >> 8) * 0x1p-24f - 0.5f);
    }
    return *make_flow_field(grid, x, y);
}

class Flow : public ::testing::TestWithParam<Isa> {};

TEST_P(Flow, HasTheReferencesBits) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const FlowGrid grids[] = {{{-20, -10, 30, 40}, 25, 31},
                              {{-20, -10, 30, 40}, 2, 2},
                              {{0, 0, 1e-12f, 1e9f}, 7, 300},
                              {{-1e18f, 5, 1e17f, 6}, 64, 3},
                              {{0, 0, 1, 1}, 4096, 4096}};
    for (const FlowGrid& grid : grids)
        for (const float prediction : {0.0f, 0.75f, 1e18f}) {
            const Program program = build(
                {FlowFollow{.field = random_field(grid, 9), .prediction = prediction, .weight = 2}, vehicle});
            Population start(700, verify::streams_and_outputs_of(program));
            std::mt19937 random(9);
            const auto draw = [&] { return static_cast<float>(random() >> 8) * 0x1p-24f * 2 - 0.5f; };
            for (std::size_t slot = 0; slot < start.size(); ++slot) {
                const Rectangle& area = grid.area;
                start.set<Stream::position_x>(slot, area.min_x + (area.max_x - area.min_x) * draw());
                start.set<Stream::position_y>(slot, area.min_y + (area.max_y - area.min_y) * draw());
                start.set<Stream::velocity_x>(slot, draw() * 8);
                start.set<Stream::velocity_y>(slot, draw() * 8);
                if (slot % 50 == 7) start.set<Stream::position_x>(slot, slot % 100 == 7 ? nan : -1e18f);
                if (slot % 70 == 9)
                    start.set<Stream::position_y>(slot, std::numeric_limits<float>::infinity());
            }
            Population expected = start;
            const Ticks ticks{.dt = 0.05f, .count = 3};
            const Result reference = run(program, expected.view(), ticks, serial_on(Isa::reference));
            EXPECT_TRUE(same_result(reference, run(program, start.view(), ticks, serial_on(GetParam()))));
            EXPECT_TRUE(same_bits(expected, start))
                << grid.columns << " x " << grid.rows << ", " << prediction;
        }
}

std::vector<float> pairs(const FlowField& field) {
    std::vector<float> velocities;
    for (std::uint32_t row = 0; row < field.grid().rows; ++row)
        for (std::uint32_t column = 0; column < field.grid().columns; ++column) {
            const Point one = field.velocity(column, row);
            velocities.insert(velocities.end(), {static_cast<float>(one.x), static_cast<float>(one.y)});
        }
    return velocities;
}

constexpr FlowGrid ground{{-20, -10, 30, 40}, 25, 31};

/// Agents all over the ground, and some beside it.
Population crowd_on_the_ground(const Program& program) {
    Population agents(700, verify::streams_and_outputs_of(program));
    std::mt19937 random(5);
    const auto draw = [&] { return static_cast<float>(random() >> 8) * 0x1p-24f; };
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        agents.set<Stream::position_x>(slot, -22 + 54 * draw());
        agents.set<Stream::position_y>(slot, -12 + 54 * draw());
        agents.set<Stream::velocity_x>(slot, draw() - 0.5f);
        agents.set<Stream::velocity_y>(slot, draw() - 0.5f);
    }
    return agents;
}

/// Two programs over the same field, one of them copied.
TEST_P(Flow, TheCallersMemoryHasTheBitsOfACopy) {
    const FlowField copied = random_field(ground, 9);
    const std::vector<float> memory = pairs(copied);
    const Program of_copy = build({FlowFollow{.field = copied}, vehicle});
    const Program of_memory = build({FlowFollow{.field = *view_flow_field(ground, memory)}, vehicle});
    Population expected = crowd_on_the_ground(of_copy);
    Population agents = expected;
    const Ticks ticks{.dt = 0.05f, .count = 20};
    ASSERT_TRUE(faultless(run(of_copy, expected.view(), ticks, serial_on(GetParam()))));
    ASSERT_TRUE(faultless(run(of_memory, agents.view(), ticks, serial_on(GetParam()))));
    EXPECT_TRUE(same_bits(expected, agents));
}

/// Agents come to the bad cells in the middle of a call, where their streams are no longer checked; alone,
/// before another force, and with budgets.
TEST_P(Flow, ABadCellOfTheCallersSkipsThoseThatComeThere) {
    std::vector<float> memory = pairs(random_field(ground, 9));
    const auto set = [&](std::size_t column, std::size_t row, float x, float y) {
        memory[2 * (row * ground.columns + column)] = x;
        memory[2 * (row * ground.columns + column) + 1] = y;
    };
    set(3, 4, std::numeric_limits<float>::quiet_NaN(), 0);
    set(12, 20, 0, std::numeric_limits<float>::infinity());
    set(20, 9, -3e38f, 3e38f);
    set(21, 9, 3e38f, 3e38f);
    set(15, 5, 1e18f, -1e18f);  // values that a copy would read
    const FlowField field = *view_flow_field(ground, memory);
    Locomotion prioritised = vehicle;
    prioritised.composition = Composition::prioritised;
    for (const std::vector<Stage>& stages :
         {std::vector<Stage>{FlowFollow{.field = field}, vehicle},
          std::vector<Stage>{FlowFollow{.field = field, .weight = 0}, Seek{}, vehicle},
          std::vector<Stage>{Wander{}, FlowFollow{.field = field, .prediction = 0.5f}, prioritised}}) {
        const Program program = build(stages);
        Population expected = crowd_on_the_ground(program);
        Population agents = expected;
        const Ticks ticks{.dt = 0.05f, .count = 40, .first_tick = 0};
        const Result reference = run(program, expected.view(), ticks, serial_on(Isa::reference));
        EXPECT_GT(reference.faults, 40u);
        EXPECT_LT(reference.faults, 700u * 20) << "most agents go on";
        EXPECT_TRUE(same_result(reference, run(program, agents.view(), ticks, serial_on(GetParam()))));
        EXPECT_TRUE(same_bits(expected, agents)) << stages.size() << " stages";
    }
}

/// Components below the floor are read as 0, though a long prediction of it would lead to a bad cell.
TEST_P(Flow, ABadCellIsNoneOfThoseThatDoNotComeThere) {
    std::vector<float> memory(2 * 4 * 2, 1.0f);
    for (const std::size_t row : {0u, 1u})
        memory[2 * (row * 4 + 3)] = std::numeric_limits<float>::quiet_NaN();
    const FlowField field = *view_flow_field({{-4, -4, 4, 4}, 4, 2}, memory);  // centres at -3, -1, 1 and 3
    const Program program = build({FlowFollow{.field = field, .prediction = 1e18f}, vehicle});
    Population agents(100, verify::streams_and_outputs_of(program));
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        agents.set<Stream::position_x>(slot, slot % 9 == 3 ? 0.9f : -1.0f);
        agents.set<Stream::velocity_x>(slot, slot % 9 == 3 ? 5e-19f : 0.0f);
    }
    EXPECT_TRUE(faultless(run(program, agents.view(), {.dt = 0.1f, .count = 1}, serial_on(GetParam()))));
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Flow, each_vector_isa(), isa_name);

// ---- fields

TEST(FlowField, IsBilinearBetweenCentresAndConstantOutside) {
    const FlowGrid grid{{0, 0, 4, 2}, 4, 2};
    const std::array<float, 8> x{1, 2, 3, 4, 1, 2, 3, 4}, y{0, 0, 0, 0, 2, 2, 2, 2};
    const FlowField field = *make_flow_field(grid, x, y);
    EXPECT_EQ(field.velocity(2, 1).x, 3);
    EXPECT_EQ(field.velocity(2, 1).y, 2);
    const Program program = build(
        {FlowFollow{.field = field}, Locomotion{.max_force = 100.0f, .max_speed = 90.0f, .mass = 1.0f}});
    std::vector<Stream> streams = verify::streams_and_outputs_of(program);
    streams.insert(streams.end(), {Stream::force_x, Stream::force_y});
    const std::array<std::array<float, 4>, 6> cases{{{0.5f, 0.5f, 1, 0},
                                                     {2, 0.5f, 2.5f, 0},
                                                     {2, 1, 2.5f, 1},
                                                     {-9, 1.25f, 1, 1.5f},
                                                     {99, 99, 4, 2},
                                                     {3.5f, 1.5f, 4, 2}}};
    Population agents(cases.size(), streams);
    for (std::size_t slot = 0; slot < cases.size(); ++slot) {
        agents.set<Stream::position_x>(slot, cases[slot][0]);
        agents.set<Stream::position_y>(slot, cases[slot][1]);
        agents.set<Stream::velocity_x>(slot, 0);
        agents.set<Stream::velocity_y>(slot, 0);
    }
    ASSERT_TRUE(faultless(forces(program, agents.view(), {.dt = 0.1f})));
    for (std::size_t slot = 0; slot < cases.size(); ++slot) {
        EXPECT_FLOAT_EQ(agents.get<Stream::force_x>(slot), cases[slot][2]) << slot;
        EXPECT_FLOAT_EQ(agents.get<Stream::force_y>(slot), cases[slot][3]) << slot;
    }
}

/// Against a search from the goal over open cells.
TEST(FlowField, TellsFromWhereAGoalIsReached) {
    std::mt19937 random(11);
    FlowGrid grid{.area = {}, .columns = 30, .rows = 20};
    grid.area.max_x = 30;
    grid.area.max_y = 20;
    std::size_t cut_off = 0;
    for (int round = 0; round < 20; ++round) {
        std::vector<float> costs(grid.size(), 1);
        for (float& cost : costs)
            if (random() % 100 < 35) cost = std::numeric_limits<float>::infinity();
        const std::size_t goal = random() % grid.size();
        const Point at{static_cast<double>(goal % 30) + 0.5, static_cast<double>(goal / 30) + 0.5};
        const FlowField field = *make_flow_to(grid, {.goals = std::span(&at, 1), .costs = costs});
        std::vector<bool> reached(grid.size());
        std::vector<std::size_t> next{goal};
        const auto visit = [&](std::size_t cell) {
            if (reached[cell] || !std::isfinite(costs[cell])) return;
            reached[cell] = true;
            next.push_back(cell);
        };
        reached[goal] = true;
        while (!next.empty()) {
            const std::size_t cell = next.back();
            next.pop_back();
            if (cell % 30 > 0) visit(cell - 1);
            if (cell % 30 < 29) visit(cell + 1);
            if (cell >= 30) visit(cell - 30);
            if (cell + 30 < grid.size()) visit(cell + 30);
        }
        for (std::uint32_t row = 0; row < 20; ++row)
            for (std::uint32_t column = 0; column < 30; ++column) {
                const Point place{column + 0.25, row + 0.75};
                const Point way = field.velocity(column, row);
                const std::size_t cell = row * 30u + column;
                EXPECT_TRUE(field.reaches(place) || !reached[cell]) << round << ", " << column << ", " << row;
                EXPECT_EQ(field.reaches(place), cell == goal || way.x != 0 || way.y != 0);
                cut_off += field.reaches(place) ? 0 : 1;
            }
    }
    EXPECT_GT(cut_off, 100u);
    const FlowField given = *make_flow_field(grid, std::vector<float>(600), std::vector<float>(600));
    EXPECT_TRUE(given.reaches({5, 5})) << "it has no goals";
    EXPECT_TRUE(FlowField().reaches({5, 5}));
    EXPECT_FALSE(given.reaches({std::numeric_limits<double>::quiet_NaN(), 5}));
}

/// Arrival times by sweeps over the whole grid until nothing changes, without a queue.
std::vector<double> swept_times(const FlowGrid& grid, const std::vector<double>& cost, std::size_t goal) {
    const double width = static_cast<double>(grid.area.max_x - grid.area.min_x) / grid.columns;
    const double height = static_cast<double>(grid.area.max_y - grid.area.min_y) / grid.rows;
    constexpr double never = std::numeric_limits<double>::infinity();
    std::vector<double> time(grid.size(), never);
    time[goal] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t cell = 0; cell < time.size(); ++cell) {
            if (cell == goal || cost[cell] == never) continue;
            const std::size_t column = cell % grid.columns, row = cell / grid.columns;
            const double x = std::min(column > 0 ? time[cell - 1] : never,
                                      column + 1 < grid.columns ? time[cell + 1] : never);
            const double y = std::min(row > 0 ? time[cell - grid.columns] : never,
                                      row + 1 < grid.rows ? time[cell + grid.columns] : never);
            double best = std::min(x + width * cost[cell], y + height * cost[cell]);
            if (x < never && y < never) {
                // Bisection on ((t - x) / width)^2 + ((t - y) / height)^2 = cost^2, above both.
                double low = std::max(x, y), high = best;
                const auto excess = [&](double t) {
                    return std::pow((t - x) / width, 2) + std::pow((t - y) / height, 2) -
                           cost[cell] * cost[cell];
                };
                if (excess(low) < 0) {
                    for (int i = 0; i < 80; ++i)
                        (excess((low + high) / 2) < 0 ? low : high) = (low + high) / 2;
                    best = std::min(best, high);
                }
            }
            if (best < time[cell] * (1 - 1e-12)) {
                time[cell] = best;
                changed = true;
            }
        }
    }
    return time;
}

TEST(FlowField, FastMarchingFindsTheTimesOfTheSlowReference) {
    const FlowGrid grid{{0, 0, 30, 20}, 30, 25};
    std::mt19937 random(5);
    std::vector<float> costs(grid.size());
    std::vector<double> wide(grid.size());
    for (std::size_t cell = 0; cell < costs.size(); ++cell) {
        costs[cell] = random() % 6 == 0 ? std::numeric_limits<float>::infinity()
                                        : 1 + static_cast<float>(random() % 8) / 4;
        wide[cell] = static_cast<double>(costs[cell]);
    }
    const std::size_t goal = 7 * grid.columns + 11;
    costs[goal] = 1;
    wide[goal] = 1;
    const std::array goals{Point{11.5, 7.5 * 0.8}};
    const FlowField field = *make_flow_to(grid, {.goals = goals, .speed = 3, .costs = costs});
    const std::vector<double> time = swept_times(grid, wide, goal);
    constexpr double never = std::numeric_limits<double>::infinity();
    for (std::uint32_t row = 0; row < grid.rows; ++row)
        for (std::uint32_t column = 0; column < grid.columns; ++column) {
            const std::size_t cell = row * grid.columns + column;
            const Point v = field.velocity(column, row);
            const double speed = std::hypot(v.x, v.y);
            if (cell == goal) {
                EXPECT_EQ(speed, 0);
                continue;
            }
            if (!std::isfinite(time[cell])) continue;
            EXPECT_NEAR(speed, 3, 1e-5);
            // Minus the upwind gradient.
            const auto slope = [&](bool has_low, std::size_t low, bool has_high, std::size_t high,
                                   double step) {
                const double below = has_low ? time[low] : never;
                const double above = has_high ? time[high] : never;
                if (std::min(below, above) >= time[cell]) return 0.0;
                return below <= above ? -(time[cell] - below) / step : (time[cell] - above) / step;
            };
            const double x = slope(column > 0, cell - 1, column + 1 < grid.columns, cell + 1, 1);
            const double y =
                slope(row > 0, cell - grid.columns, row + 1 < grid.rows, cell + grid.columns, 0.8);
            EXPECT_NEAR(v.x * std::hypot(x, y), 3 * x, 1e-4) << column << ' ' << row;
            EXPECT_NEAR(v.y * std::hypot(x, y), 3 * y, 1e-4) << column << ' ' << row;
        }
}

/// A room behind a wall with a door: all agents get to the goal.
TEST(FlowField, LeadsThroughADoorToTheGoal) {
    ObstacleSetBuilder walls;
    walls.add_wall(std::array{Point{20, 0}, Point{20, 17}})
        .add_wall(std::array{Point{20, 20}, Point{20, 40}});
    const FlowGrid grid{{0, 0, 40, 40}, 80, 80};
    const std::array goals{Point{35, 30}};
    const FlowField field =
        *make_flow_to(grid, {.goals = goals, .obstacles = *walls.build(), .clearance = 0.75f, .speed = 3});
    const Program program = build({FlowFollow{.field = field}, vehicle});
    Population agents = blank(program, 60);
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        agents.set<Stream::position_x>(slot, static_cast<float>(slot % 6) * 3 + 1);
        agents.set<Stream::position_y>(slot, static_cast<float>(slot / 6) * 4 + 1);
    }
    for (int tick = 0; tick < 1500; ++tick) {
        const Population before = agents;
        ASSERT_TRUE(faultless(run(program, agents.view(), {.dt = 1.0f / 30})));
        for (std::size_t slot = 0; slot < agents.size(); ++slot) {
            const float from = before.get<Stream::position_x>(slot);
            const float to = agents.get<Stream::position_x>(slot);
            const float y = agents.get<Stream::position_y>(slot);
            EXPECT_FALSE((from < 20) != (to < 20) && (y < 17 || y > 20)) << "through the wall at " << y;
        }
    }
    for (std::size_t slot = 0; slot < agents.size(); ++slot)
        EXPECT_LT(
            std::hypot(agents.get<Stream::position_x>(slot) - 35, agents.get<Stream::position_y>(slot) - 30),
            1)
            << slot;
}

TEST(FlowField, ClosedAndUnreachableCells) {
    ObstacleSetBuilder box;
    box.add_wall(std::array{Point{4, 4}, Point{8, 4}, Point{8, 8}, Point{4, 8}}, true);
    const FlowGrid grid{{0, 0, 20, 20}, 20, 20};
    const std::array goals{Point{15, 15}, Point{-7, 90}};
    const FlowField field = *make_flow_to(grid, {.goals = goals, .obstacles = *box.build(), .speed = 2});
    EXPECT_EQ(field.velocity(6, 6).x, 0) << "no way out of the box";
    EXPECT_GT(field.velocity(8, 6).x, 0) << "a closed cell of its wall leads out";
    EXPECT_LT(field.velocity(1, 17).x, 0) << "the second goal counts as the nearest corner";
    EXPECT_EQ(std::hypot(field.velocity(15, 15).x, field.velocity(15, 15).y), 0);
}

TEST(FlowField, WhatIsWrongIsRefused) {
    const FlowGrid grid{{0, 0, 4, 4}, 2, 2};
    const std::array<float, 4> x{}, y{0, 0, NAN, 0};
    EXPECT_EQ(make_flow_field({{0, 0, 4, 4}, 1, 2}, x, x).status().code, Code::parameter_out_of_range);
    EXPECT_EQ(make_flow_field({{0, 0, 4, 4}, 2, 5000}, x, x).status().code, Code::parameter_out_of_range);
    EXPECT_EQ(make_flow_field({{0, 0, 0, 4}, 2, 2}, x, x).status().code, Code::empty_rectangle);
    EXPECT_EQ(make_flow_field(grid, std::span(x).first(3), x).status().code, Code::length_mismatch);
    EXPECT_EQ(make_flow_field(grid, x, y).status().sub_index, 2u);
    EXPECT_EQ(message(make_flow_to(grid, {}).status()), "goals is 0, must be in [1, 1e+18]");
    const std::array bad{Point{1, std::numeric_limits<double>::quiet_NaN()}};
    EXPECT_EQ(make_flow_to(grid, {.goals = bad}).status().code, Code::bad_point);
    const std::array goals{Point{1, 1}};
    EXPECT_EQ(make_flow_to(grid, {.goals = goals, .speed = -1}).status().code, Code::parameter_out_of_range);
    const std::array<float, 4> costs{1, 1, 0, 1};
    EXPECT_EQ(make_flow_to(grid, {.goals = goals, .costs = costs}).status().sub_index, 2u);
    EXPECT_EQ(Program::build({FlowFollow{.prediction = -1}, vehicle}).status().code,
              Code::parameter_out_of_range);
}

TEST(FlowField, TheCallersMemoryCountsAsItIs) {
    constexpr FlowGrid grid{{0, 0, 4, 4}, 2, 2};
    std::array<float, 8> memory{1, 0, 1, 0, 1, 0, 1, 0};
    const Program program = build({FlowFollow{.field = *view_flow_field(grid, memory)}, vehicle});
    Population agents = blank(program, 1);
    ASSERT_TRUE(faultless(run(program, agents.view(), {.dt = 1})));
    EXPECT_EQ(agents.get<Stream::velocity_x>(0), 1);
    for (std::size_t cell = 0; cell < 4; ++cell) memory[2 * cell] = -2;
    ASSERT_TRUE(faultless(run(program, agents.view(), {.dt = 1})));
    EXPECT_EQ(agents.get<Stream::velocity_x>(0), -2);
    EXPECT_EQ(view_flow_field(grid, std::span(memory).first(4)).status().code, Code::length_mismatch);
    EXPECT_EQ(view_flow_field({{0, 0, 4, 4}, 1, 2}, memory).status().code, Code::parameter_out_of_range);
    EXPECT_EQ(view_flow_field({{0, 4, 4, 4}, 2, 2}, memory).status().code, Code::empty_rectangle);
}

/// Without cells there is no force.
TEST(FlowField, AnEmptyFieldMovesNoAgent) {
    const Program program = build({FlowFollow{}, vehicle});
    Population agents = blank(program, 3);
    agents.set<Stream::velocity_x>(1, 2);
    ASSERT_TRUE(faultless(run(program, agents.view(), {.dt = 1})));
    EXPECT_EQ(agents.get<Stream::velocity_x>(1), 2);
}

}  // namespace
}  // namespace wend::test

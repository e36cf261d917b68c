// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/sort_by_cell.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/faultless.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// The order that is expected: cell by cell of a square grid from the least position on, stable.
std::vector<std::size_t> expected_order(const Population& agents, float edge) {
    const auto legal = [&](std::size_t slot) {
        return std::abs(agents.get<Stream::position_x>(slot)) <= 1e18f &&
               std::abs(agents.get<Stream::position_y>(slot)) <= 1e18f;
    };
    float low_x = std::numeric_limits<float>::max(), low_y = low_x;
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        if (!legal(slot)) continue;
        low_x = std::min(low_x, agents.get<Stream::position_x>(slot));
        low_y = std::min(low_y, agents.get<Stream::position_y>(slot));
    }
    std::vector<std::size_t> order(agents.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto cell = [&](std::size_t slot) {
        const auto at = [&](float position, float low) {
            return std::floor((static_cast<double>(position) - static_cast<double>(low)) /
                              static_cast<double>(edge));
        };
        if (!legal(slot)) return std::pair{1e300, 0.0};
        return std::pair{at(agents.get<Stream::position_y>(slot), low_y),
                         at(agents.get<Stream::position_x>(slot), low_x)};
    };
    std::ranges::stable_sort(order, {}, cell);
    return order;
}

TEST(SortByCell, AgentsLieCellByCellWithAllTheirStreams) {
    for (const ProgramCase& test : program_cases()) {
        SCOPED_TRACE(test.name);
        Population agents = test.population(300, 4, Values::ordinary, 0, true);
        for (std::size_t slot = 5; slot < agents.size(); slot += 40)
            agents.set<Stream::position_x>(slot, nan);
        const Population before = agents;
        AgentView view = agents.view();
        std::vector<std::uint32_t> order(agents.size());
        const Status status = sort_by_cell(view, 64, order);
        ASSERT_TRUE(status.ok()) << message(status);
        const std::vector<std::size_t> expected = expected_order(before, 64);
        EXPECT_TRUE(std::ranges::equal(order, expected));
        EXPECT_TRUE(same_bits(before.permuted(expected), agents));
    }
}

/// Ticks with a sort in between give every agent the bits that it has without.
TEST(SortByCell, NoBitDependsOnIt) {
    for (const ProgramCase& test : program_cases()) {
        SCOPED_TRACE(test.name);
        Population agents = test.population(test.agents(300), 4, Values::faulty, 0, true);
        Population sorted = agents;
        for (std::uint64_t tick = 0; tick < 6; ++tick) {
            const Ticks one{.dt = test.dt, .first_tick = tick, .seed = 3};
            if (tick % 2 == 1) {
                ASSERT_TRUE(sort_by_cell(sorted.view(), 30.0f + static_cast<float>(tick)).ok());
            }
            const Result expected = run(test.program, agents.view(), one);
            const Result actual = run(test.program, sorted.view(), one);
            ASSERT_TRUE(expected.status.ok() && actual.status.ok()) << message(expected.status);
            EXPECT_EQ(expected.faults, actual.faults);
        }
        EXPECT_EQ(state_hash(test.program, agents.view()), state_hash(test.program, sorted.view()));
    }
}

struct Ship {
    float x, y;
    std::int32_t hunts;
    std::uint32_t id;
    float fuel;
};

TEST(SortByCell, StructsAndTheirQuarries) {
    std::vector<Ship> ships(500);
    std::mt19937 random(3);
    for (std::size_t i = 0; i < ships.size(); ++i) {
        const auto draw = [&] { return static_cast<float>(random() % 4096) / 16; };
        const auto id = static_cast<std::uint32_t>(7 * i + 1);
        ships[i] = {draw(), draw(), static_cast<std::int32_t>(random() % (ships.size() + 1)) - 1, id, 3};
    }
    std::vector<std::int64_t> hunted_by_id(7 * ships.size() + 1, -1);
    for (const Ship& ship : ships)
        if (ship.hunts >= 0) hunted_by_id[ship.id] = ships[static_cast<std::size_t>(ship.hunts)].id;
    std::vector<float> workspace(sort_workspace_size(ships.size()));
    AgentView view;
    view.bind<Stream::position_x>(ships, &Ship::x)
        .bind<Stream::position_y>(ships, &Ship::y)
        .bind<Stream::target_agent>(ships, &Ship::hunts)
        .bind<Stream::id>(ships, &Ship::id)
        .workspace(workspace);
    ASSERT_TRUE(sort_by_cell(view, 16).ok());
    for (const Ship& ship : ships) {
        EXPECT_EQ(ship.hunts < 0 ? -1 : std::int64_t{ships[static_cast<std::size_t>(ship.hunts)].id},
                  hunted_by_id[ship.id]);
        EXPECT_EQ(ship.fuel, 3);
    }
    const float low = std::ranges::min(ships, {}, &Ship::y).y;
    EXPECT_TRUE(
        std::ranges::is_sorted(ships, {}, [&](const Ship& ship) { return std::floor((ship.y - low) / 16); }));
}

/// The same memory bound twice is one stream.
TEST(SortByCell, SharedMemoryIsReorderedOnce) {
    std::vector<float> x{50, 10, 30}, y{0, 0, 0};
    std::vector<std::uint32_t> id{1, 2, 3};
    std::vector<float> workspace(sort_workspace_size(3));
    AgentView view;
    view.bind<Stream::position_x>(x).bind<Stream::position_y>(y).bind<Stream::id>(id).workspace(workspace);
    view.bind<Stream::target_x>(x).bind<Stream::target_y>(y);
    ASSERT_TRUE(sort_by_cell(view, 5).ok());
    EXPECT_EQ(x, (std::vector<float>{10, 30, 50}));
    EXPECT_EQ(id, (std::vector<std::uint32_t>{2, 3, 1}));
}

TEST(SortByCell, WorldsWithMoreCellsThanMemory) {
    std::vector<float> x, y;
    std::vector<std::uint32_t> id;
    for (std::uint32_t i = 0; i < 400; ++i) {
        x.push_back(std::ldexp(i % 2 == 0 ? 1.0f : -1.0f, static_cast<int>(i % 59)));
        y.push_back(std::ldexp(1.0f, static_cast<int>(i % 7)));
        id.push_back(i);
    }
    std::vector<float> workspace(sort_workspace_size(x.size()));
    const std::vector<float> before = x;
    AgentView view;
    view.bind<Stream::position_x>(x).bind<Stream::position_y>(y).bind<Stream::id>(id).workspace(workspace);
    ASSERT_TRUE(sort_by_cell(view, 0.5f).ok());
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(x[i], before[id[i]]);
    std::ranges::sort(id);
    for (std::uint32_t i = 0; i < 400; ++i) EXPECT_EQ(id[i], i);
}

TEST(SortByCell, WhatIsWrongIsRefused) {
    std::vector<float> x{3, 2, 1}, y{0, 0, 0};
    std::vector<std::uint32_t> id{1, 2, 3};
    std::vector<std::int32_t> target{-1, 0, 1};
    std::vector<float> workspace(sort_workspace_size(3));
    std::vector<std::uint32_t> order(2);
    AgentView view;
    view.bind<Stream::position_x>(x).bind<Stream::position_y>(y).workspace(workspace);
    EXPECT_EQ(message(sort_by_cell(view, 1)), "stream id is needed, and not bound");
    view.bind<Stream::id>(id).bind<Stream::target_agent>(target);
    EXPECT_EQ(message(sort_by_cell(view, 0)), "edge is 0, must be in [8.6736174e-19, 1e+18]");
    EXPECT_EQ(sort_by_cell(view, nan).code, Code::parameter_out_of_range);
    EXPECT_EQ(sort_by_cell(view, 1, order).code, Code::length_mismatch);
    EXPECT_EQ(sort_by_cell(view.slice(0, 2), 1).code, Code::needs_whole_view);
    AgentView small = view;
    EXPECT_EQ(message(sort_by_cell(small.workspace(std::span(workspace).first(5)), 1)),
              "sort_by_cell needs a workspace of 36 floats, the view's has 5");
    AgentView fixed = view;
    fixed.bind<Stream::position_y>(std::as_const(y));
    EXPECT_EQ(sort_by_cell(fixed, 1).code, Code::read_only_stream);
    AgentView short_one = view;
    short_one.bind<Stream::velocity_x>(std::span(x).first(2));
    EXPECT_EQ(sort_by_cell(short_one, 1).code, Code::length_mismatch);
    AgentView nowhere = view;
    ASSERT_TRUE(nowhere.bind(Stream::velocity_x, Column{nullptr, 3, ElementType::f32, true}).ok());
    EXPECT_EQ(sort_by_cell(nowhere, 1).code, Code::missing_stream);
    EXPECT_EQ(x, (std::vector<float>{3, 2, 1})) << "nothing was written";
    EXPECT_TRUE(sort_by_cell(view, 1).ok());
    EXPECT_EQ(target, (std::vector<std::int32_t>{1, 2, -1}));

    AgentView empty;
    std::vector<float> none;
    std::vector<std::uint32_t> no_ids;
    empty.bind<Stream::position_x>(none).bind<Stream::position_y>(none).bind<Stream::id>(no_ids);
    EXPECT_TRUE(sort_by_cell(empty.workspace(workspace), 1).ok());
}

}  // namespace
}  // namespace wend::test

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bench/gbench/rows.hpp"
#include "wend/flow_planner.hpp"

namespace wend::bench {
namespace {

constexpr float closed = std::numeric_limits<float>::infinity();
constexpr std::uint32_t room = 64;  ///< cells, the side of a room

/// Rooms with a door of six cells in each wall, and a goal in the middle.
struct Rooms {
    explicit Rooms(std::uint32_t side)
        : grid{{0, 0, static_cast<float>(side), static_cast<float>(side)}, side, side},
          costs(grid.size(), 1.0f) {
        for (std::uint32_t i = 0; i < side; ++i)
            for (std::uint32_t wall = 0; wall < side; wall += room)
                if (i % room < 28 || i % room >= 34) costs[i * side + wall] = costs[wall * side + i] = closed;
        goal = {side / 2 + 5.5, side / 2 + 5.5};
    }
    [[nodiscard]] FlowGoals goals() const { return {.goals = std::span(&goal, 1), .costs = costs}; }

    FlowGrid grid;
    std::vector<float> costs;
    Point goal;
};

void from_nothing(benchmark::State& state, std::uint32_t side) {
    const Rooms rooms(side);
    for (auto _ : state) benchmark::DoNotOptimize(make_flow_to(rooms.grid, rooms.goals()));
    state.SetItemsProcessed(static_cast<std::int64_t>(rooms.grid.size()) * state.iterations());
}

/// Arrival times alone, by a heap.
void by_heap(benchmark::State& state, std::uint32_t side) {
    const Rooms rooms(side);
    for (auto _ : state) {
        constexpr double never = std::numeric_limits<double>::infinity();
        std::vector<double> time(rooms.grid.size(), never);
        std::vector<bool> is_fixed(time.size());
        using Offer = std::pair<double, std::size_t>;
        std::priority_queue<Offer, std::vector<Offer>, std::greater<>> next;
        const auto offer = [&](std::size_t cell, double at) {
            if (at >= time[cell]) return;
            time[cell] = at;
            next.emplace(at, cell);
        };
        offer(static_cast<std::size_t>(rooms.goal.y) * side + static_cast<std::size_t>(rooms.goal.x), 0);
        while (!next.empty()) {
            const std::size_t cell = next.top().second;
            next.pop();
            if (is_fixed[cell]) continue;
            is_fixed[cell] = true;
            const auto visit = [&](std::size_t beside) {
                if (is_fixed[beside] || rooms.costs[beside] == closed) return;
                const std::size_t column = beside % side, row = beside / side;
                const double x = std::min(column > 0 ? time[beside - 1] : never,
                                          column + 1 < side ? time[beside + 1] : never);
                const double y = std::min(row > 0 ? time[beside - side] : never,
                                          row + 1 < side ? time[beside + side] : never);
                const double cost = static_cast<double>(rooms.costs[beside]);
                const double one = std::min(x, y) + cost;
                const double square = 2 * cost * cost - (x - y) * (x - y);
                const double both = (x + y + std::sqrt(square)) / 2;
                offer(beside, both > x && both > y && both < one ? both : one);
            };
            if (cell % side > 0) visit(cell - 1);
            if (cell % side + 1 < side) visit(cell + 1);
            if (cell >= side) visit(cell - side);
            if (cell + side < time.size()) visit(cell + side);
        }
        benchmark::DoNotOptimize(time.data());
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(rooms.grid.size()) * state.iterations());
}

/// The door through which the room at a corner is left closes, and opens.
void door(benchmark::State& state, std::uint32_t side) {
    const Rooms rooms(side);
    FlowPlanner planner = std::move(*make_flow_planner(rooms.grid, rooms.goals()));
    float cost = 1;
    for (auto _ : state) {
        cost = cost == 1 ? closed : 1;
        if (!planner.set_costs({.column = room, .row = 28, .rows = 6}, std::span(&cost, 1)) ||
            !planner.advance())
            state.SkipWithError("refused");
    }
}

/// A slice of 1,000 cells of a field to a goal that moves.
void slice(benchmark::State& state, std::uint32_t side) {
    const Rooms rooms(side);
    FlowPlanner planner = std::move(*make_flow_planner(rooms.grid, rooms.goals()));
    Point goal = rooms.goal;
    for (auto _ : state) {
        if (!planner.advance(1000)) continue;
        goal.x = goal.x == rooms.goal.x ? rooms.goal.x + 2 : rooms.goal.x;
        if (!planner.set_goals(std::span(&goal, 1))) state.SkipWithError("refused");
    }
}

}  // namespace

void register_flow_rows() {
    for (const std::uint32_t side : {512u, 1024u}) {
        const std::string cells = std::to_string(side);
        const auto add = [&](const char* what, void (*run)(benchmark::State&, std::uint32_t)) {
            benchmark::RegisterBenchmark(("flow_field/" + cells + "/" + what).c_str(), run, side)
                ->Unit(benchmark::kMillisecond);
        };
        add("from_nothing", &from_nothing);
        add("times_by_heap", &by_heap);
        add("door", &door);
        add("slice_of_1000", &slice);
    }
}

}  // namespace wend::bench

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <span>
#include <utility>

#include "c/answer.hpp"
#include "c/calls.hpp"
#include "c/handles.hpp"
#include "c/structs.hpp"

using namespace wend;

namespace {

std::span<const float> read_costs(const float* costs, size_t count) {
    if (count != 0) c::require("costs", costs);
    c::require_aligned("costs", costs, alignof(float));
    return {costs, count};
}

/// Runs the body with a planner, unless there is none.
template <class Body>
wend_code change(wend_flow_planner* planner, wend_result* result, const Body& body) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("planner", planner);
        return {.status = body(planner->planner)};
    });
}

}  // namespace

wend_code wend_flow_planner_create(const wend_flow_goals* goals, wend_flow_planner** planner,
                                   wend_result* result) noexcept {
    if (planner != nullptr) *planner = nullptr;
    return c::answer(result, [&]() -> Result {
        c::require("planner", planner);
        const c::Known<wend_flow_goals> known(goals);
        c::require_zero("reserved", known->reserved);
        const std::span<const Point> places = c::points_of("goals", known->goals, known->goal_count);
        Expected<FlowPlanner> made =
            make_flow_planner({c::read_area(known->area), known->columns, known->rows},
                              {.goals = places,
                               .clearance = c::rounded(known->clearance),
                               .speed = c::rounded(known->speed),
                               .costs = read_costs(known->costs, known->cost_count)});
        if (!made) return {.status = made.status()};
        *planner = new wend_flow_planner{std::move(*made)};
        return {};
    });
}

void wend_flow_planner_destroy(wend_flow_planner* planner) noexcept { delete planner; }

wend_code wend_flow_planner_set_costs(wend_flow_planner* planner, uint32_t column, uint32_t row,
                                      uint32_t columns, uint32_t rows, const float* costs, size_t cost_count,
                                      wend_result* result) noexcept {
    return change(planner, result, [&](FlowPlanner& of) {
        return of.set_costs({column, row, columns, rows}, read_costs(costs, cost_count));
    });
}

wend_code wend_flow_planner_set_crowd(wend_flow_planner* planner, const wend_view* view,
                                      double cost_per_agent, wend_result* result) noexcept {
    return change(planner, result, [&](FlowPlanner& of) {
        return of.set_crowd(c::agents_of(view), c::rounded(cost_per_agent));
    });
}

wend_code wend_flow_planner_set_goals(wend_flow_planner* planner, const wend_point* goals, size_t goal_count,
                                      wend_result* result) noexcept {
    return change(planner, result,
                  [&](FlowPlanner& of) { return of.set_goals(c::points_of("goals", goals, goal_count)); });
}

wend_code wend_flow_planner_add_obstacle(wend_flow_planner* planner, const wend_obstacle* obstacle,
                                         wend_result* result) noexcept {
    return change(planner, result,
                  [&](FlowPlanner& of) { return of.add_obstacle(c::read_obstacle(obstacle)); });
}

wend_code wend_flow_planner_remove_obstacle(wend_flow_planner* planner, const wend_obstacle* obstacle,
                                            wend_result* result) noexcept {
    return change(planner, result,
                  [&](FlowPlanner& of) { return of.remove_obstacle(c::read_obstacle(obstacle)); });
}

int32_t wend_flow_planner_advance(wend_flow_planner* planner, uint64_t cells) noexcept {
    return planner != nullptr && planner->planner.advance(cells) ? 1 : 0;
}

wend_point wend_flow_planner_velocity(const wend_flow_planner* planner, uint32_t column,
                                      uint32_t row) noexcept {
    if (planner == nullptr) return {0, 0};
    const FlowField field = planner->planner.field();
    if (column >= field.grid().columns || row >= field.grid().rows) return {0, 0};
    const Point velocity = field.velocity(column, row);
    return {velocity.x, velocity.y};
}

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/flow_field.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "float_environment.hpp"
#include "flow/arrival_times.hpp"
#include "flow/flow_data.hpp"
#include "out_of_range.hpp"
#include "threads/parts.hpp"
#include "wend/parameter.hpp"

namespace wend {
namespace {

constexpr Range side{2, 4096};

Status check_length(const char* name, std::size_t length, std::size_t cells) {
    if (length == cells) return {};
    return {.code = Code::length_mismatch,
            .subject = name,
            .other = "grid",
            .value = static_cast<double>(length),
            .expected = static_cast<double>(cells)};
}

}  // namespace

Status detail::check_grid(const FlowGrid& grid) {
    for (const auto& [name, count] : {std::pair{"columns", grid.columns}, {"rows", grid.rows}})
        if (!side.contains(static_cast<float>(count)))
            return out_of_range(name, count, static_cast<double>(side.low), static_cast<double>(side.high));
    const Rectangle& area = grid.area;
    for (const float coordinate : {area.min_x, area.max_x, area.min_y, area.max_y})
        if (!any_number.contains(coordinate))
            return out_of_range("area", static_cast<double>(coordinate), -1e18, 1e18);
    const float width = area.max_x - area.min_x;
    const float height = area.max_y - area.min_y;
    for (const float length : {width, height})
        if (!(length > 0))
            return {.code = Code::empty_rectangle, .subject = "area", .value = static_cast<double>(length)};
    return {};
}

double detail::cell_width(const FlowGrid& grid) noexcept {
    return (static_cast<double>(grid.area.max_x) - static_cast<double>(grid.area.min_x)) / grid.columns;
}
double detail::cell_height(const FlowGrid& grid) noexcept {
    return (static_cast<double>(grid.area.max_y) - static_cast<double>(grid.area.min_y)) / grid.rows;
}

detail::FlowData detail::make_flow_data(const FlowGrid& grid) {
    FlowData data;
    data.grid = grid;
    data.first_x = static_cast<float>(static_cast<double>(grid.area.min_x) + cell_width(grid) / 2);
    data.first_y = static_cast<float>(static_cast<double>(grid.area.min_y) + cell_height(grid) / 2);
    data.per_cell_x = static_cast<float>(1 / cell_width(grid));
    data.per_cell_y = static_cast<float>(1 / cell_height(grid));
    return data;
}

Status detail::check_goals(std::span<const Point> goals) {
    if (goals.empty()) return detail::out_of_range("goals", 0, 1, 1e18);
    for (std::size_t i = 0; i < goals.size(); ++i)
        for (const double coordinate : {goals[i].x, goals[i].y})
            if (!(std::abs(coordinate) <= 1e18))
                return {.code = Code::bad_point, .subject = "goals", .value = coordinate, .index = i};
    return {};
}

Status detail::check_cost(float cost, std::size_t cell) {
    if (cost >= component_floor && (cost <= component_limit || std::isinf(cost))) return {};
    return detail::out_of_range("costs", static_cast<double>(cost), static_cast<double>(component_floor),
                                1e18, cell);
}

Status detail::check_flow(const FlowGrid& grid, const FlowGoals& goals) {
    if (Status s = check_grid(grid); !s) return s;
    if (Status s = check_goals(goals.goals); !s) return s;
    if (!not_negative.contains(goals.clearance))
        return detail::out_of_range("clearance", static_cast<double>(goals.clearance), 0, 1e18);
    if (!not_negative.contains(goals.speed))
        return detail::out_of_range("speed", static_cast<double>(goals.speed), 0, 1e18);
    if (goals.costs.empty()) return {};
    if (Status s = check_length("costs", goals.costs.size(), grid.size()); !s) return s;
    for (std::size_t cell = 0; cell < goals.costs.size(); ++cell)
        if (Status s = check_cost(goals.costs[cell], cell); !s) return s;
    return {};
}

FlowField::FlowField() noexcept {
    static const auto none = std::make_shared<const detail::FlowData>();
    data_ = none;
}

std::size_t detail::FlowData::cell_at(const FlowGrid& grid, Point place) noexcept {
    const auto index = [](double at, std::uint32_t count) {
        const double last = count - 1.0;
        return static_cast<std::size_t>(std::clamp(std::floor(at), 0.0, last));
    };
    return index((place.y - static_cast<double>(grid.area.min_y)) / cell_height(grid), grid.rows) *
               grid.columns +
           index((place.x - static_cast<double>(grid.area.min_x)) / cell_width(grid), grid.columns);
}

bool FlowField::reaches(Point place) const noexcept {
    if (std::isnan(place.x) || std::isnan(place.y)) return false;
    return data_->ways == nullptr ||
           data_->ways[detail::FlowData::cell_at(data_->grid, place)] != detail::Way::none;
}

const FlowGrid& FlowField::grid() const noexcept { return data_->grid; }

Point FlowField::velocity(std::uint32_t column, std::uint32_t row) const noexcept {
    const FlowGrid& grid = data_->grid;
    assert(column < grid.columns && row < grid.rows);
    if (column >= grid.columns || row >= grid.rows) return {};
    const float* const one = data_->velocities + 2 * (std::size_t{row} * grid.columns + column);
    return {static_cast<double>(one[0]), static_cast<double>(one[1])};
}

Expected<FlowField> make_flow_field(const FlowGrid& grid, std::span<const float> velocity_x,
                                    std::span<const float> velocity_y) {
    return detail::in_default_float_environment([&]() -> Expected<FlowField> {
        if (Status s = detail::check_grid(grid); !s) return s;
        if (Status s = check_length("velocity_x", velocity_x.size(), grid.size()); !s) return s;
        if (Status s = check_length("velocity_y", velocity_y.size(), grid.size()); !s) return s;
        detail::FlowData data = detail::make_flow_data(grid);
        data.own.reserve(2 * grid.size());
        for (std::size_t cell = 0; cell < grid.size(); ++cell) {
            for (const float component : {velocity_x[cell], velocity_y[cell]})
                if (!any_number.contains(component))
                    return detail::out_of_range("velocity", static_cast<double>(component), -1e18, 1e18,
                                                cell);
            data.own.insert(data.own.end(), {velocity_x[cell], velocity_y[cell]});
        }
        return detail::FlowDataAccess::make(std::move(data));
    });
}

Expected<FlowField> view_flow_field(const FlowGrid& grid, std::span<const float> velocities) {
    return detail::in_default_float_environment([&]() -> Expected<FlowField> {
        if (Status s = detail::check_grid(grid); !s) return s;
        if (Status s = check_length("velocities", velocities.size(), 2 * grid.size()); !s) return s;
        detail::FlowData data = detail::make_flow_data(grid);
        data.velocities = velocities.data();
        return detail::FlowDataAccess::make(std::move(data));
    });
}

Expected<FlowField> make_flow_to(const FlowGrid& grid, const FlowGoals& goals, const Execution& execution) {
    return detail::in_default_float_environment([&]() -> Expected<FlowField> {
        if (Status s = detail::check_flow(grid, goals); !s) return s;
        detail::FlowData data = detail::make_flow_data(grid);
        data.own.resize(2 * grid.size());
        data.own_ways.resize(grid.size());
        detail::ArrivalTimes times(grid);
        float lowest_cost = std::numeric_limits<float>::infinity();
        for (std::size_t row = 0; row < grid.rows; ++row)
            for (std::size_t column = 0; column < grid.columns; ++column) {
                const float cost = goals.costs.empty() ? 1.0f : goals.costs[row * grid.columns + column];
                lowest_cost = std::min(lowest_cost, cost);
                times.set_cost(times.number(column, row), cost);
            }
        for (std::size_t i = 0; i < goals.obstacles.size(); ++i)
            detail::for_each_closed_cell(grid, goals.obstacles.obstacle(i), goals.clearance,
                                         [&](std::size_t column, std::size_t row) {
                                             times.set_cost(times.number(column, row), times.closed);
                                         });
        const Execution threads = detail::usable_threads(execution);
        times.restart_queue(lowest_cost, threads.threading != Threading::serial);
        for (const Point& goal : goals.goals)
            times.enqueue_goal(times.number(detail::FlowData::cell_at(grid, goal)));
        times.march(std::numeric_limits<std::size_t>::max(), threads);
        detail::for_parts(threads, grid.size(), 4096, [&](std::size_t first, std::size_t count) {
            times.directions(first, count, static_cast<double>(goals.speed), data.own.data(),
                             data.own_ways.data());
        });
        return detail::FlowDataAccess::make(std::move(data));
    });
}

}  // namespace wend

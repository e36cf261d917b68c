// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "wend/flow_field.hpp"

namespace wend::detail {

/// How a way leads from a cell to a goal.
enum class Way : std::uint8_t { none, from_closed, open, at_goal };

[[nodiscard]] double cell_width(const FlowGrid& grid) noexcept;
[[nodiscard]] double cell_height(const FlowGrid& grid) noexcept;

/// The data of a FlowField. Along an axis a place is (coordinate - first) * per_cell cells from the first
/// centre.
struct FlowData {
    FlowGrid grid;
    float first_x = 0, first_y = 0;
    float per_cell_x = 0, per_cell_y = 0;
    /// x and y of each cell, row by row; null without cells.
    const float* velocities = nullptr;
    const Way* ways = nullptr;  ///< of each cell; null without goals
    std::vector<float> own;     ///< empty if they are the caller's, which are not checked
    std::vector<Way> own_ways;
    std::uint64_t fields = 0;  ///< of a planner: complete ones until now

    /// The index of the cell that holds a place, or is nearest to it; its coordinates are numbers.
    [[nodiscard]] static std::size_t cell_at(const FlowGrid& grid, Point place) noexcept;
};

struct FlowDataAccess {
    [[nodiscard]] static const FlowData& data(const FlowField& field) noexcept { return *field.data_; }
    [[nodiscard]] static FlowField make(FlowData data) {
        const auto shared = std::make_shared<FlowData>(std::move(data));
        if (!shared->own.empty()) shared->velocities = shared->own.data();
        if (!shared->own_ways.empty()) shared->ways = shared->own_ways.data();
        return FlowField(shared);
    }
    [[nodiscard]] static FlowField share(const std::shared_ptr<const FlowData>& data) {
        return FlowField(data);
    }
};

[[nodiscard]] Status check_grid(const FlowGrid& grid);
[[nodiscard]] FlowData make_flow_data(const FlowGrid& grid);
[[nodiscard]] Status check_flow(const FlowGrid& grid, const FlowGoals& goals);
[[nodiscard]] Status check_goals(std::span<const Point> goals);
/// `cell`: that of the status.
[[nodiscard]] Status check_cost(float cost, std::size_t cell);

/// Calls visit(column, row) for the cells whose centre is within `clearance` of an obstacle.
template <class Visit>
void for_each_closed_cell(const FlowGrid& grid, const Obstacle& one, float clearance, const Visit& visit) {
    const Point from{static_cast<double>(one.from_x), static_cast<double>(one.from_y)};
    const Point to{static_cast<double>(one.to_x), static_cast<double>(one.to_y)};
    const double reach = static_cast<double>(one.radius) + static_cast<double>(clearance);
    const auto cell_of = [&](double x, double y) { return FlowData::cell_at(grid, {x, y}); };
    const std::size_t low = cell_of(std::min(from.x, to.x) - reach, std::min(from.y, to.y) - reach);
    const std::size_t high = cell_of(std::max(from.x, to.x) + reach, std::max(from.y, to.y) + reach);
    const double width = cell_width(grid), height = cell_height(grid);
    const double way_x = to.x - from.x, way_y = to.y - from.y;
    const double square = way_x * way_x + way_y * way_y;
    for (std::size_t row = low / grid.columns; row <= high / grid.columns; ++row)
        for (std::size_t column = low % grid.columns; column <= high % grid.columns; ++column) {
            const double x =
                static_cast<double>(grid.area.min_x) + (static_cast<double>(column) + 0.5) * width;
            const double y = static_cast<double>(grid.area.min_y) + (static_cast<double>(row) + 0.5) * height;
            const double along = (x - from.x) * way_x + (y - from.y) * way_y;
            const double share = square > 0 ? std::clamp(along / square, 0.0, 1.0) : 0;
            const double apart_x = x - from.x - share * way_x;
            const double apart_y = y - from.y - share * way_y;
            if (std::sqrt(apart_x * apart_x + apart_y * apart_y) <= reach) visit(column, row);
        }
}

}  // namespace wend::detail

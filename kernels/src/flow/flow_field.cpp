// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/flow_field.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "float_environment.hpp"
#include "flow/flow_data.hpp"
#include "wend/parameter.hpp"

namespace wend {
namespace {

constexpr Range side{2, 4096};
constexpr double never = std::numeric_limits<double>::infinity();

/// Not std::hypot, which C libraries round differently.
double length_of(double x, double y) { return std::sqrt(x * x + y * y); }

Status out_of_range(const char* subject, double value, double low, double high, std::size_t cell = 0) {
    return {.code = Code::parameter_out_of_range,
            .subject = subject,
            .value = value,
            .low = low,
            .high = high,
            .sub_index = cell};
}

Status check_grid(const FlowGrid& grid) {
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

Status check_length(const char* name, std::size_t length, std::size_t cells) {
    if (length == cells) return {};
    return {.code = Code::length_mismatch,
            .subject = name,
            .other = "grid",
            .value = static_cast<double>(length),
            .expected = static_cast<double>(cells)};
}

double cell_width(const FlowGrid& grid) {
    return (static_cast<double>(grid.area.max_x) - static_cast<double>(grid.area.min_x)) / grid.columns;
}
double cell_height(const FlowGrid& grid) {
    return (static_cast<double>(grid.area.max_y) - static_cast<double>(grid.area.min_y)) / grid.rows;
}

detail::FlowData make_data(const FlowGrid& grid) {
    detail::FlowData data;
    data.grid = grid;
    data.first_x = static_cast<float>(static_cast<double>(grid.area.min_x) + cell_width(grid) / 2);
    data.first_y = static_cast<float>(static_cast<double>(grid.area.min_y) + cell_height(grid) / 2);
    data.per_cell_x = static_cast<float>(1 / cell_width(grid));
    data.per_cell_y = static_cast<float>(1 / cell_height(grid));
    return data;
}

/// Arrival times, from the goals outwards.
class FastMarch {
  public:
    FastMarch(const FlowGrid& grid, const FlowGoals& goals)
        : grid_(grid),
          width_(cell_width(grid)),
          height_(cell_height(grid)),
          cost_(grid.size(), 1.0),
          time_(grid.size(), never),
          done_(grid.size(), 0) {
        for (std::size_t cell = 0; cell < goals.costs.size(); ++cell)
            cost_[cell] = static_cast<double>(goals.costs[cell]);
        close_obstacles(goals);
        for (const Point& goal : goals.goals) offer(detail::FlowData::cell_at(grid_, goal), 0);
        while (!next_.empty()) {
            const auto [time, cell] = next_.top();
            next_.pop();
            if (done_[cell] != 0) continue;
            done_[cell] = 1;
            for_each_side(cell, [&](std::size_t beside, int) {
                if (done_[beside] == 0 && cost_[beside] < never) offer(beside, time_through(beside));
            });
        }
    }

    /// A vector of length 1 or 0.
    [[nodiscard]] Point direction(std::size_t cell) const {
        const double time = time_[cell];
        if (time == 0) return {};
        if (time == never) return towards_least(cell);
        const auto [along_x, along_y] = least_beside(cell);
        const double x = along_x.time < time ? (time - along_x.time) / width_ * along_x.way : 0;
        const double y = along_y.time < time ? (time - along_y.time) / height_ * along_y.way : 0;
        const double length = length_of(x, y);
        return length > 0 ? Point{x / length, y / length} : Point{};
    }

    [[nodiscard]] bool is_goal(std::size_t cell) const { return time_[cell] == 0; }
    /// Whether a way over open cells leads to a goal.
    [[nodiscard]] bool has_time(std::size_t cell) const { return time_[cell] < never; }

  private:
    /// The smaller one of the times on both sides along an axis.
    struct Least {
        double time = never;
        int way = 0;  ///< +1: the side above
    };

    [[nodiscard]] Point centre(std::size_t column, std::size_t row) const {
        return {static_cast<double>(grid_.area.min_x) + (static_cast<double>(column) + 0.5) * width_,
                static_cast<double>(grid_.area.min_y) + (static_cast<double>(row) + 0.5) * height_};
    }

    /// Calls visit(cell, axis) for the neighbours: left, right (axis 0), below, above (1).
    template <class Visit>
    void for_each_side(std::size_t cell, const Visit& visit) const {
        const std::size_t column = cell % grid_.columns;
        const std::size_t row = cell / grid_.columns;
        if (column > 0) visit(cell - 1, 0);
        if (column + 1 < grid_.columns) visit(cell + 1, 0);
        if (row > 0) visit(cell - grid_.columns, 1);
        if (row + 1 < grid_.rows) visit(cell + grid_.columns, 1);
    }

    [[nodiscard]] std::array<Least, 2> least_beside(std::size_t cell) const {
        std::array<Least, 2> least;
        for_each_side(cell, [&](std::size_t beside, int axis) {
            Least& one = least[static_cast<std::size_t>(axis)];
            if (time_[beside] < one.time) one = {time_[beside], beside > cell ? 1 : -1};
        });
        return least;
    }

    /// The upwind solution of ((t - tx) / width)^2 + ((t - ty) / height)^2 = cost^2, or of one term alone.
    [[nodiscard]] double time_through(std::size_t cell) const {
        const auto [along_x, along_y] = least_beside(cell);
        const double cost = cost_[cell];
        const double one = std::min(along_x.time + width_ * cost, along_y.time + height_ * cost);
        if (along_x.time == never || along_y.time == never) return one;
        const double a = 1 / (width_ * width_);
        const double b = 1 / (height_ * height_);
        const double apart = along_x.time - along_y.time;
        const double square = (a + b) * cost * cost - a * b * apart * apart;
        if (square < 0) return one;
        const double both = (a * along_x.time + b * along_y.time + std::sqrt(square)) / (a + b);
        return both > along_x.time && both > along_y.time ? both : one;
    }

    void offer(std::size_t cell, double time) {
        if (time >= time_[cell]) return;
        time_[cell] = time;
        next_.emplace(time, cell);
    }

    void close_obstacles(const FlowGoals& goals) {
        for (std::size_t i = 0; i < goals.obstacles.size(); ++i) {
            const Obstacle one = goals.obstacles.obstacle(i);
            const Point from{static_cast<double>(one.from_x), static_cast<double>(one.from_y)};
            const Point to{static_cast<double>(one.to_x), static_cast<double>(one.to_y)};
            const double reach = static_cast<double>(one.radius) + static_cast<double>(goals.clearance);
            const std::size_t low = detail::FlowData::cell_at(
                grid_, {std::min(from.x, to.x) - reach, std::min(from.y, to.y) - reach});
            const std::size_t high = detail::FlowData::cell_at(
                grid_, {std::max(from.x, to.x) + reach, std::max(from.y, to.y) + reach});
            for (std::size_t row = low / grid_.columns; row <= high / grid_.columns; ++row)
                for (std::size_t column = low % grid_.columns; column <= high % grid_.columns; ++column)
                    if (distance(centre(column, row), from, to) <= reach)
                        cost_[row * grid_.columns + column] = never;
        }
    }
    static double distance(Point place, Point from, Point to) {
        const double x = to.x - from.x;
        const double y = to.y - from.y;
        const double square = x * x + y * y;
        const double along = (place.x - from.x) * x + (place.y - from.y) * y;
        const double share = square > 0 ? std::clamp(along / square, 0.0, 1.0) : 0;
        return length_of(place.x - from.x - share * x, place.y - from.y - share * y);
    }

    /// From a closed cell to the neighbour with the least time of eight.
    [[nodiscard]] Point towards_least(std::size_t cell) const {
        const auto column = static_cast<std::int64_t>(cell % grid_.columns);
        const auto row = static_cast<std::int64_t>(cell / grid_.columns);
        double least = never;
        Point way;
        for (std::int64_t y = -1; y <= 1; ++y)
            for (std::int64_t x = -1; x <= 1; ++x) {
                if (column + x < 0 || column + x >= grid_.columns || row + y < 0 || row + y >= grid_.rows)
                    continue;
                const double time = time_[static_cast<std::size_t>((row + y) * grid_.columns + column + x)];
                if (time >= least) continue;
                least = time;
                way = {static_cast<double>(x) * width_, static_cast<double>(y) * height_};
            }
        const double length = length_of(way.x, way.y);
        return length > 0 ? Point{way.x / length, way.y / length} : Point{};
    }

    const FlowGrid& grid_;
    double width_, height_;
    std::vector<double> cost_;
    std::vector<double> time_;
    std::vector<std::uint8_t> done_;
    std::priority_queue<std::pair<double, std::size_t>, std::vector<std::pair<double, std::size_t>>,
                        std::greater<>>
        next_;
};

Status check_goals(const FlowGrid& grid, const FlowGoals& goals) {
    if (goals.goals.empty()) return out_of_range("goals", 0, 1, 1e18);
    for (std::size_t i = 0; i < goals.goals.size(); ++i)
        for (const double coordinate : {goals.goals[i].x, goals.goals[i].y})
            if (!(std::abs(coordinate) <= 1e18))
                return {.code = Code::bad_point, .subject = "goals", .value = coordinate, .index = i};
    if (!not_negative.contains(goals.clearance))
        return out_of_range("clearance", static_cast<double>(goals.clearance), 0, 1e18);
    if (!not_negative.contains(goals.speed))
        return out_of_range("speed", static_cast<double>(goals.speed), 0, 1e18);
    if (goals.costs.empty()) return {};
    if (Status s = check_length("costs", goals.costs.size(), grid.size()); !s) return s;
    for (std::size_t cell = 0; cell < goals.costs.size(); ++cell) {
        const float cost = goals.costs[cell];
        if (!(cost >= component_floor) || (cost > component_limit && std::isfinite(cost)))
            return out_of_range("costs", static_cast<double>(cost), static_cast<double>(component_floor),
                                1e18, cell);
    }
    return {};
}

}  // namespace

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
    return data_->cut_off.empty() || !data_->cut_off[detail::FlowData::cell_at(data_->grid, place)];
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
        if (Status s = check_grid(grid); !s) return s;
        if (Status s = check_length("velocity_x", velocity_x.size(), grid.size()); !s) return s;
        if (Status s = check_length("velocity_y", velocity_y.size(), grid.size()); !s) return s;
        detail::FlowData data = make_data(grid);
        data.own.reserve(2 * grid.size());
        for (std::size_t cell = 0; cell < grid.size(); ++cell) {
            for (const float component : {velocity_x[cell], velocity_y[cell]})
                if (!any_number.contains(component))
                    return out_of_range("velocity", static_cast<double>(component), -1e18, 1e18, cell);
            data.own.insert(data.own.end(), {velocity_x[cell], velocity_y[cell]});
        }
        return detail::FlowDataAccess::make(std::move(data));
    });
}

Expected<FlowField> view_flow_field(const FlowGrid& grid, std::span<const float> velocities) {
    return detail::in_default_float_environment([&]() -> Expected<FlowField> {
        if (Status s = check_grid(grid); !s) return s;
        if (Status s = check_length("velocities", velocities.size(), 2 * grid.size()); !s) return s;
        detail::FlowData data = make_data(grid);
        data.velocities = velocities.data();
        return detail::FlowDataAccess::make(std::move(data));
    });
}

Expected<FlowField> make_flow_to(const FlowGrid& grid, const FlowGoals& goals) {
    return detail::in_default_float_environment([&]() -> Expected<FlowField> {
        if (Status s = check_grid(grid); !s) return s;
        if (Status s = check_goals(grid, goals); !s) return s;
        detail::FlowData data = make_data(grid);
        data.own.reserve(2 * grid.size());
        const FastMarch march(grid, goals);
        const double speed = static_cast<double>(goals.speed);
        data.goals_are_shut = true;
        for (std::size_t cell = 0; cell < grid.size(); ++cell) {
            const Point way = march.direction(cell);
            data.own.insert(data.own.end(),
                            {static_cast<float>(way.x * speed), static_cast<float>(way.y * speed)});
            if (march.has_time(cell) && !march.is_goal(cell)) data.goals_are_shut = false;
            if (march.has_time(cell) || way.x != 0 || way.y != 0)
                continue;  // a closed cell leads to a neighbour
            data.cut_off.resize(grid.size());
            data.cut_off[cell] = true;
        }
        return detail::FlowDataAccess::make(std::move(data));
    });
}

}  // namespace wend

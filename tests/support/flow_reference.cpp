// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "support/flow_reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace wend::test {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

class FastMarch {
  public:
    FastMarch(const FlowGrid& grid, const FlowGoals& goals)
        : columns_(grid.columns),
          rows_(grid.rows),
          left_(static_cast<double>(grid.area.min_x)),
          low_(static_cast<double>(grid.area.min_y)),
          width_((static_cast<double>(grid.area.max_x) - left_) / grid.columns),
          height_((static_cast<double>(grid.area.max_y) - low_) / grid.rows),
          cost_(grid.size(), 1.0),
          time_(grid.size(), never),
          is_fixed_(grid.size(), false) {
        std::vector<double> last_offer(grid.size(), never);  // that of the most fixed times
        std::ranges::copy(goals.costs, cost_.begin());
        for (std::size_t i = 0; i < goals.obstacles.size(); ++i)
            close(goals.obstacles.obstacle(i), static_cast<double>(goals.clearance));
        std::priority_queue<std::pair<double, std::size_t>, std::vector<std::pair<double, std::size_t>>,
                            std::greater<>>
            next;
        const auto offer = [&](double time, std::size_t cell) {
            last_offer[cell] = time;
            next.emplace(time, cell);
        };
        for (const Point& goal : goals.goals) offer(0, cell_of(goal));
        while (!next.empty()) {
            const auto [time, cell] = next.top();
            next.pop();
            if (is_fixed_[cell] || time != last_offer[cell]) continue;
            is_fixed_[cell] = true;
            time_[cell] = time;
            for (const std::size_t beside : sides(cell))
                if (!is_fixed_[beside] && cost_[beside] < never && last_offer[beside] > 0)
                    offer(time_through(beside), beside);
        }
    }

    [[nodiscard]] double time(std::size_t cell) const { return time_[cell]; }

    [[nodiscard]] Point direction(std::size_t cell) const {
        if (time_[cell] == 0) return {};
        Point way;
        if (time_[cell] == never) {
            double least = never;
            for (int y = -1; y <= 1; ++y)
                for (int x = -1; x <= 1; ++x)
                    if (const double beside = at(cell, x, y); beside < least) {
                        least = beside;
                        way = {x * width_, y * height_};
                    }
        } else {
            const auto slope = [&](double before, double behind, double size) {
                if (std::min(before, behind) >= time_[cell]) return 0.0;
                return behind < before ? (time_[cell] - behind) / size : -((time_[cell] - before) / size);
            };
            way = {slope(at(cell, -1, 0), at(cell, 1, 0), width_),
                   slope(at(cell, 0, -1), at(cell, 0, 1), height_)};
        }
        const double length = std::sqrt(way.x * way.x + way.y * way.y);
        return length > 0 ? Point{way.x / length, way.y / length} : Point{};
    }

  private:
    [[nodiscard]] std::size_t cell_of(Point place) const {
        const auto index = [](double at, std::size_t count) {
            return static_cast<std::size_t>(
                std::clamp(std::floor(at), 0.0, static_cast<double>(count) - 1.0));
        };
        return index((place.y - low_) / height_, rows_) * columns_ +
               index((place.x - left_) / width_, columns_);
    }

    /// The time of a cell so many columns and rows away; outside the grid there is none.
    [[nodiscard]] double at(std::size_t cell, int x, int y) const {
        const auto column = static_cast<std::int64_t>(cell % columns_) + x;
        const auto row = static_cast<std::int64_t>(cell / columns_) + y;
        if (column < 0 || row < 0) return never;
        if (column >= static_cast<std::int64_t>(columns_) || row >= static_cast<std::int64_t>(rows_))
            return never;
        return time_[static_cast<std::size_t>(row) * columns_ + static_cast<std::size_t>(column)];
    }

    [[nodiscard]] std::vector<std::size_t> sides(std::size_t cell) const {
        std::vector<std::size_t> all;
        if (cell % columns_ > 0) all.push_back(cell - 1);
        if (cell % columns_ + 1 < columns_) all.push_back(cell + 1);
        if (cell >= columns_) all.push_back(cell - columns_);
        if (cell + columns_ < time_.size()) all.push_back(cell + columns_);
        return all;
    }

    /// From the times that are fixed.
    [[nodiscard]] double time_through(std::size_t cell) const {
        const double x = std::min(at(cell, -1, 0), at(cell, 1, 0));
        const double y = std::min(at(cell, 0, -1), at(cell, 0, 1));
        const double cost = cost_[cell];
        const auto later = [](double time, double by) {
            return time == never ? never : std::max(time + by, std::nextafter(time, never));
        };
        const double one = std::min(later(x, width_ * cost), later(y, height_ * cost));
        if (std::max(x, y) >= one) return one;
        const double a = 1 / (width_ * width_);
        const double b = 1 / (height_ * height_);
        const double square = (a + b) * cost * cost - a * b * (x - y) * (x - y);
        if (square < 0) return one;
        const double both = (a * x + b * y + std::sqrt(square)) / (a + b);
        return both > std::max(x, y) ? both : one;
    }

    /// Closes the cells whose centre is within the clearance of an obstacle.
    void close(const Obstacle& one, double clearance) {
        const double from_x = static_cast<double>(one.from_x), from_y = static_cast<double>(one.from_y);
        const double way_x = static_cast<double>(one.to_x) - from_x;
        const double way_y = static_cast<double>(one.to_y) - from_y;
        const double square = way_x * way_x + way_y * way_y;
        for (std::size_t cell = 0; cell < cost_.size(); ++cell) {
            const double x = left_ + (static_cast<double>(cell % columns_) + 0.5) * width_;
            const double y = low_ + (static_cast<double>(cell / columns_) + 0.5) * height_;
            const double along = (x - from_x) * way_x + (y - from_y) * way_y;
            const double share = square > 0 ? std::clamp(along / square, 0.0, 1.0) : 0;
            const double apart_x = x - from_x - share * way_x, apart_y = y - from_y - share * way_y;
            if (std::sqrt(apart_x * apart_x + apart_y * apart_y) <=
                static_cast<double>(one.radius) + clearance)
                cost_[cell] = never;
        }
    }

    std::size_t columns_, rows_;
    double left_, low_, width_, height_;
    std::vector<double> cost_, time_;
    std::vector<bool> is_fixed_;
};

}  // namespace

FlowReference flow_reference(const FlowGrid& grid, const FlowGoals& goals) {
    const FastMarch march(grid, goals);
    FlowReference field;
    const double speed = static_cast<double>(goals.speed);
    for (std::size_t cell = 0; cell < grid.size(); ++cell) {
        const Point way = march.direction(cell);
        field.velocities.push_back(static_cast<float>(way.x * speed));
        field.velocities.push_back(static_cast<float>(way.y * speed));
        field.reaches.push_back(std::isfinite(march.time(cell)) || way.x != 0 || way.y != 0);
    }
    return field;
}

}  // namespace wend::test

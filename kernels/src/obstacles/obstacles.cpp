// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/obstacles.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

#include "float_environment.hpp"
#include "obstacles/obstacle_data.hpp"
#include "obstacles/obstacle_index.hpp"
#include "obstacles/obstacle_values.hpp"

namespace wend {
namespace {

Obstacle piece(Point from, Point to, bool of_polygon) {
    Obstacle one = detail::make_obstacle(from, to);
    one.of_polygon = of_polygon;
    return one;
}

/// The rectangle about all obstacles.
struct Extent {
    double low_x = std::numeric_limits<double>::max(), high_x = -low_x, low_y = low_x, high_y = -low_x;

    explicit Extent(std::span<const Obstacle> obstacles) {
        for (const Obstacle& one : obstacles) {
            const auto reach = [&](float at, double& low, double& high) {
                low = std::min(low, static_cast<double>(at) - static_cast<double>(one.radius));
                high = std::max(high, static_cast<double>(at) + static_cast<double>(one.radius));
            };
            reach(one.from_x, low_x, high_x);
            reach(one.to_x, low_x, high_x);
            reach(one.from_y, low_y, high_y);
            reach(one.to_y, low_y, high_y);
        }
    }
    [[nodiscard]] double width() const { return high_x - low_x; }
    [[nodiscard]] double height() const { return high_y - low_y; }
};

/// Chooses cells with one or two obstacles each, if these are spread evenly.
detail::ObstacleGrid make_grid(std::span<const Obstacle> obstacles, const Extent& extent) {
    double length = 0;
    for (const Obstacle& one : obstacles) {
        const double x = static_cast<double>(one.to_x) - static_cast<double>(one.from_x);
        const double y = static_cast<double>(one.to_y) - static_cast<double>(one.from_y);
        length += std::sqrt(x * x + y * y) + 2 * static_cast<double>(one.radius);
    }
    const auto count = static_cast<double>(obstacles.size());
    const double width = extent.width();
    const double height = extent.height();
    // As long as an obstacle, and at most four cells an obstacle.
    double edge = std::max({length / count, std::sqrt(width * height / (4 * count)), width / (4 * count),
                            height / (4 * count), static_cast<double>(component_floor)});
    detail::ObstacleGrid grid{.origin_x = extent.low_x, .origin_y = extent.low_y, .inverse_edge = 1 / edge};
    grid.columns = static_cast<std::int64_t>(width * grid.inverse_edge) + 1;
    grid.rows = static_cast<std::int64_t>(height * grid.inverse_edge) + 1;
    return grid;
}

/// Calls visit(cell) for the cells of an obstacle.
template <class Visit>
void for_each_cell(const detail::ObstacleGrid& grid, const Obstacle& one, const Visit& visit) {
    detail::for_each_row_of_cells(
        grid, static_cast<double>(one.from_x), static_cast<double>(one.from_y), static_cast<double>(one.to_x),
        static_cast<double>(one.to_y), static_cast<double>(one.radius),
        [&](std::int64_t row, detail::ObstacleColumns columns) {
            for (std::int64_t column = columns.first; column <= columns.last; ++column)
                visit(static_cast<std::size_t>(row * grid.columns + column));
        });
}

/// The largest rectangle of cells that are not 0, by the widest ones that end in each row.
void find_open(detail::Clearance& to, double edge) {
    std::vector<std::int32_t> height(static_cast<std::size_t>(to.columns) + 1, 0);  // a last column of 0
    std::vector<std::int32_t> rising;  // columns, from each of which no later one is lower
    std::int64_t largest = 0;
    for (std::int32_t row = 0; row < to.rows; ++row) {
        rising.clear();
        for (std::int32_t column = 0; column <= to.columns; ++column) {
            const auto at = static_cast<std::size_t>(column);
            if (column < to.columns)
                height[at] =
                    to.steps[static_cast<std::size_t>(row * to.columns + column)] == 0 ? 0 : height[at] + 1;
            while (!rising.empty() && height[static_cast<std::size_t>(rising.back())] >= height[at]) {
                const std::int32_t high = height[static_cast<std::size_t>(rising.back())];
                rising.pop_back();
                const std::int32_t first = rising.empty() ? 0 : rising.back() + 1;
                if (const std::int64_t size = std::int64_t{high} * (column - first); size > largest) {
                    largest = size;
                    to.open_min_x = static_cast<double>(to.origin_x) + first * edge;
                    to.open_max_x = static_cast<double>(to.origin_x) + column * edge;
                    to.open_min_y = static_cast<double>(to.origin_y) + (row + 1 - high) * edge;
                    to.open_max_y = static_cast<double>(to.origin_y) + (row + 1) * edge;
                }
            }
            rising.push_back(column);
        }
    }
}

/// Two hundred and fifty-six cells an obstacle, and 2^12 to 2^20.
detail::Clearance make_clearance(std::span<const Obstacle> obstacles, const Extent& extent) {
    const double cells = std::clamp(256.0 * static_cast<double>(obstacles.size()), 0x1p12, 0x1p20);
    const double farthest = std::max(
        {std::abs(extent.low_x), std::abs(extent.high_x), std::abs(extent.low_y), std::abs(extent.high_y)});
    // No smaller than 16 floats of the coordinates, so that roundings stay within a cell's margin.
    const double edge = std::max({std::sqrt(extent.width() * extent.height() / cells),
                                  std::max(extent.width(), extent.height()) * 0x1p-10, farthest * 0x1p-20,
                                  static_cast<double>(component_floor)});
    detail::Clearance to;
    to.origin_x = static_cast<float>(extent.low_x - 2 * edge);
    to.origin_y = static_cast<float>(extent.low_y - 2 * edge);
    to.edge = static_cast<float>(edge);
    to.cells_per_metre = static_cast<float>(1 / edge);
    const detail::ObstacleGrid grid{
        .origin_x = static_cast<double>(to.origin_x),
        .origin_y = static_cast<double>(to.origin_y),
        .inverse_edge = 1 / edge,
        .columns = static_cast<std::int64_t>((extent.high_x - static_cast<double>(to.origin_x)) / edge) + 3,
        .rows = static_cast<std::int64_t>((extent.high_y - static_cast<double>(to.origin_y)) / edge) + 3};
    to.columns = static_cast<std::int32_t>(grid.columns);
    to.rows = static_cast<std::int32_t>(grid.rows);
    constexpr std::uint8_t most = 255;
    to.steps.assign(static_cast<std::size_t>(grid.columns * grid.rows), most);
    for (const Obstacle& one : obstacles)
        detail::for_each_row_of_cells(
            grid, static_cast<double>(one.from_x), static_cast<double>(one.from_y),
            static_cast<double>(one.to_x), static_cast<double>(one.to_y),
            static_cast<double>(one.radius) + edge * static_cast<double>(detail::Clearance::margin),
            [&](std::int64_t row, detail::ObstacleColumns columns) {
                for (std::int64_t column = columns.first; column <= columns.last; ++column)
                    to.steps[static_cast<std::size_t>(row * grid.columns + column)] = 0;
            });
    find_open(to, edge);
    // From the neighbours before, then from those behind.
    const auto approach = [&](std::int32_t column, std::int32_t row, std::int32_t before) {
        std::uint8_t& here = to.steps[static_cast<std::size_t>(row * to.columns + column)];
        const auto from = [&](std::int32_t x, std::int32_t y) {
            if (x < 0 || x >= to.columns || y < 0 || y >= to.rows) return;
            const std::uint8_t there = to.steps[static_cast<std::size_t>(y * to.columns + x)];
            if (there < here) here = std::min(here, static_cast<std::uint8_t>(there + 1));
        };
        from(column + before, row);
        for (const std::int32_t side : {-1, 0, 1}) from(column + side, row + before);
    };
    for (std::int32_t row = 0; row < to.rows; ++row)
        for (std::int32_t column = 0; column < to.columns; ++column) approach(column, row, -1);
    for (std::int32_t row = to.rows - 1; row >= 0; --row)
        for (std::int32_t column = to.columns - 1; column >= 0; --column) approach(column, row, 1);
    return to;
}

/// Of at least one.
detail::ObstacleData make_data(std::vector<Obstacle> obstacles) {
    detail::ObstacleData data;
    data.own_obstacles = std::move(obstacles);
    data.obstacles = data.own_obstacles;
    data.count = data.obstacles.size();
    data.near = detail::make_index(data.obstacles);
    const Extent extent(data.obstacles);
    data.grid = make_grid(data.obstacles, extent);
    data.clearance = make_clearance(data.obstacles, extent);
    data.first.assign(static_cast<std::size_t>(data.grid.columns * data.grid.rows) + 1, 0);
    for (const Obstacle& one : data.obstacles)
        for_each_cell(data.grid, one, [&](std::size_t cell) { ++data.first[cell + 1]; });
    for (std::size_t cell = 1; cell < data.first.size(); ++cell) data.first[cell] += data.first[cell - 1];
    const std::size_t count = data.first.back() + detail::obstacle_padding;
    for (std::vector<float>* values : {&data.from_x, &data.from_y, &data.to_x, &data.to_y, &data.radius})
        values->assign(count, std::numeric_limits<float>::quiet_NaN());
    data.index.assign(count, 0);
    std::vector<std::uint32_t> next(data.first);
    for (std::size_t i = 0; i < data.obstacles.size(); ++i) {
        const Obstacle& one = data.obstacles[i];
        for_each_cell(data.grid, one, [&](std::size_t cell) {
            const std::uint32_t at = next[cell]++;
            data.from_x[at] = one.from_x;
            data.from_y[at] = one.from_y;
            data.to_x[at] = one.to_x;
            data.to_y[at] = one.to_y;
            data.radius[at] = one.radius;
            data.index[at] = static_cast<std::uint32_t>(i);
        });
    }
    return data;
}

/// Arrays without an obstacle, as long as those of a set have to be. Not by make_data, which takes 44 KB of
/// each executable that calls it: every program with a locomotion has a set.
std::shared_ptr<const detail::ObstacleData> make_none() {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    static constexpr std::array<detail::ObstacleIndex::Cell, 2> cells{};
    static constexpr std::array<float, 16> boxes{nan, nan, nan, nan, nan, nan, nan, nan,
                                                 nan, nan, nan, nan, nan, nan, nan, nan};
    static constexpr std::array<std::uint32_t, 4 + detail::obstacle_padding> record{};
    const auto near = std::make_shared<detail::ObstacleIndex>();
    near->cells = cells;
    near->boxes = boxes;
    near->record = record;
    near->records = std::span(boxes).first<detail::floats_of_record>();
    const auto data = std::make_shared<detail::ObstacleData>();
    data->near = near;
    data->first.assign(1, 0);
    for (std::vector<float>* values : {&data->from_x, &data->from_y, &data->to_x, &data->to_y, &data->radius})
        values->assign(detail::obstacle_padding, nan);
    data->index.assign(detail::obstacle_padding, 0);
    return data;
}

}  // namespace

ObstacleSet::ObstacleSet() noexcept {
    static const std::shared_ptr<const detail::ObstacleData> none = make_none();
    data_ = none;
}

std::size_t ObstacleSet::size() const noexcept { return data_->obstacles.size(); }

Obstacle ObstacleSet::obstacle(std::size_t index) const noexcept {
    assert(index < size());
    return index < size() ? data_->obstacles[index] : Obstacle{};
}

ObstacleSetBuilder& ObstacleSetBuilder::add_circle(Point center, double radius) {
    const std::size_t call = calls_++;
    Status status = detail::check_point(center, call);
    if (status) status = detail::check_radius(radius, call);
    if (status)
        obstacles_.push_back(detail::make_obstacle(center, center, radius));
    else
        refuse(status);
    return *this;
}

ObstacleSetBuilder& ObstacleSetBuilder::add_wall(std::span<const Point> points, bool closed) {
    const std::size_t call = calls_++;
    if (points.empty()) refuse({.code = Code::empty_path, .subject = "obstacles", .index = call});
    for (std::size_t i = 0; i < points.size(); ++i) {
        Status status = detail::check_point(points[i], call);
        if (status) continue;
        status.sub_index = i;
        refuse(status);
        return *this;
    }
    const bool polygon = closed && points.size() > 2;
    if (points.size() == 1) obstacles_.push_back(piece(points[0], points[0], false));
    for (std::size_t i = 1; i < points.size(); ++i)
        obstacles_.push_back(piece(points[i - 1], points[i], polygon));
    if (polygon) obstacles_.push_back(piece(points.back(), points.front(), true));
    return *this;
}

ObstacleSetBuilder& ObstacleSetBuilder::add(const Obstacle& obstacle) {
    if (Status status = detail::check_obstacle(obstacle, calls_++); !status) {
        refuse(status);
        return *this;
    }
    obstacles_.push_back(detail::stored_obstacle(obstacle));
    obstacles_.back().of_polygon = obstacle.of_polygon;
    return *this;
}

ObstacleSetBuilder& ObstacleSetBuilder::add_walls(const PathSet& paths) {
    std::vector<Point> points;
    for (std::size_t path = 0; path < paths.size(); ++path) {
        points.clear();
        for (std::uint32_t node = 0; node < paths.node_count(path); ++node)
            points.push_back(paths.node(path, node));
        add_wall(points, paths.closed(path));
    }
    return *this;
}

Expected<ObstacleSet> ObstacleSetBuilder::build() const {
    if (!refused_.ok()) return refused_;
    if (obstacles_.empty()) return ObstacleSet();
    return detail::in_default_float_environment([&]() -> Expected<ObstacleSet> {
        return ObstacleSet(std::make_shared<const detail::ObstacleData>(make_data(obstacles_)));
    });
}

}  // namespace wend

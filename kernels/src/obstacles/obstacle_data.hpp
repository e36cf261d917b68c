// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "columns/change_times.hpp"
#include "wend/obstacles.hpp"

namespace wend::detail {

struct ObstacleIndex;

/// Elements that may be read past the end of a cell's obstacles.
inline constexpr std::size_t obstacle_padding = 16;

/// Square cells over all obstacles. The cells of a row are adjacent, and so are their obstacles.
struct ObstacleGrid {
    double origin_x = 0, origin_y = 0;
    double inverse_edge = 0;
    std::int64_t columns = 0, rows = 0;
};

/// How far an agent may go without meeting an obstacle, by small square cells over all obstacles with a
/// border about them. A place beyond the cells counts as the nearest place in them: it is no nearer to an
/// obstacle.
struct Clearance {
    float origin_x = 0, origin_y = 0;
    float edge = 0, cells_per_metre = 0;
    std::int32_t columns = 0, rows = 0;
    /// A chess king's steps to the nearest cell of an obstacle, at most 255; row by row. From a place in a
    /// cell, no obstacle is met by less than (steps - 1 + least) edges in x and in y.
    std::vector<std::uint8_t> steps;
    /// An obstacle's cells are those within `margin` of an edge of it. A distance is no longer than root 2
    /// times its greater component.
    static constexpr float margin = 0.125f, least = margin * 0.6875f;
    /// A large rectangle without an obstacle; max below min where there is none.
    double open_min_x = 0, open_min_y = 0, open_max_x = -1, open_max_y = -1;
};

/// Of a pool's obstacles that are equally near the one of lesser coordinates counts.
[[nodiscard]] inline bool has_lesser_coordinates(const Obstacle& a, const Obstacle& b) {
    const auto coordinates = [](const Obstacle& one) {
        return std::array{one.from_x, one.from_y,     one.to_x,      one.to_y,
                          one.radius, one.velocity_x, one.velocity_y};
    };
    return coordinates(a) < coordinates(b);
}

/// The flat arrays behind an ObstacleSet.
struct ObstacleData {
    /// Of a pool by numbers, with coordinates of NaN where a number has no obstacle.
    std::span<const Obstacle> obstacles;
    std::size_t count = 0;  ///< of those that are there
    std::vector<Obstacle> own_obstacles;
    // The locomotion finds obstacles in `near` where the set is a pool's, by this grid and map otherwise.
    ObstacleGrid grid;
    Clearance clearance;
    // The obstacles of cell c are [first[c], first[c + 1]); one in several cells occurs once in each.
    std::vector<std::uint32_t> first;
    std::vector<float> from_x, from_y, to_x, to_y, radius;
    std::vector<std::uint32_t> index;  ///< in `obstacles`
    /// For the stages; the arrays above are the locomotion's.
    std::shared_ptr<const ObstacleIndex> near;
    std::atomic<std::uint32_t>* calls = nullptr;  ///< of a pool: those that use it now; null: a set's
    ChangeTimes times;                            ///< of a pool

    /// Whether the first of two obstacles counts where all else is equal, if the other is before it by
    /// number.
    [[nodiscard]] bool precedes(const Obstacle& one, const Obstacle& before) const {
        return calls != nullptr && has_lesser_coordinates(one, before);
    }
};

struct ObstacleDataAccess {
    [[nodiscard]] static const ObstacleData& data(const ObstacleSet& set) noexcept { return *set.data_; }
};

// Compiled into the objects of every instruction set, so in an anonymous namespace.
namespace {

/// Cells [first, last] of a row; none if last is below first.
struct ObstacleColumns {
    std::int64_t first, last;
};

/// Saturates to [0, count).
inline std::int64_t clamped_cell(double cell, std::int64_t count) {
    const auto last = static_cast<double>(count - 1);
    return static_cast<std::int64_t>(cell < 0 ? 0 : cell > last ? last : cell);
}

/// Calls visit(row, columns) for the rows of cells that a disc touches between two points, within roundings.
template <class Visit>
inline void for_each_row_of_cells(const ObstacleGrid& grid, double from_x, double from_y, double to_x,
                                  double to_y, double radius, const Visit& visit) {
    // In cells. A touch computed in float may be off by some 2^-22 of the distances, and a grazing one by
    // 2^-11 of the radii.
    const double x0 = (from_x - grid.origin_x) * grid.inverse_edge;
    const double y0 = (from_y - grid.origin_y) * grid.inverse_edge;
    const double x1 = (to_x - grid.origin_x) * grid.inverse_edge;
    const double y1 = (to_y - grid.origin_y) * grid.inverse_edge;
    const auto size = [](double value) { return value < 0 ? -value : value; };
    const double reach = radius * grid.inverse_edge;
    const double distances =
        size(x0) + size(y0) + size(x1) + size(y1) + static_cast<double>(grid.columns + grid.rows);
    const double blur = 0x1p-10 + 0x1p-8 * reach + 0x1p-20 * distances;
    const double margin = reach + blur;
    const double low_y = (y0 < y1 ? y0 : y1) - margin;
    const double high_y = (y0 < y1 ? y1 : y0) + margin;
    const double low_x = (x0 < x1 ? x0 : x1) - margin;
    const double high_x = (x0 < x1 ? x1 : x0) + margin;
    if (!(high_y >= 0 && low_y < static_cast<double>(grid.rows))) return;
    if (!(high_x >= 0 && low_x < static_cast<double>(grid.columns))) return;
    const std::int64_t last_row = clamped_cell(high_y, grid.rows);
    for (std::int64_t row = clamped_cell(low_y, grid.rows); row <= last_row; ++row) {
        double left = low_x, right = high_x;
        if (y0 != y1) {
            // The part of the way on which the disc can reach into the row.
            const double into = (static_cast<double>(row) - margin - y0) / (y1 - y0);
            const double out = (static_cast<double>(row) + 1 + margin - y0) / (y1 - y0);
            double begin = into < out ? into : out;
            double end = into < out ? out : into;
            begin = begin > 0 ? begin : 0;
            end = end < 1 ? end : 1;
            if (begin > end) continue;
            const double xb = x0 + (x1 - x0) * begin;
            const double xe = x0 + (x1 - x0) * end;
            left = (xb < xe ? xb : xe) - margin;
            right = (xb < xe ? xe : xb) + margin;
        }
        if (!(right >= 0 && left < static_cast<double>(grid.columns))) continue;
        visit(row, ObstacleColumns{clamped_cell(left, grid.columns), clamped_cell(right, grid.columns)});
    }
}

/// Calls visit(first cell, last cell) for the rows of cells that a rectangle touches, within roundings.
template <class Visit>
inline void for_each_row_of_box(const ObstacleGrid& grid, float low_x, float low_y, float high_x,
                                float high_y, const Visit& visit) {
    const auto cell = [&](float at, double origin) {
        return (static_cast<double>(at) - origin) * grid.inverse_edge;
    };
    const double left = cell(low_x, grid.origin_x), right = cell(high_x, grid.origin_x);
    const double low = cell(low_y, grid.origin_y), high = cell(high_y, grid.origin_y);
    if (!(high >= -1 && low <= static_cast<double>(grid.rows))) return;
    if (!(right >= -1 && left <= static_cast<double>(grid.columns))) return;
    const auto first = static_cast<std::size_t>(clamped_cell(left, grid.columns));
    const auto last = static_cast<std::size_t>(clamped_cell(right, grid.columns));
    const auto top = static_cast<std::size_t>(clamped_cell(high, grid.rows));
    const auto columns = static_cast<std::size_t>(grid.columns);
    for (auto row = static_cast<std::size_t>(clamped_cell(low, grid.rows)); row <= top; ++row)
        visit(row * columns + first, row * columns + last);
}

}  // namespace
}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "support/flow_reference.hpp"
#include "wend/flow_field.hpp"

namespace wend::test {

/// A random grid with costs, goals and obstacles.
struct DrawnFlow {
    explicit DrawnFlow(std::uint32_t seed, std::uint32_t more_rows = 0) : random(seed) {
        grid.columns = below(4) == 0 ? 2 + below(3) : 2 + below(60);
        grid.rows = (below(4) == 0 ? 2 + below(3) : 2 + below(60)) + more_rows;
        grid.area = {-3, 5, -3 + 0.37f * static_cast<float>(grid.columns),
                     5 + (below(2) == 0 ? 0.37f : 1.1f) * static_cast<float>(grid.rows)};
        walls = below(3);
        spread = below(4);
        for (std::size_t cell = 0; cell < grid.size(); ++cell) costs.push_back(draw_cost());
        const std::size_t count = below(3) == 0 ? 1 + below(30) : 1;
        for (std::size_t i = 0; i < count; ++i) places.push_back(draw_place());
        for (std::size_t i = below(4); i-- > 0;) obstacles.push_back(draw_obstacle());
    }

    std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); }
    double share() { return static_cast<double>(random() >> 8) * 0x1p-24; }

    float draw_cost() {
        if (walls == 1 && below(10) == 0) return std::numeric_limits<float>::infinity();
        if (walls == 2 && below(100) < 35) return std::numeric_limits<float>::infinity();
        if (spread == 1) return 1 + 0.25f * static_cast<float>(below(5));
        if (spread == 2) return std::ldexp(1.0f, static_cast<int>(below(41)) - 20);
        if (spread == 3) return std::ldexp(1.0f, static_cast<int>(below(111)) - 55);
        return 1;
    }
    Point draw_place() {
        const Rectangle& area = grid.area;
        const double x = static_cast<double>(area.min_x), y = static_cast<double>(area.min_y);
        return {x + (static_cast<double>(area.max_x) - x) * (1.1 * share() - 0.05),
                y + (static_cast<double>(area.max_y) - y) * (1.1 * share() - 0.05)};
    }
    Obstacle draw_obstacle() {
        const Point from = draw_place(), to = draw_place();
        const auto rounded = [](double at) { return static_cast<float>(at); };
        if (below(2) == 0)
            return {rounded(from.x), rounded(from.y), rounded(from.x), rounded(from.y), rounded(2 * share())};
        return {rounded(from.x), rounded(from.y), rounded(to.x), rounded(to.y), 0};
    }

    /// Valid until the next change.
    [[nodiscard]] FlowGoals goals() const {
        ObstacleSetBuilder builder;
        for (const Obstacle& one : obstacles) {
            const Point from{static_cast<double>(one.from_x), static_cast<double>(one.from_y)};
            const Point to{static_cast<double>(one.to_x), static_cast<double>(one.to_y)};
            if (one.from_x == one.to_x && one.from_y == one.to_y)
                builder.add_circle(from, static_cast<double>(one.radius));
            else
                builder.add_wall(std::vector{from, to});
        }
        return {
            .goals = places, .obstacles = *builder.build(), .clearance = 0.3f, .speed = 1.4f, .costs = costs};
    }

    std::mt19937 random;
    FlowGrid grid;
    std::uint32_t walls = 0, spread = 0;
    std::vector<float> costs;
    std::vector<Point> places;  ///< of the goals
    std::vector<Obstacle> obstacles;
};

inline testing::AssertionResult same_field(const FlowField& field, const FlowReference& expected) {
    const FlowGrid& grid = field.grid();
    const double width =
        (static_cast<double>(grid.area.max_x) - static_cast<double>(grid.area.min_x)) / grid.columns;
    const double height =
        (static_cast<double>(grid.area.max_y) - static_cast<double>(grid.area.min_y)) / grid.rows;
    for (std::uint32_t row = 0; row < grid.rows; ++row)
        for (std::uint32_t column = 0; column < grid.columns; ++column) {
            const std::size_t cell = std::size_t{row} * grid.columns + column;
            const Point found = field.velocity(column, row);
            const Point centre{static_cast<double>(grid.area.min_x) + (column + 0.5) * width,
                               static_cast<double>(grid.area.min_y) + (row + 0.5) * height};
            const auto bits = [](double value) {
                return std::bit_cast<std::uint32_t>(static_cast<float>(value));
            };
            if (bits(found.x) != std::bit_cast<std::uint32_t>(expected.velocities[2 * cell]) ||
                bits(found.y) != std::bit_cast<std::uint32_t>(expected.velocities[2 * cell + 1]))
                return testing::AssertionFailure()
                       << "cell " << column << ", " << row << ": " << found.x << ", " << found.y
                       << " instead of " << expected.velocities[2 * cell] << ", "
                       << expected.velocities[2 * cell + 1];
            if (field.reaches(centre) != expected.reaches[cell])
                return testing::AssertionFailure() << "way from cell " << column << ", " << row;
        }
    return testing::AssertionSuccess();
}

}  // namespace wend::test

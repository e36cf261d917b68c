// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <stdexcept>
#include <vector>

#include "wend/wend.hpp"

namespace wend::test {

inline ObstaclePool pool_of(const ObstaclePoolSize& size) {
    const Expected<ObstaclePool> pool = ObstaclePool::create(size);
    if (!pool) throw std::runtime_error(message(pool.status()));
    return *pool;
}

/// A circle, or a wall.
struct DrawnObstacle {
    Point from, to;
    double radius = 0;
    bool wall = false;

    [[nodiscard]] Expected<std::uint32_t> add(ObstaclePool& pool) const {
        return wall ? pool.add_wall(from, to) : pool.add_circle(from, radius);
    }
    Status move(ObstaclePool& pool, std::uint32_t number) const {
        return wall ? pool.move_wall(number, from, to) : pool.move_circle(number, from, radius);
    }
};

/// The obstacles of a pool, by number.
using ObstacleModel = std::map<std::uint32_t, DrawnObstacle>;

/// A set of the same obstacles, built anew.
inline ObstacleSet set_of(const ObstacleModel& model) {
    std::vector<std::pair<std::array<float, 5>, DrawnObstacle>> sorted;
    for (const auto& [number, one] : model) {
        const auto add = [](const DrawnObstacle& of) {
            ObstacleSetBuilder builder;
            if (of.wall)
                builder.add_wall(std::array{of.from, of.to});
            else
                builder.add_circle(of.from, of.radius);
            return builder.build()->obstacle(0);
        };
        const Obstacle stored = add(one);
        sorted.push_back({{stored.from_x, stored.from_y, stored.to_x, stored.to_y, stored.radius}, one});
    }
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    ObstacleSetBuilder builder;
    for (const auto& [key, one] : sorted) {
        if (one.wall)
            builder.add_wall(std::array{one.from, one.to});
        else
            builder.add_circle(one.from, one.radius);
    }
    return *builder.build();
}

}  // namespace wend::test

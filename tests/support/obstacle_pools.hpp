// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <vector>

#include "wend/wend.hpp"

namespace wend::test {

inline ObstaclePool pool_of(const ObstaclePoolSize& size) {
    const Expected<ObstaclePool> pool = ObstaclePool::create(size);
    if (!pool) throw std::runtime_error(message(pool.status()));
    return *pool;
}

inline Obstacle circle(float x, float y, float radius) { return {x, y, x, y, radius}; }
inline Obstacle wall(float from_x, float from_y, float to_x, float to_y) {
    return {from_x, from_y, to_x, to_y};
}

/// The obstacles of a pool, by number.
using ObstacleModel = std::map<std::uint32_t, Obstacle>;

/// A set of the same obstacles, built anew.
inline ObstacleSet set_of(const ObstacleModel& model) {
    std::vector<Obstacle> sorted;
    for (const auto& [number, one] : model) sorted.push_back(one);
    const auto key = [](const Obstacle& one) {
        return std::array{one.from_x, one.from_y, one.to_x, one.to_y, one.radius};
    };
    std::sort(sorted.begin(), sorted.end(),
              [&](const Obstacle& a, const Obstacle& b) { return key(a) < key(b); });
    ObstacleSetBuilder builder;
    for (const Obstacle& one : sorted) {
        const Point from{static_cast<double>(one.from_x), static_cast<double>(one.from_y)};
        const Point to{static_cast<double>(one.to_x), static_cast<double>(one.to_y)};
        if (from.x == to.x && from.y == to.y)
            builder.add_circle(from, static_cast<double>(one.radius));
        else
            builder.add_wall(std::array{from, to});
    }
    return *builder.build();
}

}  // namespace wend::test

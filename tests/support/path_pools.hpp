// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "support/population.hpp"
#include "wend/wend.hpp"

namespace wend::test {

using Points = std::vector<Point>;

inline PathPool pool_of(const PathPoolSize& size) {
    const Expected<PathPool> pool = PathPool::create(size);
    if (!pool) throw std::runtime_error(message(pool.status()));
    return *pool;
}

/// Random, all of them distinct.
inline Points points_of(std::uint64_t seed, std::size_t count) {
    Points points;
    for (std::uint64_t i = 0; i < count; ++i)
        points.push_back({static_cast<double>(signed_value(bits_of(seed, 0, i), 64)),
                          static_cast<double>(signed_value(bits_of(seed, 1, i), 64))});
    return points;
}

}  // namespace wend::test

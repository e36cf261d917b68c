// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "obstacles/obstacle_index.hpp"
#include "obstacles/obstacle_pairs.hpp"
#include "simd/lanes.hpp"

namespace wend::detail {
namespace {

/// The box about those of a vector of agents: obstacles near one are mostly near the others too.
struct SearchBox {
    float low_x = std::numeric_limits<float>::infinity(), high_x = -low_x, low_y = low_x, high_y = -low_x;

    /// By the boxes of those lanes, without those of NaN.
    template <class A>
    void extend(const BoxLanes<A>& box, std::uint32_t lanes_in) {
        alignas(64) float of[4][lanes<A>];
        write(of[0], box.low_x);
        write(of[1], box.high_x);
        write(of[2], box.low_y);
        write(of[3], box.high_y);
        for (; lanes_in != 0; lanes_in &= lanes_in - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(lanes_in));
            low_x = of[0][lane] < low_x ? of[0][lane] : low_x;
            high_x = of[1][lane] > high_x ? of[1][lane] : high_x;
            low_y = of[2][lane] < low_y ? of[2][lane] : low_y;
            high_y = of[3][lane] > high_y ? of[3][lane] : high_y;
        }
    }

    [[nodiscard]] float area() const { return (high_x - low_x) * (high_y - low_y); }

    /// As ObstacleIndex::any_overlaps: an obstacle may come more than once.
    template <class Visit>
    void search(const ObstacleIndex& index, const Visit& visit) const {
        if (high_x >= index.low_x && low_x <= index.high_x && high_y >= index.low_y && low_y <= index.high_y)
            index.any_overlaps(low_x, high_x, low_y, high_y, visit);
    }
};

}  // namespace
}  // namespace wend::detail

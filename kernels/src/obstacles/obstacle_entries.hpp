// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "obstacles/obstacle_index.hpp"

/// The entries of an obstacle in an index.
namespace wend::detail {

inline std::uint32_t record_at(std::size_t obstacle) {
    return static_cast<std::uint32_t>(obstacle * (floats_of_record / 2));
}

struct Box {
    float min_x, max_x, min_y, max_y;
};

/// The float below a value, and the one above it.
inline float rounded_up(double value) {
    const auto near = static_cast<float>(value);
    if (near == 0) return std::numeric_limits<float>::denorm_min();
    const auto bits = std::bit_cast<std::uint32_t>(near);
    return std::abs(near) <= std::numeric_limits<float>::max()
               ? std::bit_cast<float>(near > 0 ? bits + 1 : bits - 1)
               : near;
}
inline float rounded_down(double value) { return -rounded_up(-value); }

inline double length_of(const Obstacle& one) {
    const double x = static_cast<double>(one.to_x) - static_cast<double>(one.from_x);
    const double y = static_cast<double>(one.to_y) - static_cast<double>(one.from_y);
    return std::sqrt(x * x + y * y);
}

/// Calls visit(box) for the pieces of an obstacle: of a wall no longer than `longest`; of a circle, which
/// may lie in many strips, at most eight.
template <class Visit>
inline void for_each_piece(const Obstacle& one, double longest, const Visit& visit) {
    const double length = length_of(one), radius = static_cast<double>(one.radius);
    const double margin = static_cast<double>(box_margin) * (radius + length);
    const auto pieces =
        static_cast<std::uint32_t>(std::max(length, std::min(2 * radius, 8 * longest)) / longest) + 1;
    const auto visit_pieces = [&](double from_x, double to_x, double from_y, double to_y, double beside) {
        const auto at = [&](double from, double to, std::uint32_t piece) {
            return piece == pieces ? to : from + (to - from) * (static_cast<double>(piece) / pieces);
        };
        for (std::uint32_t piece = 0; piece < pieces; ++piece) {
            const double x0 = at(from_x, to_x, piece), x1 = at(from_x, to_x, piece + 1);
            const double y0 = at(from_y, to_y, piece), y1 = at(from_y, to_y, piece + 1);
            visit(Box{rounded_down(std::min(x0, x1) - margin), rounded_up(std::max(x0, x1) + margin),
                      rounded_down(std::min(y0, y1) - beside), rounded_up(std::max(y0, y1) + beside)});
        }
    };
    const auto fx = static_cast<double>(one.from_x), fy = static_cast<double>(one.from_y);
    const auto tx = static_cast<double>(one.to_x), ty = static_cast<double>(one.to_y);
    if (tx < fx)
        visit_pieces(tx - radius, fx + radius, ty, fy, margin + radius);
    else
        visit_pieces(fx - radius, tx + radius, fy, ty, margin + radius);
}

/// The same on the obstacle's way of so many seconds, which is cut into ways no longer than `longest`.
template <class Visit>
inline void for_each_piece_of_way(const Obstacle& one, double longest, double seconds, const Visit& visit) {
    const double way_x = static_cast<double>(one.velocity_x) * seconds;
    const double way_y = static_cast<double>(one.velocity_y) * seconds;
    const double way = std::sqrt(way_x * way_x + way_y * way_y);
    if (way == 0) return for_each_piece(one, longest, visit);
    const auto ways = static_cast<std::uint32_t>(way / longest) + 1;
    const double margin = static_cast<double>(box_margin) * way;
    for (std::uint32_t i = 0; i < ways; ++i) {
        const double begin = static_cast<double>(i) / ways, end = static_cast<double>(i + 1) / ways;
        for_each_piece(one, longest, [&](const Box& box) {
            const auto low = [&](float at, double along) {
                return rounded_down(static_cast<double>(at) + std::min(along * begin, along * end) - margin);
            };
            const auto high = [&](float at, double along) {
                return rounded_up(static_cast<double>(at) + std::max(along * begin, along * end) + margin);
            };
            visit(Box{low(box.min_x, way_x), high(box.max_x, way_x), low(box.min_y, way_y),
                      high(box.max_y, way_y)});
        });
    }
}

/// An obstacle's piece in a strip.
struct Entry {
    Box box;
    std::size_t cell;  ///< its first one
    std::size_t last_column;
    float column_before;
};

/// Calls visit(entry) for the entries of an obstacle.
template <class Visit>
inline void for_each_entry(const ObstacleIndex& index, const Obstacle& one, const Visit& visit) {
    std::size_t first_before = 1, last_before = 0, column_before = 0;
    const auto horizon = static_cast<double>(index.horizon);
    for_each_piece_of_way(one, index.row_height, horizon, [&](const Box& box) {
        const std::size_t first_row = index.row_of(box.min_y), last = index.row_of(box.max_y);
        const std::size_t first = first_row == 0 ? 0 : first_row - 1;
        const std::size_t column = index.column_of(box.min_x), last_column = index.column_of(box.max_x);
        for (std::size_t strip = first; strip <= last; ++strip) {
            const bool continues = first_before <= strip && strip <= last_before;
            visit(Entry{box, strip * index.columns + column, last_column,
                        continues ? static_cast<float>(column_before) : -1.0f});
        }
        first_before = first;
        last_before = last;
        column_before = last_column;
    });
}

}  // namespace wend::detail

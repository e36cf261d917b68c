// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// Cells of the neighbour grid: the cell of a position, and the table entries of the cells around it.
namespace wend::detail {

/// The cells of one axis: as wide as the largest radius, a whole part of it, or wider.
///
/// In double, so that agents within a radius by float differences lie in the same or in adjacent cells.
/// A cell, or as many as are one radius, is 1/64 wider than the radius, which is more than the rounding
/// errors: beyond 2^24 radii from zero, distinct floats are farther apart than a radius, and nearer a cell's
/// number has 28 fractional bits.
struct CellAxis {
    double origin;
    double inverse_edge;
    std::int64_t count;  ///< of cells
};

struct CellMap {
    CellAxis x, y;
    std::int64_t reach;  ///< columns that a radius is wide, or fewer where cells are wider
    bool wraps;          ///< cells modulo the axes' counts: opposite edges are adjacent
    bool hashed;         ///< there are more cells than entries in the table: several share one
    std::uint64_t row_stride;
    std::uint32_t mask;  ///< entries of the table, a power of two, less 1
};

/// Entries [first, last] of the table.
struct Buckets {
    std::uint32_t first, last;
};

/// Three rows, each in two parts where the world wraps, and where the table does.
inline constexpr std::size_t max_near_buckets = 12;

/// The entries around some cells, each once.
struct NearBuckets {
    Buckets range[max_near_buckets];
    std::size_t count = 0;
};

// Compiled into the objects of every instruction set, and so without a name outside of them.
namespace {

/// Monotone in the position. Saturates, where floats that differ are farther apart than cells.
inline std::int64_t cell_of(const CellAxis& axis, float position) {
    constexpr double most = 0x1p52;
    double at = (static_cast<double>(position) - axis.origin) * axis.inverse_edge;
    at = at < most ? at : most;
    at = at > -most ? at : -most;
    const auto truncated = static_cast<std::int64_t>(at);
    return truncated - (static_cast<double>(truncated) > at ? 1 : 0);  // floor, without a call
}

/// Into [0, count).
inline std::int64_t wrap_cell(std::int64_t cell, std::int64_t count) {
    if (cell >= 0 && cell < count) return cell;
    const std::int64_t rest = cell % count;
    return rest < 0 ? rest + count : rest;
}

inline std::uint32_t bucket_of(const CellMap& map, std::int64_t column, std::int64_t row) {
    const std::uint64_t cell =
        static_cast<std::uint64_t>(column) + static_cast<std::uint64_t>(row) * map.row_stride;
    return static_cast<std::uint32_t>(cell) & map.mask;
}

inline std::uint32_t bucket_at(const CellMap& map, float x, float y) {
    std::int64_t column = cell_of(map.x, x);
    std::int64_t row = cell_of(map.y, y);
    if (map.wraps) {
        column = wrap_cell(column, map.x.count);
        row = wrap_cell(row, map.y.count);
    }
    return bucket_of(map, column, row);
}

/// A row's cells follow each other in the table; at its end they go on at its begin.
inline void add_cells(const CellMap& map, std::int64_t low, std::int64_t high, std::int64_t row,
                      NearBuckets& near) {
    const std::uint32_t first = bucket_of(map, low, row);
    const std::uint32_t last = bucket_of(map, high, row);
    if (first <= last) {
        near.range[near.count++] = {first, last};
    } else {
        near.range[near.count++] = {first, map.mask};
        near.range[near.count++] = {0, last};
    }
}

/// In order, and entries that several ranges have once.
inline void merge_buckets(NearBuckets& near) {
    for (std::size_t i = 1; i < near.count; ++i)
        for (std::size_t j = i; j > 0 && near.range[j].first < near.range[j - 1].first; --j) {
            const Buckets moved = near.range[j];
            near.range[j] = near.range[j - 1];
            near.range[j - 1] = moved;
        }
    std::size_t last = 0;
    for (std::size_t i = 1; i < near.count; ++i) {
        if (near.range[i].first > near.range[last].last)
            near.range[++last] = near.range[i];
        else if (near.range[i].last > near.range[last].last)
            near.range[last].last = near.range[i].last;
    }
    near.count = last + 1;
}

/// The cells around the columns [first, last] of a row.
inline NearBuckets buckets_around(const CellMap& map, std::int64_t first, std::int64_t last,
                                  std::int64_t row) {
    NearBuckets near;
    std::int64_t low = first - map.reach;
    std::int64_t high = last + map.reach;
    std::int64_t bottom = row - 1;
    std::int64_t top = row + 1;
    if (map.hashed && high - low >= map.mask / 8) {
        near.range[near.count++] = {0, map.mask};
        return near;
    }
    if (map.wraps) {
        if (top - bottom >= map.y.count) {
            bottom = 0;
            top = map.y.count - 1;
        }
    } else if (!map.hashed) {
        low = low > 0 ? low : 0;
        high = high < map.x.count ? high : map.x.count - 1;
        bottom = bottom > 0 ? bottom : 0;
        top = top < map.y.count ? top : map.y.count - 1;
        if (low > high) return near;
        // Most worlds: each row is one run of entries.
        std::uint32_t row_begin = bucket_of(map, 0, bottom);
        for (std::int64_t at = bottom; at <= top; ++at) {
            near.range[near.count++] = {row_begin + static_cast<std::uint32_t>(low),
                                        row_begin + static_cast<std::uint32_t>(high)};
            row_begin += static_cast<std::uint32_t>(map.row_stride);
        }
        return near;
    }
    for (std::int64_t at = bottom; at <= top; ++at) {
        if (!map.wraps) {
            add_cells(map, low, high, at, near);
            continue;
        }
        const std::int64_t inside = wrap_cell(at, map.y.count);
        if (high - low >= map.x.count - 1) {
            add_cells(map, 0, map.x.count - 1, inside, near);
            continue;
        }
        const std::int64_t left = wrap_cell(low, map.x.count);
        const std::int64_t right = left + (high - low);
        add_cells(map, left, right < map.x.count ? right : map.x.count - 1, inside, near);
        if (right >= map.x.count) add_cells(map, 0, right - map.x.count, inside, near);
    }
    if (map.hashed) merge_buckets(near);
    return near;
}

}  // namespace
}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "obstacles/obstacle_index.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "obstacles/obstacle_data.hpp"
#include "obstacles/obstacle_entries.hpp"
#include "wend/parameter.hpp"

namespace wend::detail {
namespace {

/// The index of a set, and its arrays.
struct BuiltIndex : ObstacleIndex {
    struct Arrays {
        std::vector<Cell> cells;
        std::vector<float> boxes, records, last_column_of, column_before;
        std::vector<std::uint32_t> record, next_free;
    } own;
};

/// Rows about as high as obstacles are long and apart; four columns in that length.
void choose_cells(ObstacleIndex& to, std::span<const Obstacle> obstacles) {
    const auto count = static_cast<double>(obstacles.size());
    constexpr float infinity = std::numeric_limits<float>::infinity();
    double lengths = 0;
    bool short_walls = false;
    for (const Obstacle& one : obstacles) {
        const double length = length_of(one);
        lengths += length + 2 * static_cast<double>(one.radius);
        short_walls |= length > 0 && length < 0x1p-40;
        to.largest = std::max(to.largest, one.radius);
        for_each_piece(one, std::numeric_limits<double>::infinity(), [&](const Box& box) {
            to.low_x = std::min(to.low_x, box.min_x);
            to.low_y = std::min(to.low_y, box.min_y);
            to.high_x = std::max(to.high_x, box.max_x);
            to.high_y = std::max(to.high_y, box.max_y);
        });
    }
    to.rough_below = short_walls ? infinity : 0x1p-60f;
    to.origin_x = to.low_x;
    to.origin_y = to.low_y;
    const double width = static_cast<double>(to.high_x) - static_cast<double>(to.low_x);
    const double height = static_cast<double>(to.high_y) - static_cast<double>(to.low_y);
    // No more than 2^22 cells, so that floats count them.
    const double most = std::min(4 * count, 0x1p21);
    const double row = std::max({lengths / count, std::sqrt(width * height / (most / 4)), width / most,
                                 height / most, static_cast<double>(component_floor)});
    const double column = std::max(row / 4, width / most);
    to.rows_per_metre = static_cast<float>(1 / row);
    to.columns_per_metre = static_cast<float>(1 / column);
    to.last_column = std::floor((to.high_x - to.origin_x) * to.columns_per_metre);
    to.last_row = std::floor((to.high_y - to.origin_y) * to.rows_per_metre);
    to.columns = static_cast<std::size_t>(to.last_column) + 1;
    to.row_height = row;
}

/// Sorts the entries by their cells, and sets the ends of these.
void add_entries(BuiltIndex& to, std::span<const Obstacle> obstacles, bool polygons) {
    std::vector<std::uint32_t> next(to.own.cells.size() + 1, 0);
    for (const Obstacle& one : obstacles)
        for_each_entry(to, one, [&](const Entry& entry) { ++next[entry.cell + 1]; });
    for (std::size_t cell = 0; cell < to.own.cells.size(); ++cell) {
        next[cell + 1] += next[cell];
        to.own.cells[cell].end = next[cell + 1];
    }
    const std::size_t blocks = next.back() / 4 + 1;
    to.own.boxes.assign(blocks * 16, std::numeric_limits<float>::quiet_NaN());
    to.own.record.assign(blocks * 4 + obstacle_padding, to.no_record);
    if (polygons) {
        to.own.last_column_of.assign(to.own.record.size(), -1.0f);
        to.own.column_before.assign(to.own.record.size(), -1.0f);
    }
    for (std::size_t i = 0; i < obstacles.size(); ++i)
        for_each_entry(to, obstacles[i], [&](const Entry& entry) {
            const std::uint32_t at = next[entry.cell]++;
            float* const lane = &to.own.boxes[at / 4 * 16 + at % 4];
            lane[0] = entry.box.min_x;
            lane[4] = -entry.box.max_x;
            lane[8] = entry.box.min_y;
            lane[12] = -entry.box.max_y;
            to.own.record[at] = record_at(i);
            if (!polygons) return;
            to.own.last_column_of[at] = static_cast<float>(entry.last_column);
            to.own.column_before[at] = entry.column_before;
        });
}

/// The entries that end before a column end before all later ones.
void set_begins(BuiltIndex& to) {
    std::uint32_t strip_begin = 0;
    for (std::size_t first = 0; first + 1 < to.own.cells.size(); first += to.columns) {
        const std::uint32_t strip_end = to.own.cells[first + to.columns - 1].end;
        std::uint32_t begin = strip_begin;
        for (std::size_t column = 0; column < to.columns; ++column) {
            while (begin < strip_end && to.column_of(-to.own.boxes[begin / 4 * 16 + 4 + begin % 4]) < column)
                ++begin;
            to.own.cells[first + column].begin = begin;
        }
        strip_begin = strip_end;
    }
    to.own.cells.back() = {};
}

/// A cell in no side's box is inside or outside as a whole: a ray from its row's middle to greater x tells.
void find_free_cells(BuiltIndex& to, std::span<const Obstacle> obstacles) {
    const std::size_t columns = to.columns, cells = to.own.cells.size() - 1;
    to.own.next_free.assign(cells, static_cast<std::uint32_t>(2 * columns));
    // Floats place a cell's middle within a sixteenth of a cell.
    const float farthest = std::max({-to.low_x, to.high_x, -to.low_y, to.high_y});
    if (to.last_column > 0x1p18f || to.last_row > 0x1p18f ||
        std::max(to.columns_per_metre, to.rows_per_metre) * farthest > 0x1p18f)
        return;
    constexpr std::uint8_t in_box = 1, crossing = 2;  // a number of crossings that is odd
    std::vector<std::uint8_t> state(cells, 0);
    for (const Obstacle& one : obstacles) {
        if (!one.of_polygon) continue;
        for_each_piece(one, to.row_height, [&](const Box& box) {
            const std::size_t first = to.column_of(box.min_x), last = to.column_of(box.max_x);
            for (std::size_t row = to.row_of(box.min_y); row <= to.row_of(box.max_y); ++row)
                for (std::size_t column = first; column <= last; ++column)
                    state[row * columns + column] |= in_box;
        });
        const bool falls = one.to_y < one.from_y;
        const auto x0 = static_cast<double>(falls ? one.to_x : one.from_x);
        const auto y0 = static_cast<double>(falls ? one.to_y : one.from_y);
        const auto x1 = static_cast<double>(falls ? one.from_x : one.to_x);
        const auto y1 = static_cast<double>(falls ? one.from_y : one.to_y);
        const std::size_t last_row = to.row_of(static_cast<float>(y1));
        for (std::size_t row = to.row_of(static_cast<float>(y0)); row <= last_row; ++row) {
            const double y =
                static_cast<double>(to.origin_y) + (static_cast<double>(row) + 0.5) * to.row_height;
            if (y < y0 || y >= y1) continue;
            const double x = x0 + (x1 - x0) * ((y - y0) / (y1 - y0));
            state[row * columns + to.column_of(static_cast<float>(x))] ^= crossing;
        }
    }
    for (std::size_t end = cells; end != 0; end -= columns) {
        auto next = static_cast<std::uint32_t>(2 * columns);
        std::uint32_t inside = 0;
        for (std::size_t column = columns; column-- != 0;) {
            const std::uint8_t here = state[end - columns + column];
            if ((here & in_box) == 0) next = static_cast<std::uint32_t>(2 * column) | inside;
            inside ^= here / crossing;
            to.own.next_free[end - columns + column] = next;
        }
    }
}

}  // namespace

std::shared_ptr<const ObstacleIndex> make_index(std::span<const Obstacle> obstacles) {
    const auto built = std::make_shared<BuiltIndex>();
    BuiltIndex& to = *built;
    to.no_record = record_at(obstacles.size());
    choose_cells(to, obstacles);
    to.own.cells.resize((static_cast<std::size_t>(to.last_row) + 1) * to.columns + 1);
    const bool polygons =
        std::any_of(obstacles.begin(), obstacles.end(), [](const Obstacle& one) { return one.of_polygon; });
    add_entries(to, obstacles, polygons);
    set_begins(to);
    if (polygons) find_free_cells(to, obstacles);
    to.own.records.reserve(floats_of_record * (obstacles.size() + 1));
    for (const Obstacle& one : obstacles)
        to.own.records.insert(to.own.records.end(), {one.from_x, one.from_y, one.to_x, one.to_y, one.radius,
                                                     one.of_polygon ? 1.0f : 0.0f, 0, 0});
    to.own.records.insert(to.own.records.end(), floats_of_record, std::numeric_limits<float>::quiet_NaN());
    to.cells = to.own.cells;
    to.boxes = to.own.boxes;
    to.record = to.own.record;
    to.records = to.own.records;
    to.next_free = to.own.next_free;
    to.last_column_of = to.own.last_column_of;
    to.column_before = to.own.column_before;
    return built;
}

}  // namespace wend::detail

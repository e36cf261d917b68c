// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "obstacles/obstacle_index.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "obstacles/obstacle_data.hpp"
#include "wend/parameter.hpp"

namespace wend::detail {
namespace {

std::uint32_t record_at(std::size_t obstacle) {
    return static_cast<std::uint32_t>(obstacle * (floats_of_record / 2));
}

struct Box {
    float min_x, max_x, min_y, max_y;
};

/// The float below a value, and the one above it.
float rounded_down(double value) {
    return std::nextafter(static_cast<float>(value), -std::numeric_limits<float>::infinity());
}
float rounded_up(double value) {
    return std::nextafter(static_cast<float>(value), std::numeric_limits<float>::infinity());
}

double length_of(const Obstacle& one) {
    const double x = static_cast<double>(one.to_x) - static_cast<double>(one.from_x);
    const double y = static_cast<double>(one.to_y) - static_cast<double>(one.from_y);
    return std::sqrt(x * x + y * y);
}

/// Calls visit(box) for the pieces of an obstacle: of a wall no longer than `longest`; of a circle, which
/// may lie in many strips, at most eight.
template <class Visit>
void for_each_piece(const Obstacle& one, double longest, const Visit& visit) {
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

/// Rows about as high as obstacles are long and apart; four columns in that length.
void choose_cells(ObstacleIndex& to, const std::vector<Obstacle>& obstacles) {
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

/// An obstacle's piece in a strip.
struct Entry {
    Box box;
    std::size_t cell;  ///< its first one
    std::size_t last_column;
    float column_before;
};

/// Calls visit(entry) for the entries of an obstacle.
template <class Visit>
void for_each_entry(const ObstacleIndex& index, const Obstacle& one, const Visit& visit) {
    std::size_t first_before = 1, last_before = 0, column_before = 0;
    for_each_piece(one, index.row_height, [&](const Box& box) {
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

/// Sorts the entries by their cells, and sets the ends of these.
void add_entries(ObstacleIndex& to, const std::vector<Obstacle>& obstacles, bool polygons) {
    std::vector<std::uint32_t> next(to.cells.size() + 1, 0);
    for (const Obstacle& one : obstacles)
        for_each_entry(to, one, [&](const Entry& entry) { ++next[entry.cell + 1]; });
    for (std::size_t cell = 0; cell < to.cells.size(); ++cell) {
        next[cell + 1] += next[cell];
        to.cells[cell].end = next[cell + 1];
    }
    const std::size_t blocks = next.back() / 4 + 1;
    to.boxes.assign(blocks * 16, std::numeric_limits<float>::quiet_NaN());
    to.record.assign(blocks * 4 + obstacle_padding, to.no_record);
    if (polygons) {
        to.last_column_of.assign(to.record.size(), -1.0f);
        to.column_before.assign(to.record.size(), -1.0f);
    }
    for (std::size_t i = 0; i < obstacles.size(); ++i)
        for_each_entry(to, obstacles[i], [&](const Entry& entry) {
            const std::uint32_t at = next[entry.cell]++;
            float* const lane = &to.boxes[at / 4 * 16 + at % 4];
            lane[0] = entry.box.min_x;
            lane[4] = -entry.box.max_x;
            lane[8] = entry.box.min_y;
            lane[12] = -entry.box.max_y;
            to.record[at] = record_at(i);
            if (!polygons) return;
            to.last_column_of[at] = static_cast<float>(entry.last_column);
            to.column_before[at] = entry.column_before;
        });
}

/// The entries that end before a column end before all later ones.
void set_begins(ObstacleIndex& to) {
    std::uint32_t strip_begin = 0;
    for (std::size_t first = 0; first + 1 < to.cells.size(); first += to.columns) {
        const std::uint32_t strip_end = to.cells[first + to.columns - 1].end;
        std::uint32_t begin = strip_begin;
        for (std::size_t column = 0; column < to.columns; ++column) {
            while (begin < strip_end && to.column_of(-to.boxes[begin / 4 * 16 + 4 + begin % 4]) < column)
                ++begin;
            to.cells[first + column].begin = begin;
        }
        strip_begin = strip_end;
    }
    to.cells.back() = {};
}

/// A cell in no side's box is inside or outside as a whole: a ray from its row's middle to greater x tells.
void find_free_cells(ObstacleIndex& to, const std::vector<Obstacle>& obstacles) {
    const std::size_t columns = to.columns, cells = to.cells.size() - 1;
    to.next_free.assign(cells, static_cast<std::uint32_t>(2 * columns));
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
            to.next_free[end - columns + column] = next;
        }
    }
}

}  // namespace

ObstacleIndex make_index(const std::vector<Obstacle>& obstacles) {
    ObstacleIndex to;
    to.no_record = record_at(obstacles.size());
    if (!obstacles.empty()) choose_cells(to, obstacles);
    to.cells.resize((static_cast<std::size_t>(to.last_row) + 1) * to.columns + 1);
    const bool polygons =
        std::any_of(obstacles.begin(), obstacles.end(), [](const Obstacle& one) { return one.of_polygon; });
    add_entries(to, obstacles, polygons);
    set_begins(to);
    if (polygons) find_free_cells(to, obstacles);
    to.records.reserve(floats_of_record * (obstacles.size() + 1));
    for (const Obstacle& one : obstacles)
        to.records.insert(to.records.end(), {one.from_x, one.from_y, one.to_x, one.to_y, one.radius,
                                             one.of_polygon ? 1.0f : 0.0f, 0, 0});
    to.records.insert(to.records.end(), floats_of_record, std::numeric_limits<float>::quiet_NaN());
    return to;
}

}  // namespace wend::detail

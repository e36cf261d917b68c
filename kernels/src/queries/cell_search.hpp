// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "neighbours/cell_map.hpp"
#include "queries/index_data.hpp"

namespace wend::detail {

/// Cells [low, high] of an axis. Where the world wraps, those beyond its edge are the ones at the other edge;
/// there are never more than the axis has.
struct CellRange {
    std::int64_t low = 0, high = -1;

    [[nodiscard]] bool has(std::int64_t cell) const { return low <= cell && cell <= high; }
};

struct CellBlock {
    CellRange columns, rows;
};

/// The cells about a point.
///
/// An agent is skipped only where the operations of its squared distance d2 give more than the limit. With a
/// relative error of 2^-22 and an absolute one of 2^-148, a d2 up to the limit means a distance up to
/// `reach_of(limit)`. Cells' numbers are rounded by less than `margin` cells.
class CellSearch {
  public:
    CellSearch(const IndexData& data, IndexedPosition point)
        : data_(data), column_(along(data.columns, point.x)), row_(along(data.rows, point.y)) {}

    /// m
    static double reach_of(float limit) {
        return std::sqrt(static_cast<double>(limit)) * (1 + 0x1p-20) + 0x1p-74;
    }

    /// So many cells to each side of the point's.
    [[nodiscard]] CellBlock around(double cells) const {
        return {range(data_.columns, column_, cells), range(data_.rows, row_, cells)};
    }
    [[nodiscard]] bool are_all(const CellBlock& block) const {
        return length(block.columns) == data_.columns.count && length(block.rows) == data_.rows.count;
    }

    /// Calls visit(first, last) for the agents [first, last) of a block's cells but for those of `inner`.
    template <class Visit>
    void visit(const CellBlock& block, const CellBlock& inner, const Visit& visit) const {
        for (std::int64_t row = block.rows.low; row <= block.rows.high; ++row)
            visit_row(row, block.columns, inner, visit);
    }
    /// The same for the cells with agents within a distance.
    template <class Visit>
    void visit_near(double reach, const CellBlock& inner, const Visit& visit) const {
        const CellRange rows = range(data_.rows, row_, reach * data_.rows.inverse_edge + margin);
        const CellRange columns = range(data_.columns, column_, reach * data_.columns.inverse_edge + margin);
        // The circle's corners are worth a root where there are many rows, and need none in all of a world.
        const bool is_square = length(rows) <= 3 || (data_.wraps && length(rows) == data_.rows.count);
        for (std::int64_t row = rows.low; row <= rows.high; ++row) {
            if (is_square || inner.rows.has(row)) {
                visit_row(row, columns, inner, visit);
                continue;
            }
            const double gap = gap_to(row);
            if (gap > reach) continue;
            const double half = std::sqrt(reach * reach - gap * gap) * data_.columns.inverse_edge + margin;
            visit_row(row, range(data_.columns, column_, half), inner, visit);
        }
    }

  private:
    static constexpr double margin = 0x1p-16;

    static double along(const CellAxis& axis, float at) {
        return (static_cast<double>(at) - axis.origin) * axis.inverse_edge;
    }

    [[nodiscard]] CellRange range(const CellAxis& axis, double at, double cells) const {
        const auto floor_of = [](double number) {
            const auto truncated = static_cast<std::int64_t>(number);
            return truncated - (static_cast<double>(truncated) > number ? 1 : 0);
        };
        const auto count = static_cast<double>(axis.count);
        if (!data_.wraps)
            return {floor_of(std::clamp(at - cells, 0.0, count - 1)),
                    floor_of(std::clamp(at + cells, 0.0, count - 1))};
        if (2 * cells < count) {
            const CellRange some{floor_of(at - cells), floor_of(at + cells)};
            if (some.high - some.low < axis.count - 1) return some;
        }
        const std::int64_t low = floor_of(at) - (axis.count - 1) / 2;
        return {low, low + axis.count - 1};
    }

    static std::int64_t length(const CellRange& cells) { return cells.high - cells.low + 1; }

    /// The least distance to a row in m, if it is not at the border of an open world.
    [[nodiscard]] double gap_to(std::int64_t row) const {
        const bool open_below = !data_.wraps && row == 0;
        const bool open_above = !data_.wraps && row == data_.rows.count - 1;
        const double below = open_below ? 0 : static_cast<double>(row) - row_;
        const double above = open_above ? 0 : row_ - static_cast<double>(row + 1);
        return std::max(std::max(below, above) - margin, 0.0) / data_.rows.inverse_edge;
    }

    template <class Visit>
    void visit_row(std::int64_t row, const CellRange& columns, const CellBlock& inner,
                   const Visit& visit) const {
        const std::uint32_t* const first =
            data_.first.data() + (data_.wraps ? wrap_cell(row, data_.rows.count) : row) * data_.columns.count;
        if (!inner.rows.has(row)) return visit_columns(first, columns, visit);
        visit_columns(first, {columns.low, std::min(columns.high, inner.columns.low - 1)}, visit);
        visit_columns(first, {std::max(columns.low, inner.columns.high + 1), columns.high}, visit);
    }

    template <class Visit>
    void visit_columns(const std::uint32_t* first, const CellRange& columns, const Visit& visit) const {
        if (columns.low > columns.high) return;
        const std::int64_t count = data_.columns.count;
        if (!data_.wraps || (columns.low >= 0 && columns.high < count))
            return visit(first[columns.low], first[columns.high + 1]);
        const std::int64_t low = wrap_cell(columns.low, count);
        const std::int64_t high = low + (columns.high - columns.low);
        visit(first[low], first[std::min(high + 1, count)]);
        if (high >= count) visit(first[0], first[high - count + 1]);
    }

    const IndexData& data_;
    double column_, row_;  ///< the point's place in cells
};

}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "queries/cell_search.hpp"

namespace wend::detail {

/// The agents that a disc touches on its straight way. The cells along the way are visited row by row, from
/// the begin to the end.
class RaySearch {
  public:
    RaySearch(const IndexData& data, IndexedPosition from, IndexedPosition to, float radius)
        : data_(data),
          radius_(static_cast<double>(radius)),
          x_(static_cast<double>(from.x)),
          y_(static_cast<double>(from.y)) {
        const double x = static_cast<double>(to.x) - x_, y = static_cast<double>(to.y) - y_;
        length_ = std::sqrt(x * x + y * y);
        if (length_ == 0) return;
        direction_x_ = x / length_;
        direction_y_ = y / length_;
    }

    /// Calls visit(place, distance along the way), which returns the greatest distance that still counts.
    template <class Visit>
    void visit(const Visit& visit) const {
        const double reach = radius_ + static_cast<double>(data_.largest_radius);
        // Rounding errors of a touch and of cells' numbers are far below this.
        const double margin =
            0x1p-40 * (std::fabs(x_) + std::fabs(y_) + length_ + reach +
                       std::max(std::fabs(data_.columns.origin), std::fabs(data_.rows.origin)));
        const double wide = reach * (1 + 0x1p-20) + margin;
        double end = length_;  // of the way that is searched
        const CellRange rows = cells_of(data_.rows, y_, y_ + direction_y_ * end, wide);
        const bool upwards = direction_y_ >= 0;
        for (std::int64_t i = rows.low; i <= rows.high; ++i) {
            const std::int64_t row = upwards ? i : rows.low + rows.high - i;
            double begin = 0, last = end;
            if (!clip(row, wide, begin, last)) continue;
            const CellRange columns =
                cells_of(data_.columns, x_ + direction_x_ * begin, x_ + direction_x_ * last, wide);
            const std::uint32_t* const first = data_.first.data() + row * data_.columns.count;
            for (std::uint32_t place = first[columns.low]; place < first[columns.high + 1]; ++place)
                if (const double distance = distance_to(place); distance <= length_)
                    end = std::min(
                        end, static_cast<double>(visit(place, static_cast<float>(distance))) * (1 + 0x1p-20));
        }
    }

  private:
    /// Of the disc's centre where it first touches the agent; infinite where it does not.
    [[nodiscard]] double distance_to(std::uint32_t place) const {
        const double x = static_cast<double>(data_.x[place]) - x_;
        const double y = static_cast<double>(data_.y[place]) - y_;
        const double touch = radius_ + static_cast<double>(data_.radius_of(place));
        if (x * x + y * y <= touch * touch) return 0;
        const double along = x * direction_x_ + y * direction_y_;
        const double beside = direction_x_ * y - direction_y_ * x;
        const double square = touch * touch - beside * beside;
        if (!(along > 0 && square >= 0)) return HUGE_VAL;
        return std::max(along - std::sqrt(square), 0.0);
    }

    /// The cells between two coordinates, and beyond them by a distance; border cells have no end.
    static CellRange cells_of(const CellAxis& axis, double a, double b, double beyond) {
        const auto cell = [&](double at, double margin) {
            const double number = (at - axis.origin) * axis.inverse_edge + margin;
            return static_cast<std::int64_t>(std::clamp(number, 0.0, static_cast<double>(axis.count - 1)));
        };
        return {cell(std::min(a, b) - beyond, -cell_margin), cell(std::max(a, b) + beyond, cell_margin)};
    }

    /// Cuts the way [begin, last] to the part near a row; whether there is one.
    [[nodiscard]] bool clip(std::int64_t row, double wide, double& begin, double& last) const {
        const CellAxis& axis = data_.rows;
        const double edge = 1 / axis.inverse_edge;
        const double low =
            row == 0 ? -HUGE_VAL : axis.origin + (static_cast<double>(row) - cell_margin) * edge - wide;
        const double high = row == axis.count - 1
                                ? HUGE_VAL
                                : axis.origin + (static_cast<double>(row + 1) + cell_margin) * edge + wide;
        if (direction_y_ == 0) return low <= y_ && y_ <= high;
        const double at_low = (low - y_) / direction_y_, at_high = (high - y_) / direction_y_;
        begin = std::max(begin, std::min(at_low, at_high));
        last = std::min(last, std::max(at_low, at_high));
        return begin <= last;
    }

    static constexpr double cell_margin = 0x1p-16;

    const IndexData& data_;
    double radius_;  ///< m
    double x_, y_;   ///< m; the way's begin
    double length_;  ///< m
    double direction_x_ = 0, direction_y_ = 0;
};

}  // namespace wend::detail

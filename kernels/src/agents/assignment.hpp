// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "wend/assign_formation.hpp"

namespace wend::detail {

/// Points to assign, in columns.
struct AssignedPoints {
    std::array<double, max_formation> x, y;
    std::size_t count = 0;

    void add(const Point& point) {
        x[count] = point.x;
        y[count++] = point.y;
    }
};

/// Assigns places to agents so that the sum of the squared distances is the least: by shortest augmenting
/// paths, a row (place) after the other, over the columns (agents), which have prices.
///
/// Coordinates are whole numbers of up to 2^19, so that all costs, prices and distances are whole numbers
/// below 2^52, doubles hold them exactly, and no order of operations matters. Both sets are moved to their
/// means, which changes the cost of all assignments alike, and brings the first prices near the last ones:
/// a third of the steps for a formation far from its agents.
class Assignment {
  public:
    /// No more places than agents.
    Assignment(const AssignedPoints& agents, const AssignedPoints& places)
        : agents_(agents), places_(places) {
        // An agent without a place gets one of the further rows, where few are without: only then can prices
        // begin near the last ones.
        rows_ = 3 * places.count < 2 * agents.count ? places.count : agents.count;
        round_coordinates();
        const Point between = move_to_means();
        for (std::size_t c = 0; c < agents_.count; ++c) {
            row_of_[c] = none;
            const double x = agents_.x[c], y = agents_.y[c];
            unplaced_[c] = -(x * x + y * y) - 2 * (between.x * x + between.y * y);
        }
        if (rows_ == agents.count)
            set_prices();
        else
            price_ = unplaced_;
        for (std::size_t r = 0; r < rows_; ++r) augment(r);
    }

    /// Calls use(agent, place) for each agent with a place.
    template <class Use>
    void for_each(const Use& use) const {
        for (std::size_t c = 0; c < agents_.count; ++c)
            if (row_of_[c] < places_.count) use(c, row_of_[c]);
    }

  private:
    using Numbers = std::array<double, max_formation>;
    using Indices = std::array<std::uint32_t, max_formation>;
    static constexpr std::uint32_t none = 0xffffffff;
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    /// Calls use(x, y, count) for both sets.
    template <class Use>
    void for_both(const Use& use) {
        use(agents_);
        use(places_);
    }

    void round_coordinates() {
        double low_x = infinity, low_y = infinity, extent = 0;
        for_both([&](const AssignedPoints& set) {
            for (std::size_t i = 0; i < set.count; ++i) {
                low_x = std::min(low_x, set.x[i]);
                low_y = std::min(low_y, set.y[i]);
            }
        });
        for_both([&](const AssignedPoints& set) {
            for (std::size_t i = 0; i < set.count; ++i)
                extent = std::max({extent, set.x[i] - low_x, set.y[i] - low_y});
        });
        const double scale = extent > 0 ? std::ldexp(1.0, 18 - std::ilogb(extent)) : 0;
        for_both([&](AssignedPoints& set) {
            for (std::size_t i = 0; i < set.count; ++i) {
                set.x[i] = std::floor((set.x[i] - low_x) * scale + 0.5);
                set.y[i] = std::floor((set.y[i] - low_y) * scale + 0.5);
            }
        });
    }

    /// From the mean of the places to that of the agents.
    Point move_to_means() {
        Point mean[2];
        Point* at = mean;
        for_both([&](AssignedPoints& set) {
            for (std::size_t i = 0; i < set.count; ++i) {
                at->x += set.x[i];
                at->y += set.y[i];
            }
            at->x = std::floor(at->x / static_cast<double>(set.count));
            at->y = std::floor(at->y / static_cast<double>(set.count));
            for (std::size_t i = 0; i < set.count; ++i) {
                set.x[i] -= at->x;
                set.y[i] -= at->y;
            }
            ++at;
        });
        return {mean[0].x - mean[1].x, mean[0].y - mean[1].y};
    }

    /// The squared distance, less what is the same for all of a row or of a column.
    [[nodiscard]] double cost(std::size_t row, std::size_t column) const {
        if (row >= places_.count) return unplaced_[column];
        return -2 * (places_.x[row] * agents_.x[column] + places_.y[row] * agents_.y[column]);
    }

    /// To each agent the price of its nearest place.
    void set_prices() {
        double above = -infinity;
        for (std::size_t c = 0; c < agents_.count; ++c) {
            price_[c] = infinity;
            for (std::size_t r = 0; r < places_.count; ++r) {
                const double x = places_.x[r], y = places_.y[r];
                price_[c] = std::min(price_[c], cost(r, c) + (x * x + y * y));
            }
            above = std::max(above, price_[c] - unplaced_[c]);
        }
        for (std::size_t c = 0; c < agents_.count; ++c) unplaced_[c] += above;
    }

    /// The columns that a search has not reached yet, side by side, padded to `padding` columns that are
    /// never reached.
    struct Open {
        static constexpr std::size_t padding = 8;

        Numbers x, y, price, unplaced;
        Numbers distance;  ///< from the search's row
        Indices column;
        std::size_t count = 0;

        void take_out(std::size_t at) {
            --count;
            for (Numbers* numbers : {&x, &y, &price, &unplaced, &distance})
                (*numbers)[at] = (*numbers)[count];
            column[at] = column[count];
            close(count);
        }
        void close(std::size_t at) {
            distance[at] = infinity;
            price[at] = -infinity;
        }

        /// Shortens distances by those over another row, whose costs are `cost_of(i)`.
        template <class Cost>
        void shorten(double offset, const Cost& cost_of) {
            const std::size_t padded = (count + padding - 1) / padding * padding;
            for (std::size_t i = 0; i < padded; ++i) {
                const double d = cost_of(i) - price[i] + offset;
                distance[i] = d < distance[i] ? d : distance[i];
            }
        }

        /// The place of the nearest column.
        [[nodiscard]] std::size_t nearest() const {
            std::array<double, padding> least;
            std::copy_n(distance.begin(), padding, least.begin());
            for (std::size_t i = padding; i < count; i += padding)
                for (std::size_t k = 0; k < padding; ++k)
                    least[k] = distance[i + k] < least[k] ? distance[i + k] : least[k];
            const auto first = std::min_element(least.begin(), least.end());
            auto at = static_cast<std::size_t>(first - least.begin());
            while (distance[at] != *first) at += padding;
            return at;
        }
    };

    /// Half a unit makes a free column nearer than one that has a row and is as near: whole numbers apart.
    static constexpr double bonus = 0.5;

    void open_all() {
        for (std::size_t c = 0; c < agents_.count; ++c) {
            open_.x[c] = agents_.x[c];
            open_.y[c] = agents_.y[c];
            open_.price[c] = price_[c] + (row_of_[c] == none ? bonus : 0);
            open_.unplaced[c] = unplaced_[c];
            open_.distance[c] = infinity;
            open_.column[c] = static_cast<std::uint32_t>(c);
        }
        open_.count = agents_.count;
        const std::size_t padded = (agents_.count + Open::padding - 1) / Open::padding * Open::padding;
        for (std::size_t c = agents_.count; c < padded; ++c) {
            open_.x[c] = open_.y[c] = open_.unplaced[c] = 0;
            open_.close(c);
        }
    }

    /// A step of a search: a row, what its costs less prices are above distances, and the column from which
    /// it was reached.
    struct Step {
        std::size_t row;
        double offset;
        std::size_t column;
        double distance;
    };

    /// Gives a row a column: the rows on the shortest way to a free one each move on by a column.
    void augment(std::size_t row) {
        open_all();
        std::size_t steps = 0;
        Step step{row, 0, none, 0};
        for (;;) {
            steps_[steps++] = step;
            if (step.row < places_.count) {
                const double x = -2 * places_.x[step.row], y = -2 * places_.y[step.row];
                open_.shorten(step.offset, [&](std::size_t i) { return open_.x[i] * x + open_.y[i] * y; });
            } else {
                open_.shorten(step.offset, [&](std::size_t i) { return open_.unplaced[i]; });
            }
            const std::size_t at = open_.nearest();
            const std::size_t column = open_.column[at];
            const std::uint32_t next = row_of_[column];
            const double distance = open_.distance[at] + (next == none ? bonus : 0);
            if (next == none) {
                // All prices are read before the first one changes.
                move_rows(column, distance);
                for (std::size_t i = 1; i < steps; ++i)
                    price_[steps_[i].column] += steps_[i].distance - distance;
                return;
            }
            step = {next, distance - (cost(next, column) - price_[column]), column, distance};
            open_.take_out(at);
        }
    }

    /// Back from the free column: each column's row is the first that gave it its distance.
    void move_rows(std::size_t column, double distance) {
        for (;;) {
            const Step* step = steps_.data();
            while (cost(step->row, column) - price_[column] + step->offset != distance) ++step;
            row_of_[column] = static_cast<std::uint32_t>(step->row);
            if (step == steps_.data()) return;
            column = step->column;
            distance = step->distance;
        }
    }

    AssignedPoints agents_, places_;
    std::size_t rows_;
    Numbers unplaced_;  ///< the cost of an agent without a place
    Numbers price_;
    Indices row_of_;  ///< of a column
    Open open_;
    std::array<Step, max_formation> steps_;
};

}  // namespace wend::detail

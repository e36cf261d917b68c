// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "flow/flow_data.hpp"
#include "flow/time_buckets.hpp"
#include "wend/execution.hpp"
#include "wend/flow_field.hpp"

namespace wend::detail {

/// The arrival times of a grid: the only ones that agree with the update in each cell, whatever the order of
/// work (kernels/docs/flow_fields.md). All open cells that may not agree with it are neighbours of cells in
/// the queue.
///
/// A cell's number counts a border of closed cells too.
class ArrivalTimes {
  public:
    static constexpr double never = std::numeric_limits<double>::infinity();
    static constexpr float closed = std::numeric_limits<float>::infinity();

    /// `tracks`: touched() lists cells.
    explicit ArrivalTimes(const FlowGrid& grid, bool tracks = false);

    [[nodiscard]] std::size_t number(std::size_t column, std::size_t row) const {
        return (row + 1) * stride_ + column + 1;
    }
    [[nodiscard]] std::size_t number(std::size_t cell) const {
        return number(cell % columns_, cell / columns_);
    }

    /// `closed` closes it.
    void set_cost(std::size_t number, float cost) { cells_[number].cost = cost; }

    /// `lowest_cost`: the least cost, for the speed alone. `in_bands`: `march` may use several threads.
    void restart_queue(float lowest_cost, bool in_bands = false);
    void enqueue_goal(std::size_t number);

    /// Passes arrival times on from the queue, from at most so many cells; how many. They do not depend on
    /// the threads. In bands it tracks no cells.
    std::size_t march(std::size_t most, const Execution& execution);

    // A change of times that are complete: `change` for each cell, `raise` to its end, `lower` for all cells
    // touched so far, `march` to its end. Or `drop` to its end, `clear` for all cells, and as at the start.

    /// Sets a cell that may have another time now.
    void change(std::size_t number, float cost, bool is_goal);
    /// Takes the times from cells that have them from changed cells, at most so many; how many.
    std::size_t raise(std::size_t most);
    /// Gives some of the cells touched so far the times that follow from their neighbours'.
    void lower(std::size_t first, std::size_t count);
    /// Forgets suspects and touched cells, at most so many; how many.
    std::size_t drop(std::size_t most);
    /// Takes the times from some cells, counted with the border.
    void clear(std::size_t first, std::size_t count);

    /// Cells whose time may be new.
    [[nodiscard]] std::span<const std::uint32_t> touched() const { return touched_; }
    /// After `unmark_touched` for all of them.
    void forget_touched() { touched_.clear(); }
    void unmark_touched(std::size_t number) { cells_[number].is_touched = false; }
    void set_tracking(bool tracks) { tracks_ = tracks; }
    [[nodiscard]] std::size_t size() const { return cells_.size(); }
    /// Calls visit(number) for a touched cell and the eight about it, border or not.
    template <class Visit>
    void for_each_about(std::size_t number, const Visit& visit) const {
        for (std::size_t row = number - stride_; row <= number + stride_; row += stride_)
            for (std::size_t one = row - 1; one <= row + 1; ++one) visit(one);
    }
    /// The cell of a number, `none` in the border.
    [[nodiscard]] std::size_t cell_of(std::size_t number) const {
        const std::size_t column = number % stride_, row = number / stride_;
        if (column == 0 || column > columns_ || row == 0 || number + stride_ >= cells_.size())
            return TimeBuckets::none;
        return (row - 1) * columns_ + column - 1;
    }
    /// A mark of the caller's.
    [[nodiscard]] bool& mark(std::size_t number) { return cells_[number].mark; }

    /// Writes the velocities of cells, vectors of length `speed` or 0, and their ways. At most `batch` cells.
    void directions(std::span<const std::uint32_t> numbers, double speed, float* velocities, Way* ways) const;
    /// The same for any number of cells, counted without the border.
    void directions(std::size_t first, std::size_t count, double speed, float* velocities, Way* ways) const;
    static constexpr std::size_t batch = 256;

  private:
    struct Cell {
        double time = never;
        float cost = closed;
        std::uint8_t is_candidate = 0;  ///< in candidates_
        std::uint8_t is_queued = 0;
        bool was_raised : 1 = false;  ///< since its neighbours were updated
        bool is_goal : 1 = false;
        bool is_touched : 1 = false;
        bool mark = false;
    };

    /// Some rows of cells, which one thread at a time marches over, and none while one is at a band beside
    /// it.
    struct alignas(64) Band {
        TimeBuckets queue;
        std::size_t first = 0, end = 0;  ///< numbers
        /// Candidates that the bands below and above have found, each of them once.
        std::array<std::vector<std::uint32_t>, 2> handed_over{};
        std::size_t left = 0;  ///< cells to visit in this turn
        std::array<std::uint32_t, batch + 1> candidates{};

        [[nodiscard]] std::uint64_t first_bucket() const {
            return handed_over[0].empty() && handed_over[1].empty() ? queue.first() : 0;
        }
    };
    static constexpr std::size_t rows_of_band = 64;

    [[nodiscard]] Band& band_of(std::size_t number) {
        const std::size_t row = number < stride_ ? 0 : number / stride_ - 1;
        return bands_[std::min(row / rows_of_band, band_count_ - 1)];
    }
    [[nodiscard]] bool begin_turn();
    void march(Band& band);
    std::uint32_t* collect_about(std::size_t number, std::uint32_t* end);
    std::uint32_t* collect(std::size_t number, std::size_t across, double time, double step,
                           std::uint32_t* end);
    std::uint32_t* collect_any(std::size_t number, std::uint32_t* end);
    std::uint32_t* hand_over(Band& band, const std::uint32_t* end);
    void take_over(Band& band);
    void update(Band& band, std::size_t count);
    [[nodiscard]] double time_of(std::size_t number) const;
    void set_time(Band& band, std::size_t number, double time);
    void touch(std::size_t number);
    [[nodiscard]] Point towards_least(std::size_t number) const;

    std::size_t columns_, stride_;
    double width_, height_;
    std::vector<Cell> cells_;
    std::vector<TimeBuckets::Links> links_;
    std::vector<Band> bands_;
    std::size_t band_count_ = 1;  ///< in use
    std::vector<Band*> turn_;     ///< the bands whose turn it is, every other one
    std::size_t odd_ = 0;         ///< whether these are the odd ones
    std::uint64_t end_ = 0;       ///< of their buckets in this turn
    std::uint64_t width_of_turn_ = 0;
    std::size_t visits_of_turn_ = 0;
    bool tracks_;
    std::vector<std::uint32_t> touched_;
};

}  // namespace wend::detail

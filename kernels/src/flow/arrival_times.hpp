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

    explicit ArrivalTimes(const FlowGrid& grid);

    [[nodiscard]] std::size_t number(std::size_t column, std::size_t row) const {
        return (row + 1) * stride_ + column + 1;
    }
    [[nodiscard]] std::size_t number(std::size_t cell) const {
        return number(cell % columns_, cell / columns_);
    }

    /// `closed` closes it.
    void set_cost(std::size_t number, float cost) { cells_[number].cost = cost; }

    /// `lowest_cost`: the least cost, for the speed alone.
    void restart_queue(float lowest_cost);
    void enqueue_goal(std::size_t number);

    /// Passes arrival times on from the queue, from at most so many cells; how many.
    std::size_t march(std::size_t most);

    /// Writes the velocities of cells, vectors of length `speed` or 0, and their ways. At most `batch` cells.
    void directions(std::span<const std::uint32_t> numbers, double speed, float* velocities, Way* ways) const;
    void directions(std::size_t row, double speed, float* velocities, Way* ways) const;
    static constexpr std::size_t batch = 256;

  private:
    struct Cell {
        double time = never;
        float cost = closed;
        std::uint8_t is_candidate = 0;  ///< in candidates_
        std::uint8_t is_queued = 0;
        std::uint8_t was_raised = 0;  ///< since its neighbours were updated
        bool is_goal = false;
    };

    std::size_t collect(std::size_t number, std::size_t across, double time, double step, std::size_t count);
    std::size_t collect_any(std::size_t number, std::size_t count);
    void update(std::size_t count);
    [[nodiscard]] Point towards_least(std::size_t number) const;

    std::size_t columns_, stride_;
    double width_, height_;
    std::vector<Cell> cells_;
    TimeBuckets queue_;
    std::array<std::uint32_t, batch + 1> candidates_{};
};

}  // namespace wend::detail

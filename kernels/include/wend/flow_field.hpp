// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "wend/execution.hpp"
#include "wend/export.hpp"
#include "wend/obstacles.hpp"
#include "wend/path.hpp"
#include "wend/rectangle.hpp"
#include "wend/status.hpp"

namespace wend {

namespace detail {
struct FlowData;
struct FlowDataAccess;
}  // namespace detail

/// A rectangle of equal cells: row 0 is at min_y, and within a row column 0 at min_x. 2 to 4096 each way.
struct FlowGrid {
    Rectangle area;             ///< m
    std::uint32_t columns = 0;  ///< cells
    std::uint32_t rows = 0;     ///< cells

    /// Number of cells.
    [[nodiscard]] std::size_t size() const noexcept { return std::size_t{columns} * rows; }
};

/// Desired velocities over a rectangle, one for the centre of each cell, bilinear in between; outside, the
/// one of the nearest place inside. Shared by all threads; copying shares the data. A field owns its
/// velocities, which never change, unless view_flow_field or a FlowPlanner made it.
class WEND_API FlowField {
  public:
    /// Without a cell: it moves no agent.
    FlowField() noexcept;
    FlowField(const FlowField&) noexcept = default;
    FlowField& operator=(const FlowField&) noexcept = default;

    /// Its area and its cells.
    [[nodiscard]] const FlowGrid& grid() const noexcept;
    /// The velocity at a cell's centre, in m/s. column and row must be below those of grid() (an assertion in
    /// debug builds, otherwise 0).
    [[nodiscard]] Point velocity(std::uint32_t column, std::uint32_t row) const noexcept;

    /// Whether a way leads from the cell of a place to a goal; the place outside counts as the nearest cell.
    /// A door that is narrower than twice the clearance is none. False for NaN; true for every other place in
    /// a field that make_flow_to did not make, and has no goals.
    [[nodiscard]] bool reaches(Point place) const noexcept;

  private:
    friend struct detail::FlowDataAccess;
    explicit FlowField(std::shared_ptr<const detail::FlowData> data) noexcept : data_(std::move(data)) {}
    std::shared_ptr<const detail::FlowData> data_;
};

/// Copies the caller's vectors, one a cell, row by row.
///
/// Errors: Code::parameter_out_of_range (columns, rows; a component that is NaN or beyond 1e18, `sub_index`
/// its cell), empty_rectangle, length_mismatch.
[[nodiscard]] WEND_API Expected<FlowField> make_flow_field(const FlowGrid& grid,
                                                           std::span<const float> velocity_x,
                                                           std::span<const float> velocity_y);

/// A field over the caller's own velocities, x and y side by side, cell by cell and row by row. Nothing is
/// copied; changes apply from the next call on. The memory must outlive the field and all its copies (also
/// those in programs), and must not be written while a call runs.
///
/// The velocities are not checked here: an agent between cells whose velocities mix to a component that is
/// NaN or beyond 2e18 is at fault in that tick.
///
/// Errors: Code::parameter_out_of_range (columns, rows), empty_rectangle, length_mismatch (two floats a
/// cell).
[[nodiscard]] WEND_API Expected<FlowField> view_flow_field(const FlowGrid& grid,
                                                           std::span<const float> velocities);

/// The goals of a field, and the obstacles that it leads around.
struct FlowGoals {
    std::span<const Point> goals{};  ///< m; those outside the grid count as the nearest cell
    ObstacleSet obstacles{};         ///< closed with the clearance about them
    float clearance = 0.5f;          ///< m: cells whose centre is no farther from an obstacle are closed
    float speed = 1;                 ///< m/s, of the velocities
    /// Time that a metre takes in each cell, as a multiple of 1 / speed: above 0; infinity closes the cell.
    /// Empty: 1 everywhere.
    std::span<const float> costs{};
};

/// The velocities along the fastest ways to the nearest goal, around obstacles: minus the gradient of the
/// arrival time T, |grad T| = cost (the eikonal equation), by the first-order upwind scheme of fast marching
/// (Sethian, PNAS 93, 1996). The order of work does not change the bits (kernels/docs/flow_fields.md).
///
/// Cells without a way to a goal (`FlowField::reaches`, `validate`) and the goals' cells have the velocity 0.
/// Closed cells lead to their neighbour of the least time, so that agents that were pushed into one come out.
/// O(n) in the cells where costs are alike. FlowPlanner follows changes.
///
/// One thread, unless `execution` names others: bands of 64 rows, of which every other one is worked on at
/// the same time. Where its threads fail, the caller's does the work.
///
/// Errors: those of make_flow_field; Code::parameter_out_of_range (goals: there is none; clearance, speed, a
/// cost), bad_point (a goal, `index`).
[[nodiscard]] WEND_API Expected<FlowField> make_flow_to(const FlowGrid& grid, const FlowGoals& goals,
                                                        const Execution& execution = {
                                                            .threading = Threading::serial});

}  // namespace wend

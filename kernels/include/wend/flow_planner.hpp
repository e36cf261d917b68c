// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "wend/agents.hpp"
#include "wend/execution.hpp"
#include "wend/export.hpp"
#include "wend/flow_field.hpp"
#include "wend/obstacles.hpp"
#include "wend/path.hpp"
#include "wend/status.hpp"

namespace wend {

namespace detail {
class FlowPlan;
}  // namespace detail

/// Cells of a FlowGrid, from a column and a row on.
struct FlowCells {
    std::uint32_t column = 0;   ///< the first column
    std::uint32_t row = 0;      ///< the first row
    std::uint32_t columns = 1;  ///< cells
    std::uint32_t rows = 1;     ///< cells

    /// Number of cells.
    [[nodiscard]] std::size_t size() const noexcept { return std::size_t{columns} * rows; }
};

/// A flow field to goals that changes while the game runs: costs, obstacles and goals are changed at any time
/// between calls, and `advance` computes the field that follows, a slice a frame. The old field stays in use
/// until the new one is complete; then each program with a copy of field() follows it from its next call on.
///
///     FlowPlanner planner = std::move(*make_flow_planner(grid, goals));
///     const Program program = *Program::build({FlowFollow{.field = planner.field()}, Locomotion{}});
///     // each frame:
///     planner.add_obstacle(door);  // when it closes
///     planner.advance(5'000);
///     run(program, agents.view(), clock.next());
///
/// A complete field has the bits of make_flow_to with the same costs, obstacles and goals, whatever the
/// changes before and the slices (kernels/docs/flow_fields.md). Work is in proportion to the cells whose time
/// changes. A computation takes over the changes when it starts; later ones wait for the next.
///
/// One thread at a time may use a planner, and none while a call runs with its field. It may be destroyed
/// before the fields. About 70 bytes a cell. Nothing is allocated after it is made, unless set_goals or
/// set_crowd is given more than ever.
class WEND_API FlowPlanner {
  public:
    FlowPlanner(FlowPlanner&&) noexcept;
    FlowPlanner& operator=(FlowPlanner&&) noexcept;
    ~FlowPlanner();

    /// The field of the last complete computation, also of later ones.
    [[nodiscard]] FlowField field() const noexcept;
    /// Whether field() has all changes.
    [[nodiscard]] bool is_current() const noexcept;

    /// The costs of cells, row by row, or one for all (FlowGoals::costs). Obstacles close cells at any cost.
    ///
    /// Errors: Code::parameter_out_of_range (columns, rows: cells beyond the grid, or none; a cost,
    /// `sub_index` its place in `costs`), length_mismatch.
    Status set_costs(const FlowCells& cells, std::span<const float> costs);
    /// Raises the costs of cells by cost_per_agent for each agent of the view's selection that is in the cell
    /// or one of the eight about it, in place of the agents of the last call: crowds spread over several
    /// doors. Reads position_x and position_y; agents with invalid positions or beyond the grid do not count.
    /// One thread; 10,000 agents take 0.4 ms in a crowd, 3 ms where each is alone. Costs depend neither on
    /// the order of the agents nor on the calls before.
    ///
    /// Errors: Code::parameter_out_of_range (cost_per_agent: 0 to 1e18), missing_stream, length_mismatch,
    /// bad_stride, misaligned, element_type_mismatch, bad_selection.
    Status set_crowd(const AgentView& agents, float cost_per_agent);
    /// Closes the cells whose centre is no farther from an obstacle than the clearance; a wall has radius 0.
    ///
    /// Errors: Code::parameter_out_of_range (a coordinate, radius).
    Status add_obstacle(const Obstacle& obstacle);
    /// Opens the cells again that no other obstacle closes. The obstacle is one that was added, or one of
    /// FlowGoals.
    ///
    /// Errors: as add_obstacle; Code::parameter_out_of_range (obstacle: no obstacle closes cell `sub_index`).
    Status remove_obstacle(const Obstacle& obstacle);
    /// In place of the goals so far.
    ///
    /// Errors: Code::parameter_out_of_range (goals: there is none), bad_point (`index`).
    Status set_goals(std::span<const Point> goals);

    /// Computes on, by about so many cells; returns is_current(). Takes 30 to 70 ns a cell, more where a few
    /// cells are a thousand times cheaper than others. The tick from
    /// which on a field is in use depends on the budget: the same budgets in cells are reproducible. For a
    /// budget of time, call it with some hundred cells until your clock says so: that is not reproducible.
    ///
    /// One thread, unless `execution` names others: these share the budget where a computation starts from
    /// nothing (other goals, or more than a third of the cells change). With the same budgets a field is
    /// complete after the same call on any number of threads, but not with Threading::serial. Where the
    /// execution's threads fail, or a callback is missing, the caller's thread does the work.
    bool advance(std::uint64_t cells = ~std::uint64_t{0},
                 const Execution& execution = {.threading = Threading::serial}) noexcept;

  private:
    friend WEND_API Expected<FlowPlanner> make_flow_planner(const FlowGrid& grid, const FlowGoals& goals,
                                                            const Execution& execution);
    explicit FlowPlanner(std::unique_ptr<detail::FlowPlan> plan) noexcept;
    std::unique_ptr<detail::FlowPlan> plan_;
};

/// With a complete field. Errors: those of make_flow_to.
[[nodiscard]] WEND_API Expected<FlowPlanner> make_flow_planner(const FlowGrid& grid, const FlowGoals& goals,
                                                               const Execution& execution = {
                                                                   .threading = Threading::serial});

}  // namespace wend

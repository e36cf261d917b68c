// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/scenario/overrides.hpp"
#include "tools/scenario/scenario.hpp"
#include "tools/sweep/grid.hpp"
#include "tools/sweep/table.hpp"
#include "wend/program.hpp"

namespace wend::sweep {

/// Columns of a table that not every scenario has.
struct Measured {
    bool speed = false;     ///< there are velocities
    bool passages = false;  ///< there is a measurement line
};

/// A scenario and the grid that it is run for. Runs are independent: they may be made by several threads.
class Sweep {
  public:
    /// Reads the scenario, and loads it with the values of the first run. Seeds count from that of the
    /// overrides or the scenario. Throws MisuseError and FileError.
    Sweep(const std::filesystem::path& file, const scenario::Overrides& overrides, Grid grid,
          const Execution& execution);

    /// Rows that need no run again: those of the same scenario, values and seed.
    void know(std::vector<Row> rows);

    [[nodiscard]] std::uint64_t size() const { return runs_; }
    [[nodiscard]] const Grid& grid() const noexcept { return grid_; }
    /// Of the first run, for the user.
    [[nodiscard]] const std::vector<std::string>& notes() const noexcept { return notes_; }
    [[nodiscard]] const Measured& measured() const noexcept { return measured_; }
    [[nodiscard]] const std::vector<Column>& columns() const noexcept { return columns_; }
    /// The column of that name.
    [[nodiscard]] std::size_t column(const std::string& name) const;

    struct Made {
        Row row;
        bool is_known = false;
    };
    /// A run's row; none if it was stopped. Errors name the run's values.
    [[nodiscard]] std::optional<Made> make(std::uint64_t run, const std::atomic<bool>& stop) const;

  private:
    [[nodiscard]] scenario::Scenario load(std::uint64_t run) const;
    [[nodiscard]] Row run_ticks(scenario::Scenario& loaded, Row row, const std::atomic<bool>& stop) const;

    std::filesystem::path file_;
    std::shared_ptr<const words::Json> json_;
    scenario::Overrides overrides_;
    Grid grid_;
    std::uint64_t runs_;
    Execution execution_;
    std::vector<std::string> notes_;
    Measured measured_;
    std::vector<Column> columns_;
    std::vector<Row> known_;  ///< in order
};

}  // namespace wend::sweep

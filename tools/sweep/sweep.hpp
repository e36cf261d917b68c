// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
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

struct RunResult {
    Row row;
    bool is_reused = false;
};

/// Held while files are read or written: not all libraries that do so are made for several threads.
[[nodiscard]] std::mutex& files_mutex();

/// A scenario and the grid that it is run for. Runs are independent: they may be made by several threads.
class Sweep {
  public:
    /// Reads the scenario, and loads it with the values of the first run. Seeds count from that of the
    /// overrides or the scenario. Throws MisuseError and FileError.
    Sweep(const std::filesystem::path& file, const scenario::Overrides& overrides, Grid grid,
          const Execution& execution);

    /// Rows of an earlier table. One of the same scenario, values and seed needs no run again.
    void reuse(std::vector<Row> rows);
    /// In order.
    [[nodiscard]] const std::vector<Row>& earlier_rows() const noexcept { return earlier_rows_; }
    /// So many of a row's first columns are its values and its seed.
    [[nodiscard]] std::size_t key_columns() const noexcept { return grid_.axes.size() + 1; }

    [[nodiscard]] std::uint64_t size() const { return runs_; }
    [[nodiscard]] const Grid& grid() const noexcept { return grid_; }
    /// Of the first run, for the user.
    [[nodiscard]] const std::vector<std::string>& notes() const noexcept { return notes_; }
    [[nodiscard]] const Measured& measured() const noexcept { return measured_; }
    [[nodiscard]] const std::vector<Column>& columns() const noexcept { return columns_; }
    /// The column of that name.
    [[nodiscard]] std::size_t column(const std::string& name) const;

    /// A run's result; none if it was stopped. Errors name the run's values.
    [[nodiscard]] std::optional<RunResult> make(std::uint64_t run, const std::atomic<bool>& stop) const;

  private:
    /// Does work for a run; its errors name the run's values.
    template <class Work>
    auto named(std::uint64_t run, const Work& work) const;
    [[nodiscard]] scenario::Scenario load(std::uint64_t run, std::optional<std::uint64_t> seed) const;
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
    std::vector<Row> earlier_rows_;
};

}  // namespace wend::sweep

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "tools/files/trajectory.hpp"

/// Trajectories in HDF5, as the Pedestrian Dynamics Data Archive keeps them: a dataset `trajectory` of rows,
/// with the attribute `fps`; chunked, compressed, and open to more rows. Only in builds with HDF5. Errors are
/// words::FileError.
namespace wend::files {

/// The table of a file that is written.
class TrajectoryTable {
  public:
    /// Errors call the file `name`. Places are floats in the file, unless `wide`.
    TrajectoryTable(const std::filesystem::path& file, const std::filesystem::path& name,
                    double frames_a_second, bool wide);
    ~TrajectoryTable();

    void append(std::span<const TrajectoryRow> rows);
    /// Writes the geometry as well-known text, and closes the file.
    void finish(const std::string& geometry);

  private:
    struct Handles;
    std::unique_ptr<Handles> handles_;
};

/// Takes the rows of a frame; without a frame those of the last one, or all. Returns the frames a second, 0
/// where the file does not say.
double read_trajectory_table(const std::filesystem::path& file, std::optional<std::uint64_t> frame,
                             bool last_only, const std::function<void(const TrajectoryRow&)>& take);

}  // namespace wend::files

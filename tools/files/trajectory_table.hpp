// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Trajectories in HDF5, as the Pedestrian Dynamics Data Archive keeps them: a dataset `trajectory` of rows,
/// with the attribute `fps`; chunked, compressed, and open to more rows. Only in builds with HDF5. Errors are
/// words::FileError.
namespace wend::files {

/// Where an agent is at a frame.
struct TrajectoryRow {
    std::uint32_t id, frame;
    double x, y, z;  ///< m
};

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

/// The rows of a frame, by default of the last one.
[[nodiscard]] std::vector<TrajectoryRow> read_trajectory_table(const std::filesystem::path& file,
                                                               std::optional<std::uint64_t> frame);

}  // namespace wend::files

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace wend::files {

/// Whether a name is that of a trajectory of pedestrian research: plain text (.txt), JuPedSim's SQLite
/// (.sqlite), or HDF5 (.h5).
[[nodiscard]] bool is_trajectory(const std::filesystem::path& file);

/// @{
/// Whether this build reads and writes them.
[[nodiscard]] bool has_sqlite();
[[nodiscard]] bool has_hdf5();
/// @}

/// The agents of a frame, by default of the last one, as the CSV that read_agents_csv reads: tick (the
/// frame), id, position_x, position_y. Text: lines of id, frame, x, y and more numbers, which are ignored;
/// comments from #, of which one that says x/cm makes the places centimetres. Fails with the line.
[[nodiscard]] std::string read_trajectory(const std::filesystem::path& file,
                                          std::optional<std::uint64_t> frame);

/// Where an agent is at a frame.
struct TrajectoryRow {
    std::uint32_t id, frame;
    double x, y, z;  ///< m
};

struct Frames {
    double a_second = 0;              ///< 0: the file does not say
    std::vector<TrajectoryRow> rows;  ///< in the order of frames and ids
};

/// All frames of a trajectory, without heights.
[[nodiscard]] Frames read_frames(const std::filesystem::path& file);

}  // namespace wend::files

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

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

}  // namespace wend::files

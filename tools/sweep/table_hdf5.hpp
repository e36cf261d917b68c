// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "tools/sweep/table.hpp"

/// Tables in HDF5. Only in builds with it.
namespace wend::sweep {

/// Errors call the file `name`.
void write_hdf5(const std::filesystem::path& file, const std::filesystem::path& name, const Table& table);
[[nodiscard]] std::vector<Row> read_hdf5(const std::filesystem::path& file,
                                         const std::vector<Column>& columns);

}  // namespace wend::sweep

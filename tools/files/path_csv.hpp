// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "tools/files/csv_reader.hpp"
#include "tools/files/path_lines.hpp"

namespace wend::scenario {

/// Reads the paths of CSV with the columns path, x and y, in any order: one row a point. The rows of a path
/// stand together and share the text in `path`, its name. Fails, with the line, on another column or a
/// missing one, a coordinate that is no number or out of range, and a path that is taken up again further
/// down.
[[nodiscard]] PathLines read_path_csv(CsvReader& reader, Projection projection);
[[nodiscard]] PathLines read_path_csv(const std::filesystem::path& file, Projection projection);

}  // namespace wend::scenario

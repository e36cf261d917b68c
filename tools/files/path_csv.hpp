// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "tools/files/csv_reader.hpp"
#include "tools/files/path_lines.hpp"
#include "tools/files/projection.hpp"

namespace wend::files {

/// Reads the paths of CSV with the columns path, x and y (or lon and lat), in any order: one row a point. The
/// rows of a path are contiguous and share its name in `path`. Fails with the line on an unknown or missing
/// column, a bad coordinate, or a path whose rows are not contiguous.
[[nodiscard]] PathLines read_path_csv(CsvReader& reader, const ProjectionChoice& projection);
[[nodiscard]] PathLines read_path_csv(const std::filesystem::path& file, const ProjectionChoice& projection);

}  // namespace wend::files

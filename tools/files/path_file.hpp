// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/files/path_lines.hpp"
#include "tools/files/projection.hpp"
#include "wend/path.hpp"

namespace wend::scenario {

/// A path file as a set in which every path has at least two distinct points, and what is to be said of it.
struct PathFile {
    PathSet set;
    std::size_t features = 0;
    std::size_t parts = 0;
    std::vector<Skipped> skipped;
    Projected projected;
};

/// Projects lines that were read, drops what is no path, and builds the set; errors call the file `file`. No
/// usable path is an error.
[[nodiscard]] PathFile make_path_file(PathLines read, const std::filesystem::path& file,
                                      Projection projection);

/// Reads CSV where the name ends in .csv, and GeoJSON otherwise.
[[nodiscard]] PathFile read_path_file(const std::filesystem::path& file, Projection projection);

/// What a person should know who runs on the file: what was skipped (the first of it), what there is, and how
/// far the projection is off, with a warning above 1 %.
[[nodiscard]] std::vector<std::string> notes_on(const PathFile& paths, const std::filesystem::path& file,
                                                Projection projection);

/// The warning, or nothing up to 1 %.
[[nodiscard]] std::string scale_warning(const Projected& projected, Projection projection);

}  // namespace wend::scenario

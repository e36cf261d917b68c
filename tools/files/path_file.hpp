// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tools/files/path_lines.hpp"
#include "tools/files/projection.hpp"
#include "wend/path.hpp"

namespace wend::files {

/// A path file as a set whose paths have at least two distinct points, and facts about the file.
struct PathFile {
    PathSet set;
    std::size_t features = 0;
    std::size_t parts = 0;
    SkippedParts skipped;
    Projected projected;
    std::vector<double> lengths;  ///< of the paths, in doubles; those of `set` are of its float nodes
};

/// Projects the lines, skips those without two distinct points, and builds the set. Errors call the file
/// `file`; a file without usable paths is one.
[[nodiscard]] PathFile make_path_file(PathLines read, const std::filesystem::path& file,
                                      const ProjectionChoice& projection);

/// The text of a file.
using ReadText = std::function<std::string(const std::filesystem::path&)>;

/// Reads GeoJSON, CSV, or, through GDAL where this build has it, what GDAL reads; told apart by content.
/// `read_text`: another way to the text of the former two.
[[nodiscard]] PathFile read_path_file(const std::filesystem::path& file, const ProjectionChoice& projection,
                                      const ReadText& read_text = nullptr);

/// Notes for a user of the file: the first skipped parts, the number of paths, a moved origin, and the errors
/// of the projection and of floats, with a warning above 1 %.
[[nodiscard]] std::vector<std::string> notes_on(const PathFile& paths, const std::filesystem::path& file);

/// The warning, with the better choices and how to ask for them; an empty string up to 1 %.
[[nodiscard]] std::string scale_warning(const Projected& projected);

/// The warning about floats that are too coarse for the paths; an empty string where they change the lengths
/// by up to 1 % in all.
[[nodiscard]] std::string spacing_warning(const PathFile& paths);

}  // namespace wend::files

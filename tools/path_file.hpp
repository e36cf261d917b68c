// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/projection.hpp"
#include "wend/path.hpp"

namespace wend::scenario {

/// Reads a path file into a set in which every path has at least two distinct points. What was skipped, and
/// how far the projection is off, is added to `notes`; a file without a usable path is an error.
[[nodiscard]] PathSet read_path_file(const std::filesystem::path& file, Projection projection,
                                     std::vector<std::string>& notes);

}  // namespace wend::scenario

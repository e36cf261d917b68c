// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "tools/perf/history/imported_run.hpp"

namespace wend::perf {

/// Reads what a benchmark wrote, a file or a folder, by whichever format its content is of. Where that says
/// no start, it is the time when the newest file was written. Fails (scenario::FileError) with file and
/// place.
[[nodiscard]] ImportedRun read_result(const std::filesystem::path& path);

}  // namespace wend::perf

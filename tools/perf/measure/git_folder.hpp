// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace wend::perf {

/// Where wend keeps what belongs to a repository (the history, builds of revisions): `wend-perf` in its git
/// folder, which all of its work trees share. Empty outside of a repository, and where git cannot be run.
[[nodiscard]] std::filesystem::path git_folder(const std::filesystem::path& inside);

}  // namespace wend::perf

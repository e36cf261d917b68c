// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace wend::scenario {

/// All bytes of a file; fails with the reason.
[[nodiscard]] std::string read_file(const std::filesystem::path& file);

}  // namespace wend::scenario

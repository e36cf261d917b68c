// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "tools/verify/golden_hashes.hpp"

namespace wend::test {

using verify::GoldenHashes;

/// Throws std::runtime_error with the file's name when it cannot be read or written.
[[nodiscard]] GoldenHashes read_golden(const std::string& file);
void write_golden(const std::string& file, const GoldenHashes& golden);

/// Whether the environment requests new hashes: WEND_REGENERATE_GOLDEN=1.
[[nodiscard]] bool regenerating_golden();

}  // namespace wend::test

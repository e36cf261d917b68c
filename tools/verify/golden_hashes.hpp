// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace wend::verify {

/// The committed hashes, which every build of one bits version must give.
struct GoldenHashes {
    std::uint32_t bits_version = 0;
    std::map<std::string, std::uint64_t> hashes;     ///< by program case
    std::map<std::string, std::uint64_t> scenarios;  ///< by scenario file, without folder and ".json"
};

/// Reads the text of tests/golden_hashes.json; errors call it `name`. Throws std::runtime_error.
[[nodiscard]] GoldenHashes parse_golden(std::string_view text, const std::string& name);

/// The content of that file at build time.
[[nodiscard]] GoldenHashes committed_golden();

}  // namespace wend::verify

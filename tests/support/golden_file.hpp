// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace wend::test {

/// The committed hashes: what every build of one bits version must come to.
struct GoldenHashes {
    std::uint32_t bits_version = 0;
    std::map<std::string, std::uint64_t> hashes;
};

/// Throws std::runtime_error with the file's name when it cannot be read.
[[nodiscard]] GoldenHashes read_golden(const std::string& file);
void write_golden(const std::string& file, const GoldenHashes& golden);

}  // namespace wend::test

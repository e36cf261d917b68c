// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace wend::scenario {

/// Values that replace those of the file.
struct Overrides {
    std::optional<std::uint64_t> seed;
    std::optional<std::uint64_t> ticks;
    std::optional<std::filesystem::path> paths;            ///< a path file, relative to the working folder
    std::optional<std::string> projection = std::nullopt;  ///< of the path file
};

}  // namespace wend::scenario

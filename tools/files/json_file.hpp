// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

namespace wend::scenario {

using Json = nlohmann::json;

/// Parses a text that errors call `file`. Syntax errors name line and column; a number that a double cannot
/// hold and a key that stands twice in one object (the parser would keep one of them silently) name the JSON
/// pointer, as does what is nested deeper than `most_levels`.
[[nodiscard]] Json parse_json(std::string_view text, const std::filesystem::path& file,
                              std::size_t most_levels = std::numeric_limits<std::size_t>::max());

/// For what is to be written again: Json::dump takes a stack frame a level.
inline constexpr std::size_t levels_to_write = 200;
[[nodiscard]] Json read_json(const std::filesystem::path& file);

}  // namespace wend::scenario

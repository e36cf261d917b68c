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

/// Parses a text; errors call it `file`. Syntax errors name line and column. A number beyond a double's
/// range, a repeated key (the parser would keep one silently) and nesting deeper than `most_levels` are
/// errors, which name the JSON pointer.
[[nodiscard]] Json parse_json(std::string_view text, const std::filesystem::path& file,
                              std::size_t most_levels = std::numeric_limits<std::size_t>::max());

/// The limit for JSON that is written again: Json::dump takes one stack frame a level.
inline constexpr std::size_t levels_to_write = 200;
[[nodiscard]] Json read_json(const std::filesystem::path& file);

}  // namespace wend::scenario

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "words/json_cursor.hpp"

namespace wend::scenario {

using Json = nlohmann::json;

/// Parses a text; errors are those of JsonCursor and call it `file`.
[[nodiscard]] Json parse_json(std::string_view text, const std::filesystem::path& file,
                              std::size_t most_levels = JsonCursor::levels);

/// The limit for JSON that is written again: Json::dump takes one stack frame a level.
inline constexpr std::size_t levels_to_write = 200;

}  // namespace wend::scenario

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

namespace wend::scenario {

using Json = nlohmann::json;

/// Parses a text that errors call `file`. Syntax errors name line and column; a number that a double cannot hold and a key that
/// stands twice in one object (the parser would keep one of them silently) name the JSON pointer.
[[nodiscard]] Json parse_json(std::string_view text, const std::filesystem::path& file);
[[nodiscard]] Json read_json(const std::filesystem::path& file);

}  // namespace wend::scenario

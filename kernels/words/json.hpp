// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace wend::words {

using Json = nlohmann::json;

/// Called with each element of an array that is a member of the root, the value read so far, when the element
/// is complete. Returns true to drop the element.
using TakeElement =
    std::function<bool(const Json& root, std::string_view key, std::size_t index, const Json& element)>;

/// Nesting of any JSON.
inline constexpr std::size_t most_json_levels = 1000;

/// The limit for JSON that is written again: Json::dump takes one stack frame a level.
inline constexpr std::size_t levels_to_write = 200;

/// Parses a text (RFC 8259). Syntax errors name `file`, line and column; a repeated key, deeper nesting and a
/// number beyond a double's range name the JSON pointer.
[[nodiscard]] Json parse_json(std::string_view text, const std::filesystem::path& file,
                              std::size_t most_levels = most_json_levels, const TakeElement& take = {});

}  // namespace wend::words

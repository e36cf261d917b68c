// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "words/fields.hpp"
#include "words/json.hpp"

namespace wend::files {

/// The largest file that is parsed as a whole: its values take several times its size.
inline constexpr std::size_t most_json_bytes = std::size_t{64} << 20;
[[nodiscard]] words::Json read_json(const std::filesystem::path& file);

/// Requires the keys `format` and `version` of an object, and these values. `otherwise`: what is said of
/// another format.
void require_format(words::Fields& fields, std::string_view format, std::uint64_t version,
                    const std::string& otherwise);

}  // namespace wend::files

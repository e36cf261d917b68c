// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace wend::support {

/// The path that a text in UTF-8 names. On Windows std::filesystem::path takes a std::string for another
/// encoding; its string() is UTF-8.
[[nodiscard]] inline std::filesystem::path utf8_path(std::string_view text) {
    return std::u8string(text.begin(), text.end());
}

}  // namespace wend::support

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace wend::words {

/// An error in an input or output file; what() is the whole line, the file and the place first. Messages
/// quote their input: what() is printable() of the text.
class FileError : public std::runtime_error {
  public:
    explicit FileError(std::string_view text);
};

/// FILE: MESSAGE
[[noreturn]] void fail(const std::filesystem::path& file, std::string_view message);

/// FILE:LINE: MESSAGE, or FILE:LINE:COLUMN: MESSAGE; both count from 1.
[[noreturn]] void fail_at_line(const std::filesystem::path& file, std::size_t line, std::string_view message);
[[noreturn]] void fail_at_line(const std::filesystem::path& file, std::size_t line, std::size_t column,
                               std::string_view message);

}  // namespace wend::words

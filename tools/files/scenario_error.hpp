// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace wend::scenario {

/// An error in an input or output file. what() is one line that starts with the file and the place.
class ScenarioError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// FILE: MESSAGE
[[noreturn]] void fail(const std::filesystem::path& file, std::string_view message);

/// FILE:LINE: MESSAGE, or FILE:LINE:COLUMN: MESSAGE; both count from 1.
[[noreturn]] void fail_at_line(const std::filesystem::path& file, std::size_t line, std::string_view message);
[[noreturn]] void fail_at_line(const std::filesystem::path& file, std::size_t line, std::size_t column,
                               std::string_view message);

/// A value's place in a JSON file, by JSON pointer (RFC 6901).
class Place {
  public:
    explicit Place(std::filesystem::path file) : file_(std::move(file)) {}

    [[nodiscard]] Place operator/(std::string_view key) const;
    [[nodiscard]] Place operator/(std::size_t index) const;

    [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }
    [[nodiscard]] const std::string& pointer() const noexcept { return pointer_; }

    /// FILE: /json/pointer: MESSAGE
    [[noreturn]] void fail(std::string_view message) const;

  private:
    std::filesystem::path file_;
    std::string pointer_;
};

}  // namespace wend::scenario

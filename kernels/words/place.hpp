// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "words/file_error.hpp"

namespace wend::words {

/// Lengthens a JSON pointer by a key or an index.
void append_key(std::string& pointer, std::string_view key);
void append_index(std::string& pointer, std::size_t index);

/// A value's place in a JSON file, by JSON pointer (RFC 6901).
class Place {
  public:
    explicit Place(std::filesystem::path file, std::string pointer = "")
        : file_(std::move(file)), pointer_(std::move(pointer)) {}

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

}  // namespace wend::words

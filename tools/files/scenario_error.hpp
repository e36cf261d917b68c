// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "bench/support/file_error.hpp"

namespace wend::scenario {

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

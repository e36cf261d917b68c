// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/support/file_error.hpp"

#include <fmt/format.h>

#include "bench/support/printable.hpp"

namespace wend::scenario {

FileError::FileError(std::string_view text) : std::runtime_error(printable(text)) {}

void fail(const std::filesystem::path& file, std::string_view message) {
    throw FileError(fmt::format("{}: {}", file.string(), message));
}

void fail_at_line(const std::filesystem::path& file, std::size_t line, std::string_view message) {
    throw FileError(fmt::format("{}:{}: {}", file.string(), line, message));
}

void fail_at_line(const std::filesystem::path& file, std::size_t line, std::size_t column,
                  std::string_view message) {
    throw FileError(fmt::format("{}:{}:{}: {}", file.string(), line, column, message));
}

}  // namespace wend::scenario

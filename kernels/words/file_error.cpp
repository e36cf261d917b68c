// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "words/file_error.hpp"

#include "words/printable.hpp"
#include "words/text.hpp"

namespace wend::words {

FileError::FileError(std::string_view text) : std::runtime_error(printable(text)) {}

void fail(const std::filesystem::path& file, std::string_view message) {
    throw FileError(join({file.string(), ": ", message}));
}

void fail_at_line(const std::filesystem::path& file, std::size_t line, std::string_view message) {
    throw FileError(join({file.string(), ":", number_text(line), ": ", message}));
}

void fail_at_line(const std::filesystem::path& file, std::size_t line, std::size_t column,
                  std::string_view message) {
    throw FileError(join({file.string(), ":", number_text(line), ":", number_text(column), ": ", message}));
}

}  // namespace wend::words

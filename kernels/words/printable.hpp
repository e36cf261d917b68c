// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace wend {

/// The bytes of the UTF-8 character that a text starts with; 0 if it starts with none.
[[nodiscard]] std::size_t utf8_size(std::string_view text) noexcept;

/// A text that quotes input, fit for a terminal: control characters and bytes that are no UTF-8 as \xNN, and
/// of more than `most` bytes the first two thirds and the last third, with the number of bytes between them.
/// Newlines are control characters too.
[[nodiscard]] std::string printable(std::string_view text, std::size_t most = 900);

}  // namespace wend

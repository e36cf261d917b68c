// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace wend::words {

/// The bytes of the UTF-8 character at the start of a text; 0 if there is none.
[[nodiscard]] std::size_t utf8_size(std::string_view text) noexcept;

/// A text that quotes input, safe for a terminal: control characters and bytes outside UTF-8 become \xNN. Of
/// more than `most` bytes it has the first two thirds and the last third, with the number of bytes between.
/// Newlines are control characters too.
[[nodiscard]] std::string printable(std::string_view text, std::size_t most = 900);

}  // namespace wend::words

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wend::words {

/// The legal word nearest to a misspelt one, by edit distance (letters left out, added, replaced, or
/// two neighbours swapped); the first of several. None if more than a third of the letters differ.
[[nodiscard]] std::optional<std::string_view> nearest_word(std::string_view word,
                                                           const std::vector<std::string_view>& legal);

/// `; did you mean "WORD"?` for the end of a message, or nothing.
[[nodiscard]] std::string suggestion(std::string_view word, const std::vector<std::string_view>& legal);

}  // namespace wend::words

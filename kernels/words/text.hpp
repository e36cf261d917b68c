// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <charconv>
#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>

namespace wend::words {

/// Joins texts, without a formatting library, which wend_c would have to contain.
[[nodiscard]] inline std::string join(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) text += part;
    return text;
}

/// Joins a list of words with a separator.
template <class Words>
[[nodiscard]] std::string join_with(std::string_view between, const Words& words) {
    std::string text;
    for (const std::string_view word : words) {
        if (!text.empty()) text += between;
        text += word;
    }
    return text;
}

/// Whether two words are the same, '-' and '_' alike: ping-pong and ping_pong.
[[nodiscard]] inline bool is_same_word(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return (x == '-' ? '_' : x) == (y == '-' ? '_' : y); });
}

/// The shortest decimal number that reads back as the same value.
template <class Number>
requires std::floating_point<Number> || std::integral<Number>
[[nodiscard]] std::string number_text(Number number) {
    char digits[64];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    return std::string(digits, end);
}

}  // namespace wend::words

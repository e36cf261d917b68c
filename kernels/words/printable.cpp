// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "words/printable.hpp"

#include "words/text.hpp"

namespace wend::words {
namespace {

constexpr unsigned byte_of(char c) noexcept { return static_cast<unsigned char>(c); }
constexpr bool continues(char c) noexcept { return (byte_of(c) & 0xC0) == 0x80; }

/// The C0 and C1 controls, and characters that change the direction of text.
bool is_control(std::string_view character) noexcept {
    if (character.size() == 1) return byte_of(character[0]) < 0x20 || byte_of(character[0]) == 0x7F;
    if (character.size() == 2) return character[0] == '\xC2' && byte_of(character[1]) < 0xA0;
    return character.starts_with("\xE2\x80") && byte_of(character[2]) >= 0xAA &&
           byte_of(character[2]) <= 0xAE;
}

void append_escaped(std::string& result, char c) {
    constexpr std::string_view digits = "0123456789abcdef";
    result += "\\x";
    result += digits[byte_of(c) >> 4];
    result += digits[byte_of(c) & 15];
}

void append_printable(std::string& result, std::string_view text) {
    while (!text.empty()) {
        const std::size_t size = utf8_size(text);
        const std::string_view character = text.substr(0, size == 0 ? 1 : size);
        if (size == 0 || is_control(character))
            for (const char c : character) append_escaped(result, c);
        else
            result += character;
        text.remove_prefix(character.size());
    }
}

}  // namespace

std::size_t utf8_size(std::string_view text) noexcept {
    if (text.empty()) return 0;
    const unsigned first = byte_of(text[0]);
    if (first < 0x80) return 1;
    const std::size_t size = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (size == 0 || text.size() < size) return 0;
    for (std::size_t i = 1; i < size; ++i)
        if (!continues(text[i])) return 0;
    // Longer than needed, a surrogate, or beyond the last code point.
    const unsigned second = byte_of(text[1]);
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
        (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F))
        return 0;
    return size;
}

std::string printable(std::string_view text, std::size_t most) {
    std::string result;
    if (text.size() <= most) {
        append_printable(result, text);
        return result;
    }
    std::size_t head = most / 3 * 2;
    std::size_t tail = text.size() - most / 3;
    while (head > 0 && continues(text[head])) --head;
    while (tail < text.size() && continues(text[tail])) ++tail;
    append_printable(result, text.substr(0, head));
    result += join({" ... (", number_text(tail - head), " bytes) ... "});
    append_printable(result, text.substr(tail));
    return result;
}

}  // namespace wend::words

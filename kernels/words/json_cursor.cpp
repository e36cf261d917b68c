// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "words/json_cursor.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "words/printable.hpp"
#include "words/text.hpp"

namespace wend::scenario {
namespace {

constexpr std::size_t keys_compared = 16;  // from more on, sorting is faster than comparing each with each

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Characters that a string holds as they are: all but the quote, the backslash, controls and parts of UTF-8.
constexpr auto is_plain = [] {
    std::array<bool, 256> plain{};
    for (std::size_t i = 0x20; i < 0x80; ++i) plain[i] = i != '"' && i != '\\';
    return plain;
}();

/// The message about a control character, one below 0x20, in a string.
std::string refused_control(char c) {
    const std::string digits{c < 0x10 ? '0' : '1', "0123456789abcdef"[c & 15]};
    return join({"the control character 0x", digits, " in a string; it must be written \\u00", digits});
}

void append_utf8(std::string& text, std::uint32_t code) {
    const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xC0 | code >> 6);
        add(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        add(0xE0 | code >> 12);
        add(0x80 | (code >> 6 & 0x3F));
        add(0x80 | (code & 0x3F));
    } else {
        add(0xF0 | code >> 18);
        add(0x80 | (code >> 12 & 0x3F));
        add(0x80 | (code >> 6 & 0x3F));
        add(0x80 | (code & 0x3F));
    }
}

}  // namespace

std::string_view name(JsonKind kind) noexcept {
    static constexpr std::array<std::string_view, 6> names{"object", "array",   "string",
                                                           "number", "boolean", "null"};
    return names[static_cast<std::size_t>(kind)];
}

JsonCursor::JsonCursor(std::string_view text, std::filesystem::path file, std::size_t most_levels)
    : text_(text), file_(std::move(file)), most_levels_(std::min(most_levels, levels)) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
}

JsonKind JsonCursor::kind() {
    skip_blanks();
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    switch (c) {
        case '{': return JsonKind::object;
        case '[': return JsonKind::array;
        case '"': return JsonKind::string;
        case 't':
        case 'f': return JsonKind::boolean;
        case 'n': return JsonKind::null;
        default:
            if (is_digit(c) || c == '-') return JsonKind::number;
            fail_unexpected("a value");
    }
}

std::string_view JsonCursor::string() {
    if (kind() != JsonKind::string) fail_unexpected("a string");
    return read_string(scratch_);
}

JsonNumber JsonCursor::number() {
    if (kind() != JsonKind::number) fail_unexpected("a number");
    const std::size_t begin = at_;
    bool whole = false;
    const std::string_view text = read_number(whole);
    const char* const end = text.data() + text.size();
    if (whole && text[0] == '-') {
        std::int64_t value = 0;
        if (std::from_chars(text.data(), end, value).ec == std::errc()) return value;
    } else if (whole) {
        std::uint64_t value = 0;
        if (std::from_chars(text.data(), end, value).ec == std::errc()) return value;
    }
    at_ = begin;
    return real();
}

double JsonCursor::real() {
    if (kind() != JsonKind::number) fail_unexpected("a number");
    bool whole = false;
    const std::string_view text = read_number(whole);
    double value = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc()) return value;
    // Too large, or so small that it is rounded to 0 or a subnormal.
    value = std::strtod(std::string(text).c_str(), nullptr);
    if (!std::isfinite(value)) place().fail(join({"the number ", text, " is beyond a double's range"}));
    return value;
}

bool JsonCursor::boolean() {
    if (kind() != JsonKind::boolean) fail_unexpected("true or false");
    const bool value = text_[at_] == 't';
    read_word(value ? "true" : "false");
    return value;
}

void JsonCursor::null() {
    if (kind() != JsonKind::null) fail_unexpected("null");
    read_word("null");
}

void JsonCursor::skip() {
    switch (kind()) {
        case JsonKind::object: object([this](std::string_view) { skip(); }); break;
        case JsonKind::array: array([this] { skip(); }); break;
        case JsonKind::string: read_string(scratch_); break;
        case JsonKind::number: static_cast<void>(real()); break;
        case JsonKind::boolean: static_cast<void>(boolean()); break;
        case JsonKind::null: null(); break;
    }
}

void JsonCursor::finish() {
    skip_blanks();
    if (at_ < text_.size()) fail_unexpected("the end of the file");
}

std::size_t JsonCursor::offset() {
    skip_blanks();
    return at_;
}

Place JsonCursor::place() const { return Place(file_, pointer()); }

std::string JsonCursor::pointer() const {
    std::string pointer;
    for (const Container& container : open_)
        if (container.is_object)
            append_key(pointer, container.key);
        else
            append_index(pointer, container.index);
    return pointer;
}

std::string_view JsonCursor::scalar_text() {
    const std::size_t begin = offset();
    skip();
    return text_.substr(begin, at_ - begin);
}

void JsonCursor::skip_blanks() noexcept {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
}

/// Returns false, and has read the whole of it, if it is empty.
bool JsonCursor::open(char begin, char end) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != begin) fail_unexpected(begin == '{' ? "an object" : "an array");
    if (open_.size() == most_levels_)
        place().fail(join({"is nested too deeply: more than ", number_text(most_levels_), " levels"}));
    ++at_;
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == end) {
        ++at_;
        return false;
    }
    open_.push_back({begin == '{', 0, {}, keys_.size(), decoded_.size()});
    return true;
}

bool JsonCursor::more(char end) {
    skip_blanks();
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    if (c == ',') {
        ++at_;
        ++open_.back().index;
        return true;
    }
    if (c != end) fail_unexpected(end == '}' ? "a comma or }" : "a comma or ]");
    ++at_;
    close();
    return false;
}

void JsonCursor::close() {
    if (open_.back().is_object) {
        refuse_repeated_keys();
        keys_.resize(open_.back().first_key);
        decoded_.resize(open_.back().first_decoded);
    }
    open_.pop_back();
}

std::string_view JsonCursor::read_key() {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != '"') fail_unexpected("a key in quotes");
    std::string_view key = read_string(scratch_);
    if (key.data() == scratch_.data()) key = decoded_.emplace_back(key);
    open_.back().key = key;
    if (keys_.size() - open_.back().first_key < keys_compared) require_new_key(key);
    keys_.push_back(key);
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != ':') fail_unexpected("a colon");
    ++at_;
    return key;
}

void JsonCursor::require_new_key(std::string_view key) const {
    const auto first = keys_.begin() + static_cast<std::ptrdiff_t>(open_.back().first_key);
    if (std::find(first, keys_.end(), key) != keys_.end()) place().fail("this key appears twice");
}

void JsonCursor::refuse_repeated_keys() {
    const auto first = keys_.begin() + static_cast<std::ptrdiff_t>(open_.back().first_key);
    if (static_cast<std::size_t>(keys_.end() - first) <= keys_compared) return;
    std::sort(first, keys_.end());
    const auto twice = std::adjacent_find(first, keys_.end());
    if (twice == keys_.end()) return;
    open_.back().key = *twice;
    place().fail("this key appears twice");
}

/// A view of the text, or of `decoded` if the string has escapes.
std::string_view JsonCursor::read_string(std::string& decoded) {
    const std::size_t begin = ++at_;
    std::size_t copied = begin;
    bool has_escapes = false;
    for (;;) {
        while (at_ < text_.size() && is_plain[static_cast<unsigned char>(text_[at_])]) ++at_;
        if (at_ == text_.size()) fail("the file ends inside a string");
        const char c = text_[at_];
        if (c == '"') break;
        if (c == '\\') {
            if (!has_escapes) decoded.clear();
            has_escapes = true;
            decoded += text_.substr(copied, at_ - copied);
            ++at_;
            decode_escape(decoded);
            copied = at_;
            continue;
        }
        const std::size_t size = utf8_size(text_.substr(at_, 4));
        if (size < 2) fail(size == 0 ? "is not UTF-8" : refused_control(c));
        at_ += size;
    }
    const std::size_t end = at_++;
    if (!has_escapes) return text_.substr(begin, end - begin);
    decoded += text_.substr(copied, end - copied);
    return decoded;
}

void JsonCursor::decode_escape(std::string& decoded) {
    static constexpr std::string_view letters = "\"\\/bfnrt";
    static constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    if (const std::size_t letter = letters.find(c); letter != std::string_view::npos) {
        decoded += meanings[letter];
        ++at_;
        return;
    }
    if (c != 'u') fail_unexpected("one of \"\\/bfnrtu after a backslash");
    ++at_;
    std::uint32_t code = read_hex4();
    if (code >= 0xD800 && code < 0xE000) {
        if (code >= 0xDC00 || !text_.substr(at_).starts_with("\\u")) fail("half a surrogate pair");
        at_ += 2;
        const std::uint32_t low = read_hex4();
        if (low < 0xDC00 || low >= 0xE000) fail("half a surrogate pair");
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    append_utf8(decoded, code);
}

std::uint32_t JsonCursor::read_hex4() {
    const std::string_view digits = text_.substr(at_, 4);
    std::uint32_t code = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (digits.size() < 4 || error != std::errc() || end != digits.data() + 4)
        fail("\\u without four hexadecimal digits");
    at_ += 4;
    return code;
}

std::string_view JsonCursor::read_number(bool& whole) {
    const std::size_t begin = at_;
    const auto digits = [this] {
        if (at_ == text_.size() || !is_digit(text_[at_])) fail_unexpected("a digit");
        while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    };
    const auto here = [this](char c) { return at_ < text_.size() && text_[at_] == c; };
    if (here('-')) ++at_;
    if (here('0'))
        ++at_;
    else
        digits();
    whole = true;
    if (here('.')) {
        whole = false;
        ++at_;
        digits();
    }
    if (here('e') || here('E')) {
        whole = false;
        ++at_;
        if (here('+') || here('-')) ++at_;
        digits();
    }
    return text_.substr(begin, at_ - begin);
}

void JsonCursor::read_word(std::string_view word) {
    for (const char c : word) {
        if (at_ == text_.size() || text_[at_] != c) fail_unexpected(word);
        ++at_;
    }
}

void JsonCursor::fail(std::string_view message) const {
    const std::string_view before = text_.substr(0, at_);
    const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
    const std::size_t newline = before.rfind('\n');
    fail_at_line(file_, line, newline == std::string_view::npos ? at_ + 1 : at_ - newline, message);
}

void JsonCursor::fail_unexpected(std::string_view expected) const {
    if (at_ == text_.size()) fail(join({"expected ", expected, ", found the end of the file"}));
    const std::size_t size = std::max<std::size_t>(utf8_size(text_.substr(at_, 4)), 1);
    fail(join({"expected ", expected, ", found ",
               text_[at_] == '\0' ? "a NUL byte" : join({"'", text_.substr(at_, size), "'"})}));
}

}  // namespace wend::scenario

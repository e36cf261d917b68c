// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "words/place.hpp"

namespace wend::scenario {

using JsonNumber = std::variant<double, std::int64_t, std::uint64_t>;

enum class JsonKind : unsigned char { object, array, string, number, boolean, null };
[[nodiscard]] std::string_view name(JsonKind kind) noexcept;

/// Reads a JSON text (RFC 8259) from its beginning to its end, in time and memory in proportion to its
/// length. Checks what it reads or skips. Syntax errors name line and column; a number beyond a double's
/// range, a repeated key and nesting deeper than `most_levels` name the JSON pointer.
class JsonCursor {
  public:
    static constexpr std::size_t levels = 1000;  ///< of any JSON: readers take a stack frame a level

    /// `text` must outlive the cursor.
    JsonCursor(std::string_view text, std::filesystem::path file, std::size_t most_levels = levels);

    /// What the value ahead is, by its first character.
    [[nodiscard]] JsonKind kind();

    /// Reads an object: calls `member` with each key (until the object's end, the key stays valid), which
    /// must read or skip its value.
    template <class Member>
    void object(Member&& member) {
        if (!open('{', '}')) return;
        do {
            const std::string_view key = read_key();
            member(key);
        } while (more('}'));
    }

    /// Reads an array: calls `element` for each element, which must read or skip it.
    template <class Element>
    void array(Element&& element) {
        if (!open('[', ']')) return;
        do element();
        while (more(']'));
    }

    [[nodiscard]] std::string_view string();  ///< valid until the next call
    [[nodiscard]] JsonNumber number();
    [[nodiscard]] double real();
    [[nodiscard]] bool boolean();
    void null();
    void skip();
    void finish();  ///< fails if anything but blanks follows

    /// Where the value ahead begins; revisit() reads one again, that of `key` in the object that was read
    /// last.
    [[nodiscard]] std::size_t offset();
    template <class Read>
    void revisit(std::size_t offset, std::string_view key, Read&& read) {
        const std::size_t at = std::exchange(at_, offset);
        open_.push_back({true, 0, key, keys_.size(), decoded_.size()});
        read();
        open_.pop_back();
        at_ = at;
    }

    /// The place of the value that is being read, and the text of a value that is no object or array.
    [[nodiscard]] Place place() const;
    [[nodiscard]] std::string pointer() const;
    [[nodiscard]] std::string_view scalar_text();

  private:
    struct Container {
        bool is_object = false;
        std::size_t index = 0;
        std::string_view key;
        std::size_t first_key = 0;
        std::size_t first_decoded = 0;
    };

    void skip_blanks() noexcept;
    bool open(char begin, char end);
    bool more(char end);
    void close();
    std::string_view read_key();
    void require_new_key(std::string_view key) const;
    void refuse_repeated_keys();
    std::string_view read_string(std::string& decoded);
    void decode_escape(std::string& decoded);
    std::uint32_t read_hex4();
    std::string_view read_number(bool& whole);
    void read_word(std::string_view word);
    [[noreturn]] void fail(std::string_view message) const;
    [[noreturn]] void fail_unexpected(std::string_view expected) const;

    std::string_view text_;
    std::size_t at_ = 0;
    std::filesystem::path file_;
    std::size_t most_levels_;
    std::vector<Container> open_;
    std::vector<std::string_view> keys_;  ///< of the open objects
    std::deque<std::string> decoded_;     ///< those of them that have escapes
    std::string scratch_;
};

}  // namespace wend::scenario

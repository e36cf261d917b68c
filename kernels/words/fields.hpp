// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wend/rectangle.hpp"
#include "wend/target.hpp"
#include "words/json.hpp"
#include "words/place.hpp"
#include "words/text.hpp"

namespace wend::words {

/// Reads one JSON value into a variable, or fails with its place and the expected type.
void convert(const Json& json, const Place& place, double& value);
void convert(const Json& json, const Place& place, float& value);
void convert(const Json& json, const Place& place, std::uint64_t& value);
void convert(const Json& json, const Place& place, std::uint32_t& value);
void convert(const Json& json, const Place& place, std::int32_t& value);
void convert(const Json& json, const Place& place, bool& value);
void convert(const Json& json, const Place& place, std::string& value);
void convert(const Json& json, const Place& place, Target& value);     ///< a word, or [x, y]
void convert(const Json& json, const Place& place, Rectangle& value);  ///< [min0, min1, max0, max1]

template <class T>
void convert(const Json& json, const Place& place, std::optional<T>& value) {
    convert(json, place, value.emplace());
}

/// Whether an object may have unread keys, as in files of other programs.
enum class UnknownKeys : std::uint8_t { refused, allowed };

/// Reads the keys of one JSON object into variables. A call of finish() after the last of them refuses keys
/// that were not read, and then missing required ones: a misspelt key is both, and the first message is more
/// helpful. Where unknown keys are allowed, a missing one is refused at once.
class Fields {
  public:
    /// Fails unless `json` is an object. The contents of both arguments must outlive the reader.
    Fields(const Json& json, Place place, UnknownKeys unknown = UnknownKeys::refused);

    [[nodiscard]] const Place& place() const noexcept { return place_; }
    [[nodiscard]] Place place(std::string_view key) const { return place_ / key; }

    /// Whether the object has the key, which does not count as read.
    [[nodiscard]] bool has(std::string_view key) const;

    /// The value of an optional key, null when absent; the value of a required one, which is JSON's null
    /// until finish() when absent.
    [[nodiscard]] const Json* find(std::string_view key);
    [[nodiscard]] const Json& at(std::string_view key);

    /// An optional key: the variable keeps its value when the key is absent.
    template <class T>
    void read(std::string_view key, T& value) {
        if (const Json* json = find(key)) convert(*json, place(key), value);
    }

    template <class T>
    void require(std::string_view key, T& value) {
        const Json& json = at(key);
        if (missing_.empty() || missing_.back() != key) convert(json, place(key), value);
    }

    /// An optional key whose value is one of a list of words.
    template <class T>
    void read_word(std::string_view key, T& value,
                   std::initializer_list<std::pair<std::string_view, T>> words) {
        read_word_of(key, value, words);
    }

    /// The same with a table of (word, value).
    template <class T, class Table>
    void read_word_of(std::string_view key, T& value, const Table& words) {
        const Json* json = find(key);
        if (json == nullptr) return;
        std::string given;
        convert(*json, place(key), given);
        std::vector<std::string_view> legal;
        for (const auto& [word, meaning] : words) {
            if (is_same_word(word, given)) {
                value = meaning;
                return;
            }
            legal.push_back(word);
        }
        refuse_word(key, given, legal);
    }

    void finish() const;

  private:
    [[noreturn]] void refuse_missing(std::string_view key) const;
    [[noreturn]] void refuse_word(std::string_view key, const std::string& given,
                                  const std::vector<std::string_view>& legal) const;

    const Json& json_;
    Place place_;
    UnknownKeys unknown_;
    std::vector<std::string> known_;
    std::vector<std::string> missing_;
};

}  // namespace wend::words

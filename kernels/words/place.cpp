// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "words/place.hpp"

#include "words/text.hpp"

namespace wend::words {

void append_key(std::string& pointer, std::string_view key) {
    pointer += '/';
    for (const char c : key) {
        if (c == '~')
            pointer += "~0";
        else if (c == '/')
            pointer += "~1";
        else
            pointer += c;
    }
}

void append_index(std::string& pointer, std::size_t index) { pointer += join({"/", number_text(index)}); }

Place Place::operator/(std::string_view key) const {
    Place inner = *this;
    append_key(inner.pointer_, key);
    return inner;
}

Place Place::operator/(std::size_t index) const {
    Place inner = *this;
    append_index(inner.pointer_, index);
    return inner;
}

void Place::fail(std::string_view message) const {
    if (pointer_.empty()) words::fail(file_, message);
    throw FileError(join({file_.string(), ": ", pointer_, ": ", message}));
}

}  // namespace wend::words

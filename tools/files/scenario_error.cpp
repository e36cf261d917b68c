// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/scenario_error.hpp"

#include <fmt/format.h>

namespace wend::scenario {

Place Place::operator/(std::string_view key) const {
    Place inner = *this;
    inner.pointer_ += '/';
    for (const char c : key) {
        if (c == '~')
            inner.pointer_ += "~0";
        else if (c == '/')
            inner.pointer_ += "~1";
        else
            inner.pointer_ += c;
    }
    return inner;
}

Place Place::operator/(std::size_t index) const {
    Place inner = *this;
    inner.pointer_ += fmt::format("/{}", index);
    return inner;
}

void Place::fail(std::string_view message) const {
    if (pointer_.empty()) scenario::fail(file_, message);
    throw FileError(fmt::format("{}: {}: {}", file_.string(), pointer_, message));
}

}  // namespace wend::scenario

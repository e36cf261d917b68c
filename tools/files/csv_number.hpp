// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <system_error>

namespace wend::files {

/// The finite number of type T that a whole field is; none for anything else.
template <class T>
[[nodiscard]] std::optional<double> parse_number(std::string_view field) {
    T value{};
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size()) return std::nullopt;
    if (!std::isfinite(static_cast<double>(value))) return std::nullopt;
    return static_cast<double>(value);
}

/// The reason why parse_number refuses a field, as the end of a message; empty where it is plain.
[[nodiscard]] std::string_view why_no_number(std::string_view field);

}  // namespace wend::files

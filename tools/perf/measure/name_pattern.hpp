// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

/// Benchmarks' names as regular expressions that match nothing else.
namespace wend::perf {

/// The name's letters, none of which means more than itself.
[[nodiscard]] inline std::string literal(std::string_view name) {
    std::string pattern;
    for (const char letter : name) {
        if (std::string_view("\\^$.|?*+()[]{}").find(letter) != std::string_view::npos) pattern += '\\';
        pattern += letter;
    }
    return pattern;
}

[[nodiscard]] inline std::string exactly(std::string_view name) { return "^" + literal(name) + "$"; }

[[nodiscard]] inline std::string any_of(std::span<const std::string> names) {
    std::string pattern;
    for (const std::string& name : names) pattern += (pattern.empty() ? "^(" : "|") + literal(name);
    return pattern + ")$";
}

}  // namespace wend::perf

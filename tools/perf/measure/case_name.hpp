// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "wend/isa.hpp"

/// The parts of a case's name, kernel/isa/agents:N/threads:N and options that differ; and names as regular
/// expressions that match nothing else.
namespace wend::perf {

[[nodiscard]] inline std::string_view kernel_of(std::string_view name) {
    return name.substr(0, name.find('/'));
}

/// The number behind `key` and a colon; 0 without one.
[[nodiscard]] inline std::uint64_t number_in(std::string_view name, std::string_view key) {
    std::string word(1, '/');
    word.append(key).append(1, ':');
    const std::size_t found = name.find(word);
    std::uint64_t number = 0;
    if (found != std::string_view::npos)
        std::from_chars(name.data() + found + word.size(), name.data() + name.size(), number);
    return number;
}

/// The part behind the kernel: an instruction set, "any", or a rival. In other projects' names it may be
/// anything, or empty.
[[nodiscard]] inline std::string_view second_part_of(std::string_view name) {
    const std::size_t slash = name.find('/');
    if (slash == std::string_view::npos) return {};
    const std::string_view rest = name.substr(slash + 1);
    return rest.substr(0, rest.find('/'));
}

[[nodiscard]] inline std::optional<Isa> isa_of(std::string_view name) {
    return find_isa(second_part_of(name));
}

/// A case of several threads is timed by the wall clock, and its processes may use every core.
[[nodiscard]] inline bool has_threads(std::string_view name) { return number_in(name, "threads") > 1; }

/// Others are of no instruction set: building programs and path sets, the first call.
[[nodiscard]] inline bool has_kernel(std::string_view name) {
    return name.find("/any/") == std::string_view::npos;
}

/// A loop that wend is compared with: of agents, on no instruction set of wend's.
[[nodiscard]] inline bool is_rival(std::string_view name) {
    return number_in(name, "agents") > 0 && has_kernel(name) && !isa_of(name);
}

/// Agents at rest, of denormal floats or in an unfavourable order.
[[nodiscard]] inline bool has_uneven_start(std::string_view name) {
    return name.find("/start:") != std::string_view::npos;
}

/// The name's letters, none of which means more than itself.
[[nodiscard]] inline std::string literal(std::string_view name) {
    std::string pattern;
    for (const char letter : name) {
        if (std::string_view("\\^$.|?*+()[]{}").find(letter) != std::string_view::npos) pattern += '\\';
        pattern += letter;
    }
    return pattern;
}

[[nodiscard]] inline std::string exactly(std::string_view name) {
    std::string pattern(1, '^');
    pattern.append(literal(name)).append(1, '$');
    return pattern;
}

[[nodiscard]] inline std::string any_of(std::span<const std::string> names) {
    std::string pattern;
    for (const std::string& name : names) pattern += (pattern.empty() ? "^(" : "|") + literal(name);
    return pattern + ")$";
}

}  // namespace wend::perf

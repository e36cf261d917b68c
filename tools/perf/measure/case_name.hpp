// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "wend/isa.hpp"

/// What a case's name says: kernel/isa/agents:N/threads:N, then options that differ.
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

/// What stands behind the kernel: an instruction set, "any", or which rival it is. In other projects' names
/// it may be anything; empty: nothing.
[[nodiscard]] inline std::string_view second_part_of(std::string_view name) {
    const std::size_t slash = name.find('/');
    if (slash == std::string_view::npos) return {};
    const std::string_view rest = name.substr(slash + 1);
    return rest.substr(0, rest.find('/'));
}

[[nodiscard]] inline std::optional<Isa> isa_of(std::string_view name) {
    return parse_isa(second_part_of(name));
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

}  // namespace wend::perf

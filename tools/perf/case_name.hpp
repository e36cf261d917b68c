// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

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

/// A case of several threads is timed by the wall clock, and its processes may use every core.
[[nodiscard]] inline bool has_threads(std::string_view name) { return number_in(name, "threads") > 1; }

/// Others are of no instruction set: building programs and path sets, the first call.
[[nodiscard]] inline bool has_kernel(std::string_view name) {
    return name.find("/any/") == std::string_view::npos;
}

}  // namespace wend::perf

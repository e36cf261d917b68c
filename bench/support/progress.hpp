// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace wend::bench {

/// One line on the terminal that the next overwrites; nothing when stderr is no terminal.
inline void show_progress(const std::string& line) {
    static const bool terminal = isatty(STDERR_FILENO) == 1;
    if (terminal) fmt::print(stderr, "\r\033[K{}", line);
}

}  // namespace wend::bench

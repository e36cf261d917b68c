// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>

#include "tools/support/interruption.hpp"
#include "tools/support/output_file.hpp"
#include "tools/support/system.hpp"
#include "words/printable.hpp"

namespace wend::support {

/// "48 s", "120 min", "3 h".
[[nodiscard]] inline std::string duration_text(double seconds) {
    if (seconds < 100) return fmt::format("{:.0f} s", seconds);
    return seconds < 6'000 ? fmt::format("{:.0f} min", seconds / 60)
                           : fmt::format("{:.0f} h", seconds / 3'600);
}

/// "812 bytes", "31 kB", "3.1 MB".
[[nodiscard]] inline std::string size_text(std::uintmax_t bytes) {
    double size = static_cast<double>(bytes);
    if (size < 1000) return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s");
    std::size_t unit = 0;
    for (; size >= 999.5e3; size /= 1000) ++unit;
    return fmt::format("{:.{}f} {}B", size / 1000, size < 9.95e3 ? 1 : 0, "kMGTPE"[unit]);
}

/// Names a file that a command wrote, and its size; nothing for pipes and devices.
inline void print_written(std::FILE* stream, const std::filesystem::path& file) {
    std::error_code ignored;
    if (!file.empty() && !is_stdout(file) && std::filesystem::is_regular_file(file, ignored))
        fmt::print(stream, "wrote    {}, {}\n", words::printable(file.string()),
                   size_text(std::filesystem::file_size(file, ignored)));
}

/// The duration of a command.
inline void print_time(std::chrono::steady_clock::time_point start) {
    fmt::print("time     {:.1f} s\n",
               std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

/// One line on the terminal that the next overwrites, the empty one for good; nothing when stderr is no
/// terminal. Also the place where a signal ends long work: throws Interrupted, but for the empty line.
inline void show_progress(const std::string& line) {
    if (!line.empty()) check_interruption();
    static const bool terminal = is_terminal(stderr);
    if (terminal) fmt::print(stderr, "\r\033[K{}", line);
}

}  // namespace wend::support

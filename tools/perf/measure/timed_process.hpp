// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace wend::perf {

struct TimedProcess {
    double wall_nanoseconds = 0;  ///< from before its start to after its end
    double cpu_nanoseconds = 0;   ///< of it, and of its children that it waited for
    int status = -1;              ///< the exit status; -1 when a signal ended it
    std::string how_it_ended;     ///< "ended with status 1", "died by signal 11 (Segmentation fault)"
    std::string last_lines;       ///< of its stderr, three at most, in one line
};

/// Runs a program (found by PATH unless it names a folder) in a folder to its end, without input; its stdout
/// goes nowhere. Throws command::MisuseError when it cannot be started.
[[nodiscard]] TimedProcess run_timed(const std::vector<std::string>& command,
                                     const std::filesystem::path& folder);

}  // namespace wend::perf

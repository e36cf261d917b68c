// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace wend::perf {

struct ChildOutcome {
    int status = -1;           ///< the exit status; -1 when a signal ended it
    std::string out;           ///< what it wrote to stdout
    std::string how_it_ended;  ///< "ended with status 1", "died by signal 11 (Segmentation fault)"
};

/// A status of waitpid() in words: ChildOutcome::how_it_ended.
[[nodiscard]] std::string how_it_ended(int wait_status);

/// Runs a program (found by PATH unless it names a folder) to its end. With a log, both its outputs go to the
/// end of that file and `out` is empty; without, stderr goes nowhere. Throws command::MisuseError when it
/// cannot be started.
///
/// `follow` is called with the log's last line several times a second. What it throws ends the program and
/// all that it has started, and so do SIGINT, SIGTERM and SIGHUP: as command::Interrupted.
[[nodiscard]] ChildOutcome run_child(const std::vector<std::string>& command,
                                     const std::filesystem::path& log = {},
                                     const std::function<void(const std::string&)>& follow = nullptr);

}  // namespace wend::perf

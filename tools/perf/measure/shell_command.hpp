// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "tools/perf/measure/process_turns.hpp"

/// Any command, measured as a user feels it: by the wall clock of its process, from start to end.
namespace wend::perf {

/// Two command lines under one name.
struct ShellCommands {
    std::string name;
    std::string base;
    std::string head;
};

/// The words to execute: those of the line, or `sh -c LINE` where it has characters that only a shell
/// understands. Throws command::MisuseError when it is blank.
[[nodiscard]] std::vector<std::string> words_of(const std::string& line);

/// Runs it once. Throws command::MisuseError, with the last lines of its stderr, unless its status is 0.
[[nodiscard]] ProcessTime run_command(const std::string& line, const std::filesystem::path& folder);

/// For people: a line a side with the medians of its processes, and a warning where the start of the process
/// is a good part of them.
[[nodiscard]] std::vector<std::string> describe_times(const ShellCommands& commands,
                                                      std::span<const Sample> samples,
                                                      std::span<const Counter> counters);

}  // namespace wend::perf

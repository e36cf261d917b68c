// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>

/// Operating systems' own calls: system_posix.cpp and system_windows.cpp.
namespace wend::support {

/// Makes the arguments UTF-8, and the streams of stdin and stdout bytes.
void use_utf8(int& argc, char**& argv);

/// The executable of this process.
[[nodiscard]] std::filesystem::path this_program();

/// The memory of this machine, or what this process may take of it.
[[nodiscard]] std::uint64_t memory_bytes();

[[nodiscard]] bool is_terminal(std::FILE* stream);

/// Of the terminal that stdout is; 80 where it is none.
[[nodiscard]] std::size_t terminal_columns();

/// A descriptor, or -1 with errno.
[[nodiscard]] int open_to_read(const std::filesystem::path& file);

/// Signals that end a command call `end`; one about a pipe without a reader calls `note`. A signal that the
/// caller ignores stays ignored, and a file that grows too large only makes a write fail.
void handle_signals(void (*end)(int), void (*note)(int));

/// "SIGINT"; empty for that of a pipe without a reader, which ends a command in silence.
[[nodiscard]] std::string signal_name(int signal);

}  // namespace wend::support

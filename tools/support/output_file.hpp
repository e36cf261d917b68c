// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <filesystem>
#include <string_view>

namespace wend::support {

/// A file that appears whole or not at all: written as FILE.NUMBER.partial in the same folder, renamed by
/// commit(). A file that it replaces keeps its permissions and, through a link, its place.
///
/// Pipes and devices are written straight, and so are files that the process has open: `-`, /dev/stdout,
/// /dev/stderr, /dev/fd/N.
///
/// From the first output file on, signals are watched (tools/support/interruption.hpp): write() and commit()
/// throw Interrupted. A process that was killed leaves its partial file; the next one that writes FILE
/// removes it, known by the lock that a living process holds.
class OutputFile {
  public:
    explicit OutputFile(const std::filesystem::path& file);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::string_view text);

    /// Makes the file appear, once it is on the disk; without it the destructor leaves nothing behind.
    void commit();

  private:
    void open_partial();
    [[noreturn]] void fail_with_errno() const;

    std::filesystem::path file_;
    std::filesystem::path partial_;  ///< empty: written straight
    std::FILE* stream_ = nullptr;
};

/// A file of its own, whole or not at all.
void write_file(const std::filesystem::path& file, std::string_view text);

/// Whether a name stands for stdout: `-`, /dev/stdout, /dev/fd/1.
[[nodiscard]] bool is_stdout(const std::filesystem::path& file);

/// Whether two names are those of one file, whether it exists yet or not. Devices may be shared.
[[nodiscard]] bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace wend::support

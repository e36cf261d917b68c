// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
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

    /// The unfinished file, for FilePart; empty: written straight.
    [[nodiscard]] const std::filesystem::path& partial() const noexcept { return partial_; }

  private:
    void open_partial();
    [[noreturn]] void fail_with_errno() const;

    std::filesystem::path file_;
    std::filesystem::path partial_;  ///< empty: written straight
    std::FILE* stream_ = nullptr;
};

/// One process's part of a file that several write, each its own bytes. Only where there is MPI.
class FilePart {
  public:
    /// A file that another process has made.
    explicit FilePart(const std::filesystem::path& file);
    ~FilePart();
    FilePart(const FilePart&) = delete;
    FilePart& operator=(const FilePart&) = delete;

    void write(std::uint64_t at, std::string_view bytes);
    /// Puts them on the disk.
    void finish();

  private:
    std::filesystem::path file_;
    int descriptor_;
};

/// A file of its own, whole or not at all.
void write_file(const std::filesystem::path& file, std::string_view text);

/// Whether a name stands for stdout: `-`, /dev/stdout, /dev/fd/1.
[[nodiscard]] bool is_stdout(const std::filesystem::path& file);

/// Whether two names are those of one file, whether it exists yet or not. Devices may be shared.
[[nodiscard]] bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace wend::support

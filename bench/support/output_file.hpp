// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <filesystem>
#include <string_view>

namespace wend::scenario {

/// A file that appears whole or not at all: written under another name in the same folder, renamed by
/// commit(). What is no regular file (a pipe, a device) is written straight, and so is /dev/stdout, whatever
/// it is.
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
    [[noreturn]] void fail_with_errno() const;

    std::filesystem::path file_;
    std::filesystem::path temporary_;  ///< empty: written straight
    std::FILE* stream_ = nullptr;
};

/// A file of its own, whole or not at all.
void write_file(const std::filesystem::path& file, std::string_view text);

}  // namespace wend::scenario

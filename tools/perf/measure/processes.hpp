// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace wend::perf {

/// Of waitpid's status: "ended with status 1", "died by signal 11 (Segmentation fault)".
[[nodiscard]] std::string how_it_ended(int wait_status);

struct ChildOutcome {
    int status = -1;  ///< the exit status; -1 when a signal ended it
    std::string out;  ///< its stdout
    std::string how_it_ended;
};

/// Runs a program (found by PATH unless it names a folder) to its end. With a log, both its outputs go to the
/// end of that file and `out` is empty; without, stderr goes nowhere. Throws support::MisuseError when it
/// cannot be started.
///
/// `follow` is called with the log's last line several times a second. Its exceptions end the program and
/// every process that it has started; so do SIGINT, SIGTERM and SIGHUP, as support::Interrupted.
[[nodiscard]] ChildOutcome run_child(const std::vector<std::string>& command,
                                     const std::filesystem::path& log = {},
                                     const std::function<void(const std::string&)>& follow = nullptr);

/// A copy of an executable among the system's temporary files, removed with the object. Its code lies in
/// other pages of memory than the file's; the choice of pages can make the same code some per cent faster or
/// slower.
///
/// The executable itself if a copy would not be the same program (a script, or one that looks for its
/// libraries beside itself), or if none can be made or executed.
class ExecutableCopy {
  public:
    explicit ExecutableCopy(const std::filesystem::path& executable);
    ~ExecutableCopy();
    ExecutableCopy(const ExecutableCopy&) = delete;
    ExecutableCopy& operator=(const ExecutableCopy&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  private:
    std::filesystem::path path_;
    bool is_copy_ = false;
};

/// A process on every core that copies memory in bursts, until the object is destroyed: a busy machine.
class MemoryHogs {
  public:
    MemoryHogs();
    ~MemoryHogs();
    MemoryHogs(const MemoryHogs&) = delete;
    MemoryHogs& operator=(const MemoryHogs&) = delete;

  private:
    std::vector<pid_t> processes_;
};

}  // namespace wend::perf

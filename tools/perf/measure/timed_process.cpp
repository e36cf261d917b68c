// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/timed_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <sstream>

#include "bench/support/command_line.hpp"
#include "bench/support/interruption.hpp"
#include "tools/perf/measure/child_process.hpp"

namespace wend::perf {
namespace {

/// What the process writes to stderr, in memory: a write takes next to no time and wakes no reader, as one to
/// a pipe would.
class ErrorText {
  public:
    ErrorText() : descriptor_(memfd_create("stderr", MFD_CLOEXEC)) {
        if (descriptor_ < 0)
            throw command::MisuseError(fmt::format("no memory for messages: {}", std::strerror(errno)));
    }
    ~ErrorText() { close(descriptor_); }
    ErrorText(const ErrorText&) = delete;
    ErrorText& operator=(const ErrorText&) = delete;

    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

    [[nodiscard]] std::string last_lines() const {
        constexpr off_t most_bytes = 4096;
        constexpr std::size_t most_lines = 3;
        struct stat about {};
        if (fstat(descriptor_, &about) != 0) return {};
        std::string text(static_cast<std::size_t>(std::min(about.st_size, most_bytes)), '\0');
        const ssize_t count =
            pread(descriptor_, text.data(), text.size(), std::max<off_t>(0, about.st_size - most_bytes));
        text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, count)));
        std::istringstream stream(text);
        std::vector<std::string> lines;
        for (std::string line; std::getline(stream, line);) lines.push_back(line);
        const std::size_t first = lines.size() - std::min(lines.size(), most_lines);
        return fmt::format("{}",
                           fmt::join(lines.begin() + static_cast<std::ptrdiff_t>(first), lines.end(), " / "));
    }

  private:
    int descriptor_;
};

double nanoseconds(const timeval& time) {
    return 1e9 * static_cast<double>(time.tv_sec) + 1e3 * static_cast<double>(time.tv_usec);
}

}  // namespace

TimedProcess run_timed(const std::vector<std::string>& command, const std::filesystem::path& folder) {
    const ErrorText errors;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, errors.descriptor(), STDERR_FILENO);
    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);

    pid_t process = -1;
    const auto start = std::chrono::steady_clock::now();
    const int error = posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
        throw command::MisuseError(
            fmt::format("{}: cannot be run in {}: {}", command[0], folder.string(), std::strerror(error)));
    int status = 0;
    rusage usage{};
    while (wait4(process, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    const std::chrono::duration<double, std::nano> wall = std::chrono::steady_clock::now() - start;
    command::check_interruption();  // which the process may have died of
    return {.wall_nanoseconds = wall.count(),
            .cpu_nanoseconds = nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime),
            .status = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
            .how_it_ended = how_it_ended(status),
            .last_lines = errors.last_lines()};
}

}  // namespace wend::perf

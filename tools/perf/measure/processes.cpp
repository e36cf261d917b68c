// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/processes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

#include "tools/support/command_line.hpp"
#include "tools/support/elf_file.hpp"
#include "tools/support/input_file.hpp"
#include "tools/support/interruption.hpp"

namespace wend::perf {
namespace {

std::string all_of(int pipe) {
    std::string text;
    std::array<char, 4096> bytes{};
    for (;;) {
        const ssize_t count = read(pipe, bytes.data(), bytes.size());
        if (count > 0) text.append(bytes.data(), static_cast<std::size_t>(count));
        if (count == 0 || (count < 0 && errno != EINTR)) return text;
    }
}

/// The last line that is complete.
std::string last_line(const std::filesystem::path& log) {
    std::ifstream file(log, std::ios::binary | std::ios::ate);
    constexpr std::streamoff longest = 4096;
    const std::streamoff size = file.tellg();
    if (size <= 0) return {};
    std::string end(static_cast<std::size_t>(std::min(size, longest)), '\0');
    file.seekg(-static_cast<std::streamoff>(end.size()), std::ios::end);
    file.read(end.data(), static_cast<std::streamsize>(end.size()));
    end.resize(std::min(end.size(), end.rfind('\n')));
    return end.substr(end.rfind('\n') + 1);
}

/// Holds back the signals that would end this process; those that the caller ignores stay ignored.
/// support::watch_signals would note them for the rest of the command, which does not ask while it measures.
class HeldSignals {
  public:
    HeldSignals() {
        sigset_t held;
        sigemptyset(&held);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
            struct sigaction action {};
            if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN)
                sigaddset(&held, signal);
        }
        pthread_sigmask(SIG_BLOCK, &held, &before_);
        descriptor_ = signalfd(-1, &held, SFD_CLOEXEC | SFD_NONBLOCK);
    }
    ~HeldSignals() {
        close(descriptor_);
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;

    /// Readable where there is one.
    [[nodiscard]] int descriptor() const { return descriptor_; }
    /// 0: none.
    [[nodiscard]] int take() const {
        signalfd_siginfo info{};
        return read(descriptor_, &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo) : 0;
    }

  private:
    sigset_t before_{};
    int descriptor_ = -1;
};

/// Until the program ends, which leads a group of its own: a build's compilers end with it.
void follow_log(pid_t process, const std::filesystem::path& log,
                const std::function<void(const std::string&)>& follow) {
    const HeldSignals signals;
    std::array<pollfd, 2> changes{{{static_cast<int>(syscall(SYS_pidfd_open, process, 0)), POLLIN, 0},
                                   {signals.descriptor(), POLLIN, 0}}};
    const int ended = changes[0].fd;
    if (ended < 0) return;
    try {
        for (;;) {
            poll(changes.data(), changes.size(), 200);
            if (changes[0].revents != 0) break;
            if (const int signal = signals.take(); signal != 0) throw support::Interrupted(signal);
            follow(last_line(log));
        }
    } catch (...) {
        close(ended);
        kill(-process, SIGTERM);
        waitpid(process, nullptr, 0);
        throw;
    }
    close(ended);
}

}  // namespace

std::string how_it_ended(int wait_status) {
    if (WIFSIGNALED(wait_status))
        return fmt::format("died by signal {} ({})", WTERMSIG(wait_status), strsignal(WTERMSIG(wait_status)));
    return fmt::format("ended with status {}", WEXITSTATUS(wait_status));
}

ChildOutcome run_child(const std::vector<std::string>& command, const std::filesystem::path& log,
                       const std::function<void(const std::string&)>& follow) {
    std::array<int, 2> pipes{};
    if (pipe2(pipes.data(), O_CLOEXEC) != 0)
        throw support::MisuseError(fmt::format("no pipe: {}", std::strerror(errno)));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    const std::string errors = log.empty() ? "/dev/null" : log.string();
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                     0644);
    posix_spawn_file_actions_adddup2(&actions, log.empty() ? pipes[1] : STDERR_FILENO, STDOUT_FILENO);

    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t process = -1;
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    if (follow) posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    const int error = posix_spawnp(&process, arguments[0], &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(pipes[1]);
    ChildOutcome outcome;
    if (error == 0) outcome.out = all_of(pipes[0]);
    close(pipes[0]);
    if (error != 0)
        throw support::MisuseError(fmt::format("{}: cannot be run: {}", command[0], std::strerror(error)));

    if (follow) follow_log(process, log, follow);
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status)) outcome.status = WEXITSTATUS(status);
    outcome.how_it_ended = how_it_ended(status);
    return outcome;
}

namespace {

/// Whether it is an executable that does not look for libraries in its own folder.
bool stands_alone(const std::filesystem::path& executable) {
    try {
        const support::ElfFile file(support::read_file(executable));
        for (const Elf64_Shdr& section : file.sections())
            if (section.sh_type == SHT_DYNAMIC &&
                file.contents(file.section(section.sh_link)).find("$ORIGIN") != std::string_view::npos)
                return false;
        return true;
    } catch (const std::runtime_error&) {  // no such file, or none of this kind
        return false;
    }
}

}  // namespace

ExecutableCopy::ExecutableCopy(const std::filesystem::path& executable) : path_(executable) {
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    if (error || !stands_alone(executable)) return;
    std::string name = (folder / "wend_perf_XXXXXX").string();
    const int file = mkstemp(name.data());
    if (file < 0) return;
    close(file);
    std::filesystem::copy_file(executable, name, std::filesystem::copy_options::overwrite_existing, error);
    if (error || access(name.c_str(), X_OK) != 0) {  // a full disk; a folder where nothing is executed
        unlink(name.c_str());
        return;
    }
    path_ = name;
    is_copy_ = true;
}

ExecutableCopy::~ExecutableCopy() {
    if (is_copy_) unlink(path_.c_str());
}

namespace {

constexpr std::size_t bytes = 64 << 20;  ///< more than a core's part of any cache

[[noreturn]] void hog(int cpu) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof(one), &one);
    std::vector<char> from(bytes, 1);
    std::vector<char> to(bytes);
    std::minstd_rand random(static_cast<std::minstd_rand::result_type>(cpu + 1));
    std::uniform_int_distribution<int> milliseconds(1, 20);
    for (;;) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds(random));
        while (std::chrono::steady_clock::now() < end) {
            std::memcpy(to.data(), from.data(), bytes);
            from[random() % bytes] = to[random() % bytes];
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds(random)));
    }
}

}  // namespace

MemoryHogs::MemoryHogs() {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0) return;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (!CPU_ISSET(cpu, &allowed)) continue;
        const pid_t process = fork();
        if (process == 0) hog(cpu);
        if (process > 0) processes_.push_back(process);
    }
}

MemoryHogs::~MemoryHogs() {
    for (const pid_t process : processes_) {
        kill(process, SIGKILL);
        waitpid(process, nullptr, 0);
    }
}

}  // namespace wend::perf

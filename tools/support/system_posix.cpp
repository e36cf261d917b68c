// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>

#include "tools/support/system.hpp"

namespace wend::support {
namespace {

void do_nothing(int) {}

void handle(int signal, void (*handler)(int), int flags) {
    struct sigaction before {};
    if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) return;
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = flags;  // without SA_RESTART: a write to a pipe without a reader must end
    sigaction(signal, &action, nullptr);
}

}  // namespace

void use_utf8(int&, char**&) {}

std::filesystem::path this_program() { return std::filesystem::read_symlink("/proc/self/exe"); }

std::uint64_t memory_bytes() {
    const auto machine = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    rlimit limit{};
    return getrlimit(RLIMIT_AS, &limit) == 0 ? std::min<std::uint64_t>(machine, limit.rlim_cur) : machine;
}

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) == 1; }

std::size_t terminal_columns() {
    winsize size{};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0 ? size.ws_col : 80;
}

int open_to_read(const std::filesystem::path& file) { return open(file.c_str(), O_RDONLY | O_CLOEXEC); }

void handle_signals(void (*end)(int), void (*note)(int)) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) handle(signal, end, 0);
    handle(SIGPIPE, note, 0);
    // A handler, where SIG_IGN would do: child processes do not inherit it.
    handle(SIGXFSZ, do_nothing, SA_RESTART);
}

std::string signal_name(int signal) {
    return signal == SIGPIPE ? "" : std::string("SIG") + sigabbrev_np(signal);
}

}  // namespace wend::support

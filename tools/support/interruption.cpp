// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/support/interruption.hpp"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>

namespace wend::support {
namespace {

std::atomic<int> noted{0};
std::atomic<std::int64_t> first_at{0};  ///< in nanoseconds
// A signal handler may touch lock-free atomics alone.
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free);

constexpr std::int64_t patience = 1'000'000'000;

void note(int signal) { noted.store(signal); }

/// The terminal and a parent process often send the same signal twice, so that only one that comes later says
/// "at once".
void note_end(int signal) {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    const std::int64_t now = std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
    std::int64_t first = 0;
    if (first_at.compare_exchange_strong(first, now)) {
        noted.store(signal);
    } else if (now - first > patience) {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
}

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

void watch_signals() {
    static const bool watched = [] {
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) handle(signal, note_end, 0);
        handle(SIGPIPE, note, 0);
        // A handler, where SIG_IGN would do: child processes do not inherit it.
        handle(SIGXFSZ, do_nothing, SA_RESTART);
        return true;
    }();
    static_cast<void>(watched);
}

int pending_signal() noexcept { return noted.load(); }

int take_signal() noexcept { return noted.exchange(0); }

void check_interruption() {
    if (const int signal = take_signal(); signal != 0) throw Interrupted(signal);
}

}  // namespace wend::support

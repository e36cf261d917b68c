// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/support/interruption.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>

#include "tools/support/system.hpp"

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
    const std::int64_t now =
        std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
    std::int64_t first = 0;
    if (first_at.compare_exchange_strong(first, now)) {
        noted.store(signal);
    } else if (now - first > patience) {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
}

}  // namespace

void watch_signals() {
    static const bool watched = [] {
        handle_signals(note_end, note);
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

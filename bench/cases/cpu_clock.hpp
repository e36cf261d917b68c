// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <ctime>

namespace wend::bench {

/// Nanoseconds that the calling thread has run for; with CLOCK_PROCESS_CPUTIME_ID, all threads of the
/// process.
[[nodiscard]] inline std::int64_t cpu_nanoseconds(clockid_t whose = CLOCK_THREAD_CPUTIME_ID) {
    timespec time{};
    clock_gettime(whose, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace wend::bench

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

/// Nanoseconds of a fixed loop that keeps a core's units for whole numbers busy. A lower clock, or another
/// machine's thread on the same core, slows it down as it does wend's kernels, and plain loops, which wait
/// for their divisions, less: on an AMD Zen 3 seek took 1.5 times as long in such minutes, the fastest
/// loop 1.1.
[[nodiscard]] double core_nanoseconds();

/// The time that this process's threads were ready to run and had no core, since each began; NaN where the
/// system does not say.
[[nodiscard]] double waited_seconds();

}  // namespace wend::bench

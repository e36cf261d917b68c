// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/command/core_speed.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <limits>

namespace wend::bench {
namespace {

double thread_nanoseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

}  // namespace

double core_nanoseconds() {
    constexpr std::uint64_t iterations = 40'000;  // 50 microseconds
    constexpr int attempts = 3;                   // an interrupt takes 20
    std::array<std::uint64_t, 8> chains{1, 2, 3, 4, 5, 6, 7, 8};
    double fastest = std::numeric_limits<double>::infinity();
    for (int attempt = 0; attempt < attempts; ++attempt) {
        const double start = thread_nanoseconds();
        for (std::uint64_t i = 0; i < iterations; ++i)
            for (std::uint64_t& chain : chains) {
                chain += i;
                asm volatile("" : "+r"(chain));  // neither left out nor made vectors
                chain ^= i;
            }
        fastest = std::min(fastest, thread_nanoseconds() - start);
    }
    return fastest;
}

}  // namespace wend::bench

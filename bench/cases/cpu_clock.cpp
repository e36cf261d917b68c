// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/cases/cpu_clock.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace wend::bench {

double core_nanoseconds() {
    constexpr std::uint64_t iterations = 40'000;  // 50 microseconds
    constexpr int attempts = 3;                   // an interrupt takes 20
    std::array<std::uint64_t, 8> chains{1, 2, 3, 4, 5, 6, 7, 8};
    std::int64_t fastest = std::numeric_limits<std::int64_t>::max();
    for (int attempt = 0; attempt < attempts; ++attempt) {
        const std::int64_t start = cpu_nanoseconds();
        for (std::uint64_t i = 0; i < iterations; ++i)
            for (std::uint64_t& chain : chains) {
                chain += i;
                asm volatile("" : "+r"(chain));  // neither left out nor made vectors
                chain ^= i;
            }
        fastest = std::min(fastest, cpu_nanoseconds() - start);
    }
    return static_cast<double>(fastest);
}

}  // namespace wend::bench

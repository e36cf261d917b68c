// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/cases/cpu_clock.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <system_error>

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

double waited_seconds() {
    double all = std::numeric_limits<double>::quiet_NaN();
    std::error_code error;
    std::filesystem::directory_iterator thread("/proc/self/task", error);
    for (; !error && thread != std::filesystem::directory_iterator(); thread.increment(error)) {
        double ran = 0, waited = 0;
        std::ifstream file(thread->path() / "schedstat");
        // A kernel that counts no waits says 0 of all.
        if (file >> ran >> waited && ran > 0) all = std::isnan(all) ? waited : all + waited;
    }
    return 1e-9 * all;
}

}  // namespace wend::bench

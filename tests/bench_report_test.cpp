// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/report.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace wend::bench {
namespace {

/// A row whose rounds took so many times as long as 1 ms, which drifts alike for all rows.
Row measured(const Registry& registry, Isa isa, unsigned threads, double times) {
    Row row{.what = registry.make_case(Kernel::seek, isa, in_cache_size, threads, 8), .calls = 1};
    for (int round = 0; round < 15; ++round) {
        const double seconds = times * 1e-3 * (1 + 0.1 * round);
        row.slices.push_back({.real_seconds = seconds, .cpu_seconds = seconds});
    }
    return row;
}

TEST(BenchReport, SaysHowMuchOfTheirWidthVectorsUse) {
    const Registry registry;
    const std::string text = summary({Group{{measured(registry, Isa::reference, 1, 8), measured(registry, Isa::sse2, 1, 4),
                                             measured(registry, Isa::avx2, 1, 2), measured(registry, Isa::avx512, 1, 1.25)}}});
    EXPECT_NE(text.find("avx2        2.00 [2.00, 2.00] times as fast as sse2, 100 % of the ideal"), std::string::npos) << text;
    EXPECT_NE(text.find("avx512      3.20 [3.20, 3.20] times as fast as sse2, 80 % of the ideal"), std::string::npos) << text;
    EXPECT_EQ(text.find("reference   "), std::string::npos) << text;
}

TEST(BenchReport, ComparesNoWidthsAcrossThreads) {
    const Registry registry;
    const std::string text = summary({Group{{measured(registry, Isa::sse2, 1, 4), measured(registry, Isa::avx2, 2, 1)}}});
    EXPECT_EQ(text.find("of the ideal"), std::string::npos) << text;
}

}  // namespace
}  // namespace wend::bench

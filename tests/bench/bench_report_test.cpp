// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/command/report.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace wend::bench {
namespace {

/// A row whose rounds took `times` milliseconds, with the same drift in all rows.
Row measured(Case what, double times) {
    Row row{.what = std::move(what), .calls = 1};
    for (int round = 0; round < 15; ++round) {
        const double seconds = times * 1e-3 * (1 + 0.1 * round);
        row.slices.push_back({.real_seconds = seconds, .cpu_seconds = seconds});
    }
    return row;
}
Row measured(const Registry& registry, Isa isa, unsigned threads, double times) {
    return measured(registry.make_case(Kernel::seek, isa, in_cache_size, threads, 8), times);
}

TEST(BenchReport, ComparesWiderVectorsWithTheIdeal) {
    const Registry registry;
    const std::string text =
        summary({Group{{measured(registry, Isa::reference, 1, 8), measured(registry, Isa::sse2, 1, 4),
                        measured(registry, Isa::avx2, 1, 2), measured(registry, Isa::avx512, 1, 1.25)}}});
    EXPECT_NE(text.find("avx2        2.00 [2.00, 2.00] times as fast as sse2, 100 % of the ideal"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("avx512      3.20 [3.20, 3.20] times as fast as sse2, 80 % of the ideal"),
              std::string::npos)
        << text;
    EXPECT_EQ(text.find("reference   "), std::string::npos) << text;
}

TEST(BenchReport, ComparesNoWidthsAcrossThreads) {
    const Registry registry;
    const std::string text =
        summary({Group{{measured(registry, Isa::sse2, 1, 4), measured(registry, Isa::avx2, 2, 1)}}});
    EXPECT_EQ(text.find("of the ideal"), std::string::npos) << text;
}

TEST(BenchReport, ComparesAStartWithAllItsTwins) {
    const Registry registry;
    const auto row = [&](Start start, double times) {
        return measured(registry.make_case(Kernel::waypoint_advance, Isa::avx2, in_cache_size, 1, 8, start),
                        times);
    };
    const std::string text =
        summary({Group{{row(Start::ordinary, 2), row(Start::crossing, 5), row(Start::crossing_spread, 4)}}});
    EXPECT_NE(text.find("2.50 times the cost of ordinary agents: ABOVE 1.5\n"), std::string::npos) << text;
    EXPECT_NE(text.find("1.25 times the cost of crossing at their own times\n"), std::string::npos) << text;
    EXPECT_NE(text.find("2.00 times the cost of ordinary agents\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace wend::bench

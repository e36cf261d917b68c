// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "tools/perf/history/history.hpp"

namespace wend::test {

/// A run with a value in every field, different for each number.
inline perf::StoredRun make_run(std::uint32_t number, std::size_t samples = 8) {
    perf::StoredRun run{.kind = perf::RunKind::compare,
                        .a = {.revision = fmt::format("{:040x}", number),
                              .compiler = "GCC \"12\"",
                              .executable_hash = "00ff"},
                        .b = perf::Build{.revision = fmt::format("{:040x}", number + 1),
                                         .dirty = true,
                                         .layout_seed = ~std::uint64_t{0}},
                        .machine = {.cpu = "a CPU", .flags = "avx sse2", .cores = 2, .kernel = "Linux 6"},
                        .started = fmt::format("2026-11-21T10:{:02}:{:02}Z", number / 60, number % 60),
                        .load = 0.1,
                        .tool = "a test",
                        .seed = std::numeric_limits<std::uint64_t>::max(),
                        .parameters = R"({"tau":0.01,"z":[1,2.5]})"};
    for (const char* name : {"seek/avx2", "wander \xc3\xa9/sse2"}) {
        perf::BenchResult result{.name = name};
        for (std::uint32_t i = 0; i < samples; ++i)
            for (const perf::Side side : {perf::Side::a, perf::Side::b})
                result.samples.push_back(
                    {side, i / 4, i % 4, static_cast<std::uint32_t>(side), 1000 + i, 1e6 / (3 + number + i)});
        result.counters = {{perf::Side::a, 0, "bytes_per_second", 1e300, "B/s"},
                           {perf::Side::b, 1, "zero", -0.0, ""}};
        result.notes = {{"label", "hash 0123"}, {"label", "a\ttab"}};
        result.verdict = perf::Verdict{1.02, 1.01, 1.03, 1e-300, 1e-298, 0.01, "regressed", 16, ""};
        run.results.push_back(std::move(result));
    }
    run.results.push_back({.name = "crashed", .notes = {{"error", "out of memory"}}});
    return run;
}

}  // namespace wend::test

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tools/perf/history/run.hpp"

namespace wend::perf {

/// Results of Google Benchmark as a run.
struct ImportedRun {
    StoredRun run;
    std::size_t aggregates = 0;          ///< entries that were left out: means, medians, deviations of others
    std::vector<std::string> skipped{};  ///< for people: results without a time or a value, and why
};

/// Reads the JSON of Google Benchmark 1.7 to 1.9, and that of `wend bench --out`. Times become nanoseconds;
/// cpu_time and every number that is not known are counters; labels, errors and skip messages are notes. The
/// parameters are the context, whose keys commit, parent, dirty (yes or no), cpu, compiler and flags, which
/// any
/// --benchmark_context may set, name the build. Errors name `file` and place.
[[nodiscard]] ImportedRun read_gbench(std::string_view text, const std::filesystem::path& file);

}  // namespace wend::perf

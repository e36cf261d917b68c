// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tools/perf/run.hpp"

namespace wend::perf {

struct GbenchRun {
    Run run;  ///< machine, start and load as the file says them; its context as the parameters
    std::size_t aggregates = 0;        ///< entries that were left out: means, medians, deviations of others
    std::vector<std::string> skipped;  ///< for people: what has no time or no value, and why
};

/// Reads what a program of Google Benchmark's, version 1.7 to 1.9, writes with --benchmark_out_format=json.
/// Times become nanoseconds; cpu_time and every number that is not known are counters; labels, errors and
/// skip messages are notes. The context's keys commit, parent, dirty (yes or no), cpu, compiler and flags,
/// which any --benchmark_context may set, say which build it was. Errors name `file` and place.
[[nodiscard]] GbenchRun read_gbench(std::string_view text, const std::filesystem::path& file);

}  // namespace wend::perf

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

#include "tools/perf/history/imported_run.hpp"
#include "words/json.hpp"

namespace wend::perf {

/// Reads what a program of Google Benchmark's, version 1.7 to 1.9, writes with --benchmark_out_format=json.
/// Times become nanoseconds; cpu_time and every number that is not known are counters; labels, errors and
/// skip messages are notes. The parameters are the context, whose keys
/// commit, parent, dirty (yes or no), cpu, compiler and flags, which any --benchmark_context may set, say
/// which build it was. Errors name `file` and place.
[[nodiscard]] ImportedRun read_gbench(std::string_view text, const std::filesystem::path& file);

/// The same of JSON that is_gbench() recognises.
[[nodiscard]] ImportedRun gbench_run(const scenario::Json& json, const std::filesystem::path& file);
[[nodiscard]] bool is_gbench(const scenario::Json& json);

}  // namespace wend::perf

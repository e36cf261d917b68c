// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/perf/measure/process_turns.hpp"

/// Any executable of Google Benchmark's, unchanged. Both functions throw command::MisuseError.
namespace wend::perf {

/// What `--benchmark_list_tests` says.
[[nodiscard]] std::vector<std::string> google_names(const std::filesystem::path& executable);

/// One benchmark, run alone in a process; the time is its cpu_time.
[[nodiscard]] ProcessTime run_google(const std::filesystem::path& executable, const std::string& name);

}  // namespace wend::perf

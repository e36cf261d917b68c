// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "tools/perf/history/imported_run.hpp"
#include "words/json.hpp"

namespace wend::perf {

/// What ankerl::nanobench (4) renders with templates::json().
[[nodiscard]] bool is_nanobench(const scenario::Json& json);

/// Each measurement is a sample, in nanoseconds for one of the benchmark's units, as nanobench's own table
/// has it. A benchmark is named TITLE/NAME/N, without a title that is nanobench's own, and with the N of its
/// complexity where it has one. The performance counters that were measured are counters.
[[nodiscard]] ImportedRun nanobench_run(const scenario::Json& json, const std::filesystem::path& file);

}  // namespace wend::perf

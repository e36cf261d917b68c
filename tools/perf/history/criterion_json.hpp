// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

#include "tools/perf/history/imported_run.hpp"

/// Results of Criterion.rs: each of its samples is one here, in nanoseconds an iteration; the throughput is a
/// counter (`bytes_per_iteration`).
namespace wend::perf {

/// What `cargo criterion --message-format=json` writes: one JSON object a line. The benchmarks' own output
/// may stand between them.
[[nodiscard]] bool has_criterion_messages(std::string_view text);
[[nodiscard]] ImportedRun read_criterion_messages(std::string_view text, const std::filesystem::path& file);

/// What `cargo bench` leaves in target/criterion: of each benchmark below the folder, new/benchmark.json and
/// new/sample.json.
[[nodiscard]] ImportedRun read_criterion_folder(const std::filesystem::path& folder);

}  // namespace wend::perf

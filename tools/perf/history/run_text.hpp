// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tools/perf/history/run.hpp"

/// Runs as text that a version control system can keep: one JSON object a line, keys and lines sorted, the
/// same bytes for the same runs whatever history they come from.
namespace wend::perf {

/// Puts benchmarks, samples, counters and notes in the order of the text.
void sort_run(StoredRun& run);

/// The reason why a history refuses a sorted run (an empty or repeated name, two samples at one place,
/// numbers that are not finite); empty if it does not.
[[nodiscard]] std::string problem(const StoredRun& run);

/// 16 hexadecimal digits, from the whole content of a sorted run.
[[nodiscard]] std::string key_of(const StoredRun& run);

/// The first line of a text, and its lines for a sorted run; each ends in a line feed.
[[nodiscard]] std::string text_head();
[[nodiscard]] std::string text_of(const StoredRun& run);

/// Reads such a text; errors name `file` and line. A run whose key does not fit its content, or that lacks
/// lines, is refused.
[[nodiscard]] std::vector<StoredRun> read_history_text(std::string_view text,
                                                       const std::filesystem::path& file);

}  // namespace wend::perf

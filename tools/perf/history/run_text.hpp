// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tools/perf/history/history.hpp"
#include "tools/perf/history/run.hpp"

/// Runs as text that a version control system can keep: one JSON object a line, keys and lines sorted, the
/// same bytes for the same runs whatever history they come from.
namespace wend::perf {

/// Puts benchmarks, samples and all else in the order that the text has.
void sort_run(Run& run);

/// What a history would not take: an empty or repeated name, two samples at one place, numbers that are not
/// finite. Empty: nothing. The run must be sorted.
[[nodiscard]] std::string problem(const Run& run);

/// From all that a sorted run holds; of a pruned run from what it held before.
[[nodiscard]] std::string key_of(const Run& run);

struct HistoryText {
    std::vector<Run> runs{};
    std::vector<ChangePoint> changes{};
};

/// The first line of a text, its lines for a sorted run, for a change; each ends in a line feed.
[[nodiscard]] std::string text_head();
[[nodiscard]] std::string text_of(const Run& run);
[[nodiscard]] std::string text_of(const ChangePoint& change);

/// Reads what they wrote, now or in an earlier version; errors name `file` and line. A run whose key (of a
/// pruned one: checksum) differs from what it holds, or that lacks lines, is refused.
[[nodiscard]] HistoryText read_history_text(std::string_view text, const std::filesystem::path& file);

}  // namespace wend::perf

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tools/perf/verdict/comparison.hpp"

/// A comparison for a terminal, and as files: JSON, Markdown for a pull request, and a page.
namespace wend::perf {

struct ReportFiles;

/// A line of the terminal's table. `other`: the case in another link layout, or null.
[[nodiscard]] std::string case_line(std::string_view state, const std::string& name, const Evidence& one,
                                    const Evidence* other);

/// The cases that are not ok (with `whole` all of them), names that only one side has, the cases that were
/// not covered, and the totals.
[[nodiscard]] std::string describe(const Comparison& comparison, bool whole);

/// A comparison, its run in the history, and its key there.
struct StoredComparison {
    Comparison comparison;
    StoredRun run;
    std::string key;
};

/// Says what it wrote.
void write_report(const std::filesystem::path& file, std::string_view text);

/// Writes those that have a name. README.md ("Files") documents the keys of the JSON. `inside` and
/// `rules`: as of project_words.
void write_reports(const ReportFiles& files, const StoredComparison& stored,
                   const std::filesystem::path& inside, const std::filesystem::path& rules = {});

}  // namespace wend::perf

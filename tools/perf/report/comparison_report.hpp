// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "tools/perf/verdict/comparison.hpp"
#include "tools/perf/history/run.hpp"

/// A comparison for other programs: JSON, JUnit's XML, and Markdown for a pull request.
namespace wend::perf {

struct ReportFiles {
    std::filesystem::path json{};
    std::filesystem::path junit{};
    std::filesystem::path markdown{};
};

/// --json, --junit, --markdown.
void add_report_files(CLI::App& app, ReportFiles& files);

/// A comparison, the run as the history has it, and its key there.
struct StoredComparison {
    Comparison comparison;
    Run run;
    std::string key;
};

/// Writes those that have a name. Several comparisons have one base, and stand in one file. README.md ("For
/// other programs") documents the keys.
void write_reports(const ReportFiles& files, const std::vector<StoredComparison>& all);

}  // namespace wend::perf

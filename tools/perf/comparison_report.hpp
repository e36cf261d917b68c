// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>

#include "tools/perf/comparison.hpp"
#include "tools/perf/run.hpp"

/// A comparison for other programs: JSON, JUnit's XML, and Markdown for a pull request.
namespace wend::perf {

struct ReportFiles {
    std::filesystem::path json{};
    std::filesystem::path junit{};
    std::filesystem::path markdown{};
};

/// --json, --junit, --markdown.
void add_report_files(CLI::App& app, ReportFiles& files);

/// Writes those that have a name. `run` is the comparison as the history has it, `key` its name there.
void write_reports(const ReportFiles& files, const Comparison& comparison, const Run& run,
                   const std::string& key);

/// The keys are documented in README.md ("For other programs").
[[nodiscard]] std::string to_json(const Comparison& comparison, const Run& run, const std::string& key);
[[nodiscard]] std::string to_junit(const Comparison& comparison, const Run& run);
[[nodiscard]] std::string to_markdown(const Comparison& comparison, const Run& run);

}  // namespace wend::perf

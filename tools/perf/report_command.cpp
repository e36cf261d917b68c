// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <string>

#include "bench/support/command_line.hpp"
#include "bench/support/named_files.hpp"
#include "bench/support/output_file.hpp"
#include "tools/perf/history/history.hpp"
#include "tools/perf/history/history_place.hpp"
#include "tools/perf/options.hpp"
#include "tools/perf/perf_command.hpp"
#include "tools/perf/report/report.hpp"

namespace wend::perf {

int main_report(int argc, char** argv) {
    TrendOptions options;
    std::string database;
    std::filesystem::path html;
    std::filesystem::path markdown;
    std::filesystem::path json;
    double percent = 1;
    CLI::App app(
        "Writes what the history has about a machine: the newest comparison, each benchmark's way through "
        "the builds with its change\n"
        "points, and the newest times. Without a file, Markdown to stdout.",
        "wend perf report");
    app.add_option("--html", html, "one page, which needs no other file and no network")->type_name("FILE");
    app.add_option("--markdown", markdown, "for a comment on a change")->type_name("FILE");
    app.add_option("--json", json, "for other programs")->type_name("FILE");
    app.add_option("--reference", options.reference, "as for `wend perf trend`")->type_name("REV");
    add_trend_options(app, percent, options.machine, database);
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;
    options.least_effect = percent / 100;
    command::refuse_same_files(
        std::array<command::NamedFile, 3>{{{"--html", html}, {"--markdown", markdown}, {"--json", json}}});

    const Report report = make_report(open_history(database, History::Access::read), options);
    if (!html.empty()) scenario::write_file(html, to_html(report));
    if (!json.empty()) scenario::write_file(json, to_json(report));
    if (!markdown.empty() || (html.empty() && json.empty()))
        scenario::write_file(markdown.empty() ? "/dev/stdout" : markdown, to_markdown(report));
    return exit_none;
}

}  // namespace wend::perf

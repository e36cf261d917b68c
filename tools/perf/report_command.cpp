// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>

#include "bench/support/command_line.hpp"
#include "bench/support/output_file.hpp"
#include "tools/perf/history.hpp"
#include "tools/perf/perf_command.hpp"
#include "tools/perf/report.hpp"

namespace wend::perf {
namespace {

void write(const std::filesystem::path& file, const std::string& text) {
    scenario::OutputFile out(file);
    out.write(text);
    out.commit();
}

}  // namespace

int main_report(int argc, char** argv) {
    TrendOptions options;
    std::string database = default_history;
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
    app.add_option("--machine", options.machine, "by its fingerprint (that of the newest run)")
        ->type_name("HEX");
    command::add_real(app, "--tau", percent, "changes up to so many per cent do not matter (1)", 0, 100)
        ->type_name("PERCENT");
    app.add_option("--db", database, fmt::format("the history ({})", default_history))->type_name("FILE");
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;
    options.least_effect = percent / 100;

    const Report report = make_report(History(database, History::Access::read), options);
    if (!html.empty()) write(html, to_html(report));
    if (!json.empty()) write(json, to_json(report));
    if (!markdown.empty() || (html.empty() && json.empty()))
        write(markdown.empty() ? "/dev/stdout" : markdown, to_markdown(report));
    return exit_none;
}

}  // namespace wend::perf

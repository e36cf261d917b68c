// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "bench/support/command_line.hpp"
#include "bench/support/output_file.hpp"
#include "tools/perf/history/history.hpp"
#include "tools/perf/history/history_place.hpp"
#include "tools/perf/options.hpp"
#include "tools/perf/perf_command.hpp"
#include "tools/perf/history/run_text.hpp"

namespace wend::perf {

int main_export(int argc, char** argv) {
    std::vector<std::string> words;
    std::filesystem::path file = "/dev/stdout";
    std::string database;
    CLI::App app(
        "Writes runs as text, one JSON object a line, which `wend perf import` reads: the same bytes for the "
        "same runs, so that a\n"
        "baseline can be kept under version control.",
        "wend perf export");
    app.add_option("runs", words,
                   "keys or their beginnings, latest, latest~1 ... (all runs, and the change points)")
        ->type_name("RUN");
    app.add_option("--out", file, "where to (stdout)")->type_name("FILE.jsonl");
    add_history(app, database);
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;

    const History history = open_history(database, History::Access::read);
    std::set<std::string> wanted;
    for (const std::string& one : words) {
        const std::string key = history.find(one);
        wanted.insert(key);
        for (const std::string& part : history.parts_of(key)) wanted.insert(part);
    }
    scenario::OutputFile out(file);
    out.write(text_head());
    for (const std::string& key : history.keys())  // in their order, however they were asked for
        if (wanted.empty() || wanted.contains(key)) out.write(text_of(history.load(key)));
    if (wanted.empty())
        for (const ChangePoint& change : history.changes()) out.write(text_of(change));
    out.commit();
    return exit_none;
}

}  // namespace wend::perf

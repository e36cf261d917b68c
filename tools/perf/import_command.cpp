// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "bench/support/command_line.hpp"
#include "bench/support/input_file.hpp"
#include "tools/perf/history/history.hpp"
#include "tools/perf/history/history_place.hpp"
#include "tools/perf/options.hpp"
#include "tools/perf/perf_command.hpp"
#include "tools/perf/history/run_text.hpp"

namespace wend::perf {

int main_import(int argc, char** argv) {
    std::vector<std::filesystem::path> files;
    std::string database;
    CLI::App app(
        "Adds the runs that `wend perf export` wrote. Those that the history has already stay as they are.",
        "wend perf import");
    app.add_option("files", files, "texts")->required()->type_name("FILE.jsonl");
    add_history(app, database);
    app.footer("All files are read before anything is stored: when one is bad, nothing is.");
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;

    HistoryText all;
    for (const std::filesystem::path& file : files) {
        HistoryText text = read_history_text(scenario::read_file(file), file);
        std::move(text.runs.begin(), text.runs.end(), std::back_inserter(all.runs));
        std::move(text.changes.begin(), text.changes.end(), std::back_inserter(all.changes));
    }
    History history = open_history(database, History::Access::write);
    const std::size_t added = history.add(all.runs, all.changes);
    const auto runs = static_cast<std::size_t>(std::count_if(
        all.runs.begin(), all.runs.end(), [](const Run& run) { return !is_part(run.kind, run.a); }));
    fmt::print("{} new runs, {} that were there\n", added, runs - added);
    return exit_none;
}

}  // namespace wend::perf

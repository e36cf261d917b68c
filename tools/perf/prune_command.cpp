// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

#include "bench/support/command_line.hpp"
#include "bench/support/progress.hpp"
#include "tools/perf/history/history_place.hpp"
#include "tools/perf/options.hpp"
#include "tools/perf/perf_command.hpp"

namespace wend::perf {

int main_prune(int argc, char** argv) {
    std::size_t keep = 10;
    std::string database;
    CLI::App app(
        "Drops the slices of older runs from the history. Their medians, verdicts, counters and keys stay, "
        "so "
        "that lists, reports, trends\n"
        "and exported texts still have them.",
        "wend perf prune");
    command::add_number<std::size_t>(app, "--keep-slices", keep,
                                     "the newest so many runs of each kind and machine keep theirs (10)");
    add_history(app, database);
    app.footer("Exit status: 0, or 2 on misuse.");
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;

    History history = open_history(database, History::Access::write);
    const Pruning pruning = history.prune(keep, [](std::size_t done, std::size_t all) {
        bench::show_progress(fmt::format("{} of {} runs", done, all));
    });
    bench::show_progress("");
    fmt::print("{}: {} run{} pruned, {} bytes before, {} after\n", history.file().string(), pruning.runs,
               pruning.runs == 1 ? "" : "s", pruning.bytes_before, pruning.bytes_after);
    return exit_none;
}

}  // namespace wend::perf

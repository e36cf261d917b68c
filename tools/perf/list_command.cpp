// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <string>

#include "bench/support/command_line.hpp"
#include "tools/perf/history/history.hpp"
#include "tools/perf/history/history_place.hpp"
#include "tools/perf/options.hpp"
#include "tools/perf/perf_command.hpp"

namespace wend::perf {

int main_list(int argc, char** argv) {
    std::string database;
    CLI::App app("Lists the runs of a history, oldest first, and their machines.", "wend perf list");
    add_history(app, database);
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;

    const History history = open_history(database, History::Access::read);
    constexpr const char* line = "{:<16}  {:<20}  {:<9}  {:<13}  {:<13}  {:<16}  {:>10}{}\n";
    fmt::print(line, "run", "started", "kind", "build", "against", "machine", "benchmarks", "");
    std::map<std::string, std::string> machines;
    for (const RunSummary& run : history.runs()) {
        // A comparison's second build is the one it is about.
        const Build& build = run.b ? *run.b : run.a;
        const std::string machine = fingerprint(run.machine);
        machines.emplace(machine, describe(run.machine));
        fmt::print(line, run.key, run.started, kind_names[static_cast<std::size_t>(run.kind)],
                   short_name(build), run.b ? short_name(run.a) : "-", machine, run.benchmarks,
                   run.is_pruned ? "  pruned" : "");
    }
    if (!machines.empty()) fmt::print("\n");
    for (const auto& [machine, text] : machines) fmt::print("machine {}: {}\n", machine, text);
    return exit_none;
}

}  // namespace wend::perf

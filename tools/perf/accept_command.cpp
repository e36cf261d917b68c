// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <regex>

#include "bench/support/command_line.hpp"
#include "tools/perf/history/history.hpp"
#include "tools/perf/history/history_place.hpp"
#include "tools/perf/options.hpp"
#include "tools/perf/perf_command.hpp"
#include "tools/perf/measure/revision_build.hpp"
#include "tools/perf/verdict/rules.hpp"
#include "words/file_error.hpp"

namespace wend::perf {
namespace {

struct Options {
    std::string run;
    std::string cases;
    std::string reason;
    std::string rules;
    std::string database;
};

/// The newest gate, or the run that was named.
Run chosen_run(const History& history, const std::string& words) {
    if (!words.empty()) return history.load(history.find(words));
    const std::vector<RunSummary> runs = history.runs();
    const auto gate = std::find_if(runs.rbegin(), runs.rend(),
                                   [](const RunSummary& run) { return run.kind == Kind::gate; });
    if (gate == runs.rend()) scenario::fail(history.file(), "has no run of `wend perf gate`");
    return history.load(gate->key);
}

/// To a tenth of a per cent, upwards: what was measured is accepted, and not less.
double accepted_percent(const Verdict& verdict) {
    const double high = std::isfinite(verdict.high) ? verdict.high : verdict.ratio;
    return std::ceil(1000 * (high - 1)) / 10;
}

int run_accept(const Options& options) {
    const History history = open_history(options.database, History::Access::read);
    const Run run = chosen_run(history, options.run);
    const std::regex wanted = command::parse_filter(options.cases);
    const std::filesystem::path file =
        options.rules.empty() ? Repository(std::filesystem::current_path()).root() / default_rules
                              : std::filesystem::path(options.rules);
    if (run.a.revision.empty())
        throw command::MisuseError("accept: the run does not name its base's commit (gate does)");
    Rules rules = read_rules_if_there(file);
    const std::string date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::now()));
    std::size_t count = 0;
    for (const BenchResult& result : run.results) {
        if (!result.verdict || result.verdict->state != "regressed" ||
            !std::regex_search(result.name, wanted))
            continue;
        const AcceptedChange change{.name = result.name,
                                    .percent = accepted_percent(*result.verdict),
                                    .base = run.a.revision,
                                    .date = date,
                                    .reason = options.reason};
        if (!(change.percent <= most_percent))
            throw command::MisuseError(
                fmt::format("accept: {} grew from nothing, or by more than {} %", change.name, most_percent));
        std::erase_if(rules.accepted, [&](const AcceptedChange& one) {
            return one.name == change.name && one.base == change.base;
        });
        rules.accepted.push_back(change);
        fmt::print("accepted: up to {:.1f} % more than {}: {}\n", change.percent, change.base.substr(0, 12),
                   change.name);
        ++count;
    }
    if (count == 0)
        throw command::MisuseError(
            fmt::format("accept: the run has no regression that matches \"{}\"", options.cases));
    write_rules(file, rules);
    fmt::print("{} entr{} in {}: commit it with the change\n", count, count == 1 ? "y" : "ies",
               file.string());
    return exit_none;
}

}  // namespace

int main_accept(int argc, char** argv) {
    Options options;
    CLI::App app(
        "Puts the regressions of the newest gate on record as accepted, in a file of the tree. Later gates "
        "against the same base, or an older one, list\n"
        "them and do not fail; once the base has them, the entries say nothing more.",
        "wend perf accept");
    app.add_option("run", options.run, "a run of the history (its newest gate)")->type_name("RUN");
    app.add_option("--cases", options.cases, "only those whose name matches")->type_name("REGEX");
    app.add_option("--reason", options.reason, "why")->required()->type_name("TEXT");
    app.add_option("--rules", options.rules,
                   fmt::format("the file ({} in the repository's root)", default_rules))
        ->type_name("FILE");
    add_history(app, options.database);
    app.footer("Exit status: 0 written, 2 misuse, or nothing to accept.");
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;
    return run_accept(options);
}

}  // namespace wend::perf

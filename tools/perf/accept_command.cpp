// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <regex>

#include "tools/perf/commands.hpp"
#include "tools/perf/measure/repository.hpp"
#include "tools/perf/verdict/rules.hpp"
#include "tools/support/command_line.hpp"
#include "words/file_error.hpp"

namespace wend::perf {
namespace {

/// The newest gate, or the run that was named.
StoredRun chosen_run(const History& history, const std::string& words) {
    if (!words.empty()) return history.load(history.find(words));
    const std::vector<RunSummary> runs = history.runs();
    const auto gate = std::find_if(runs.rbegin(), runs.rend(),
                                   [](const RunSummary& run) { return run.kind == RunKind::gate; });
    if (gate == runs.rend()) words::fail(history.file(), "has no run of `wend perf gate`");
    return history.load(gate->key);
}

/// The measured size, rounded up to a tenth of a per cent.
double accepted_percent(const Verdict& verdict) {
    const double high = std::isfinite(verdict.high) ? verdict.high : verdict.ratio;
    return std::ceil(1000 * (high - 1)) / 10;
}

}  // namespace

int run_accept(const AcceptOptions& options) {
    const History history = open_history(options.database, History::Access::read);
    const StoredRun run = chosen_run(history, options.run);
    const support::NameFilter wanted = support::name_filter(options.cases);
    const std::filesystem::path file =
        options.rules.empty() ? Repository(std::filesystem::current_path()).root() / default_rules
                              : std::filesystem::path(options.rules);
    if (run.a.revision.empty())
        throw support::MisuseError("accept: the run does not name its base's commit (gate does)");
    Rules rules = read_rules_if_there(file);
    const std::string date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::now()));
    std::size_t count = 0;
    for (const BenchResult& result : run.results) {
        if (!result.verdict || result.verdict->state != "regressed" || !wanted(result.name)) continue;
        const AcceptedChange change{.name = result.name,
                                    .percent = accepted_percent(*result.verdict),
                                    .base = run.a.revision,
                                    .date = date,
                                    .reason = options.reason};
        if (!(change.percent <= most_percent))
            throw support::MisuseError(
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
        throw support::MisuseError(
            fmt::format("accept: the run has no regression that matches \"{}\"", options.cases));
    write_rules(file, rules);
    fmt::print("{} entr{} in {}: commit it with the change\n", count, count == 1 ? "y" : "ies",
               file.string());
    return exit_none;
}

}  // namespace wend::perf

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

#include "tools/perf/commands.hpp"
#include "tools/perf/history/gbench_json.hpp"
#include "tools/perf/measure/repository.hpp"
#include "tools/perf/measure/this_machine.hpp"
#include "tools/perf/report/comparison_report.hpp"
#include "tools/perf/report/report.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/input_file.hpp"
#include "words/file_error.hpp"

namespace wend::perf {
namespace {

namespace fs = std::filesystem;

/// Empty unless it is an absolute path: the XDG specification has others ignored.
fs::path folder_in(const char* variable) {
    const char* value = std::getenv(variable);
    const fs::path folder = value == nullptr ? "" : value;
    return folder.is_absolute() ? folder : fs::path();
}

fs::path default_history(const fs::path& folder) {
    if (const fs::path git = git_folder(folder); !git.empty()) return git / "history.db";
    fs::path cache = folder_in("XDG_CACHE_HOME");
    if (const fs::path home = folder_in("HOME"); cache.empty() && !home.empty()) cache = home / ".cache";
    if (cache.empty())
        throw support::MisuseError(
            "no place for a history: neither a git repository, nor XDG_CACHE_HOME, nor HOME; --db names one");
    return cache / "wend" / "perf.db";
}

/// The full name of a revision in a git repository; the word itself elsewhere, for results of other projects.
std::string commit_of(const std::string& revision) {
    try {
        return Repository(fs::current_path()).commit(revision);
    } catch (const support::MisuseError&) {
        return revision;
    }
}

/// Problems of the file go to stderr.
StoredRun read_with_remarks(const fs::path& file, const std::string& revision) {
    ImportedRun read = read_gbench(support::read_text(file), file);
    StoredRun& run = read.run;
    // Such files say little of a machine: with this one's description, comparisons here are of the same
    // machine.
    if (is_this_host(run.machine)) run.machine = this_machine();
    if (!revision.empty()) {
        run.a.revision = revision;
        run.a.parent.clear();
        run.a.dirty = false;
    }
    for (const std::string& problem : read.skipped) fmt::print(stderr, "{}: {}\n", file.string(), problem);
    if (read.aggregates > 0)
        fmt::print(stderr, "{}: {} left out\n", file.string(), counted(read.aggregates, "aggregate"));
    if (run.a.revision.empty())
        fmt::print(stderr,
                   "{}: names no commit, and is left out of trends: give --revision, or "
                   "--benchmark_context=commit=... to the benchmark\n",
                   file.string());
    return run;
}

/// The number of benchmarks that have times.
std::size_t measured(const StoredRun& run) {
    return static_cast<std::size_t>(std::ranges::count_if(
        run.results, [](const BenchResult& result) { return !result.samples.empty(); }));
}

/// Regressed since the last change of some benchmark, for certain or perhaps.
int status_of(const Trend& trend) {
    int status = exit_none;
    for (const TrendSeries& series : trend.series) {
        if (series.changes.empty() || series.changes.back().ratio <= 1) continue;
        if (series.changes.back().is_confirmed()) return exit_regression;
        status = exit_unclear;
    }
    return status;
}

}  // namespace

History open_history(const std::string& database, History::Access access, const fs::path& folder) {
    if (!database.empty()) return {database, access};
    return {default_history(folder), access, true};
}

int run_record(const RecordOptions& options) {
    History history = open_history(options.database, History::Access::write);
    const std::string revision = options.revision.empty() ? "" : commit_of(options.revision);
    std::vector<StoredRun> runs;
    for (const fs::path& file : options.files) runs.push_back(read_with_remarks(file, revision));
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (measured(runs[i]) == 0)
            words::fail(options.files[i], "0 benchmarks have times: nothing is recorded");
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const std::size_t before = history.runs().size();
        const std::string key = history.add(runs[i]);
        fmt::print("{} {} at {} from {}{}\n", key, counted(measured(runs[i]), "benchmark"),
                   short_name(runs[i].a), options.files[i].string(),
                   history.runs().size() == before ? " (was there before)" : "");
    }
    return exit_none;
}

int run_list(const std::string& database) {
    const History history = open_history(database, History::Access::read);
    support::Table table{.title = "",
                         .columns = {{"run"},
                                     {"started"},
                                     {"kind"},
                                     {"build"},
                                     {"against"},
                                     {"machine"},
                                     {"benchmarks", support::ColumnKind::number}}};
    std::map<std::string, std::string> machines;
    for (const RunSummary& run : history.runs()) {
        const std::string machine = fingerprint(run.machine);
        machines.emplace(machine, describe(run.machine));
        table.rows.push_back({{run.key},
                              {run.started},
                              {std::string(kind_names[static_cast<std::size_t>(run.kind)])},
                              {short_name(run.b ? *run.b : run.a)},
                              {run.b ? short_name(run.a) : "-"},
                              {machine},
                              {fmt::format("{}", run.benchmarks)}});
    }
    fmt::print("{}{}", support::columns_of(table), machines.empty() ? "" : "\n");
    for (const auto& [machine, text] : machines)
        fmt::print("{}", support::for_terminal(fmt::format("machine {}: {}\n", machine, text)));
    return exit_none;
}

int run_report(const HistoryReportOptions& options) {
    const History history = open_history(options.database, History::Access::read);
    Report report = make_report(history, options.trend);
    report.words = project_words(fs::current_path(), builds_of(report));
    write_report(options.html, to_html(report));
    return exit_none;
}

int run_trend(const HistoryReportOptions& options) {
    const Trend trend = make_trend(open_history(options.database, History::Access::read), options.trend);
    fmt::print("{}", support::for_terminal(fmt::format(
                         "machine {}: {}\n{}. {}\n", fingerprint(trend.machine), describe(trend.machine),
                         counted(trend.builds.size(), "build"), value_sentence(trend))));
    if (trend.other_machines > 0)
        fmt::print("{} of other machines left out\n", counted(trend.other_machines, "run"));
    if (trend.unnamed > 0) fmt::print("{} without a commit left out\n", counted(trend.unnamed, "run"));
    fmt::print("\n{}", support::columns_of(series_table(trend)));
    fmt::print("{}", support::text_of(changed_table("Changes", changed_rows(trend))));
    const bool has_candidates = std::ranges::any_of(trend.series, [](const TrendSeries& series) {
        return !std::ranges::all_of(series.changes, &TrendChange::is_confirmed);
    });
    if (has_candidates)
        fmt::print("{}", support::for_terminal("a candidate is confirmed by measuring both builds: wend perf "
                                               "gate --base BEFORE --head AFTER --filter NAME\n"));
    return status_of(trend);
}

}  // namespace wend::perf

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "bench/cases/registry.hpp"
#include "bench/command/measure.hpp"
#include "bench/report/result_json.hpp"
#include "bench/support/command_line.hpp"
#include "bench/support/progress.hpp"
#include "tools/perf/verdict/comparison.hpp"
#include "tools/perf/history/gbench_json.hpp"
#include "tools/perf/history/history.hpp"
#include "tools/perf/history/history_place.hpp"
#include "tools/perf/options.hpp"
#include "tools/perf/perf_command.hpp"
#include "tools/perf/history/result_file.hpp"
#include "tools/perf/measure/revision_build.hpp"
#include "tools/perf/measure/this_machine.hpp"

namespace wend::perf {
namespace {

constexpr bench::Effort effort{.min_rounds = 7, .max_rounds = 15, .seconds = 1, .slice_seconds = 1e-3};

/// Every kernel on every instruction set, one thread, in an L2.
constexpr const char* default_filter = "^[^/]+/(?!reference/)[^/]+/agents:8192/threads:1(/|$)";

struct Options {
    std::vector<std::filesystem::path> files;
    std::string filter = default_filter;
    std::string revision;
    std::string database;
};

/// The commit that a word names where git is asked; the word itself elsewhere, for results of other projects.
std::string commit_of(const std::string& revision) {
    try {
        return Repository(std::filesystem::current_path()).commit(revision);
    } catch (const command::MisuseError&) {
        return revision;
    }
}

/// What a file or folder holds; what of it is left out or not known goes to stderr.
Run read_and_tell(const std::filesystem::path& file, const std::string& revision) {
    ImportedRun read = read_result(file);
    if (!read.names_machine) {
        read.run.machine = this_machine();
        fmt::print(stderr,
                   "{}: names neither machine nor start: this machine and the file's time are taken\n",
                   file.string());
    }
    if (!revision.empty()) {
        read.run.a.revision = revision;
        read.run.a.parent.clear();
        read.run.a.dirty = false;
    }
    for (const std::string& what : read.skipped) fmt::print(stderr, "{}: {}\n", file.string(), what);
    if (read.aggregates > 0)
        fmt::print(stderr, "{}: {} aggregates left out\n", file.string(), read.aggregates);
    if (read.run.a.revision.empty())
        fmt::print(
            stderr, "{}: names no commit, so that no trend will have it: --revision{}\n", file.string(),
            read.run.kind == Kind::gbench ? ", or --benchmark_context=commit=... where it is made" : "");
    return std::move(read.run);
}

/// All files are read before anything is stored: when one is bad, nothing is.
void record_files(History& history, const std::vector<std::filesystem::path>& files,
                  const std::string& revision) {
    std::vector<Run> runs;
    for (const std::filesystem::path& file : files) runs.push_back(read_and_tell(file, revision));
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::size_t before = history.runs().size();
        const std::string key = history.add(runs[i]);
        fmt::print("{} {} benchmarks at {} from {}{}\n", key, runs[i].results.size(), short_name(runs[i].a),
                   files[i].string(), history.runs().size() == before ? " (was there before)" : "");
    }
}

/// wend's own cases, those of one kernel and size by turns; returns whether all of them were right.
bool record_suite(History& history, const std::string& filter) {
    const bench::Registry registry;
    const std::regex wanted = command::parse_filter(filter);
    std::vector<bench::Group> groups;
    for (const bench::Case& which : registry.cases()) {
        if (!std::regex_search(which.name, wanted)) continue;
        const auto fits = [&](const bench::Group& group) {
            return group.rows.front().what.kernel == which.kernel &&
                   group.rows.front().what.agents == which.agents;
        };
        auto group = std::find_if(groups.begin(), groups.end(), fits);
        if (group == groups.end()) group = groups.emplace(groups.end());
        group->rows.push_back({.what = which});
    }
    if (groups.empty()) throw command::MisuseError(fmt::format("--filter {} matches no case", filter));

    const std::string started = utc_now();
    const double load = load_average();
    bench::Checker checker(registry);
    bool right = true;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        bench::show_progress(
            fmt::format("{} of {}: {}", i + 1, groups.size(), groups[i].rows.front().what.name));
        checker.check(groups[i]);
        measure(groups[i], effort, [](std::size_t) {});
        for (const bench::Row& row : groups[i].rows) {
            if (row.problem.empty()) continue;
            right = false;
            bench::show_progress("");
            fmt::print(stderr, "{}: {}\n", row.what.name, row.problem);
        }
    }
    bench::show_progress("");

    Run run = read_gbench(bench::result_json(groups), "the suite's results").run;
    run.kind = Kind::suite;
    run.a = this_build();
    run.machine = this_machine();
    run.started = started;
    run.load = load;
    run.tool = tool_name();
    auto parameters = nlohmann::json::parse(run.parameters);
    parameters["filter"] = filter;  // so that names which another build lacks are known
    run.parameters = parameters.dump();
    fmt::print("{} {} benchmarks at {}\n", history.add(run), run.results.size(), short_name(run.a));
    return right;
}

}  // namespace

int main_record(int argc, char** argv) {
    Options options;
    CLI::App app(
        "Stores results in the history: of Google Benchmark (1.7 to 1.9, --benchmark_out), nanobench "
        "(templates::json()), Criterion.rs\n"
        "(target/criterion) or cargo criterion (--message-format=json), recognised by their content; or "
        "without a file those of this\n"
        "command's own suite, which runs then. A file that was stored before is not stored again; when one "
        "is bad, none is stored.",
        "wend perf record");
    app.add_option("files", options.files, "results")->type_name("FILE");
    CLI::Option* const filter = app.add_option("--filter", options.filter,
                                               "without a file: the cases whose name matches; otherwise "
                                               "every kernel and instruction set at 8,192 agents")
                                    ->type_name("REGEX");
    app.add_option("--revision", options.revision,
                   "with files: the commit that they are of, by any name that git knows in this folder")
        ->type_name("REV");
    add_history(app, options.database);
    app.footer(
        "Prints each run's key. Exit status: 0 stored, 1 a case of the suite was wrong (and not timed), 2 "
        "misuse or bad input.");
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;
    if (!options.files.empty() && filter->count() > 0)
        throw command::MisuseError("record: --filter is for the suite, not for files");
    if (options.files.empty() && !options.revision.empty())
        throw command::MisuseError("record: --revision is for files; the suite knows its own");

    History history = open_history(options.database, History::Access::write);
    if (options.files.empty()) return record_suite(history, options.filter) ? exit_none : exit_regression;
    record_files(history, options.files,
                 options.revision.empty() ? std::string() : commit_of(options.revision));
    return exit_none;
}

}  // namespace wend::perf

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/support/command_line.hpp"
#include "tools/perf/history/history.hpp"
#include "tools/perf/history/history_place.hpp"
#include "tools/perf/options.hpp"
#include "tools/perf/perf_command.hpp"
#include "tools/perf/report/time_text.hpp"

namespace wend::perf {
namespace {

Run load_plain(const History& history, const std::string& words) {
    Run run = history.load(history.find(words));
    if (run.b)
        throw command::MisuseError(fmt::format(
            "compare: run {} is a comparison of two builds already; `wend perf report` shows it", words));
    return run;
}

void refuse_other_machine(const Machine& a, const Machine& b) {
    if (a == b) return;
    throw command::MisuseError(
        fmt::format("compare: the runs are of different machines, whose times say nothing about each "
                    "other:\n  {} {}\n  {} {}",
                    fingerprint(a), describe(a), fingerprint(b), describe(b)));
}

void print_missing(const char* which, const std::vector<std::string>& names) {
    if (names.empty()) return;
    fmt::print("\nonly in {} ({}):\n", which, names.size());
    for (const std::string& name : names) fmt::print("  {}\n", name);
}

}  // namespace

int main_compare(int argc, char** argv) {
    std::string words_a;
    std::string words_b;
    std::string database;
    CLI::App app(
        "Shows the median times of two stored runs of one machine, side by side. That is no test: the same "
        "program's times, taken\n"
        "minutes apart, differ by more than most changes do. `wend perf ab` and `wend perf gate` are tests.",
        "wend perf compare");
    app.add_option("a", words_a, "a run's key or its beginning, latest, latest~1 ...")
        ->required()
        ->type_name("RUN_A");
    app.add_option("b", words_b, "another one's")->required()->type_name("RUN_B");
    add_history(app, database);
    app.footer("Runs of different machines are refused. Exit status: 0, or 2 on misuse.");
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;

    const History history = open_history(database, History::Access::read);
    const Run a = load_plain(history, words_a);
    const Run b = load_plain(history, words_b);
    refuse_other_machine(a.machine, b.machine);

    std::map<std::string, const BenchResult*> in_b;
    for (const BenchResult& result : b.results) in_b.emplace(result.name, &result);
    std::size_t width = 9;
    for (const BenchResult& result : a.results) width = std::max(width, result.name.size());
    fmt::print("{:<{}}  {:>12}  {:>12}  {:>7}\n", "benchmark", width, short_name(a.a), short_name(b.a),
               "ratio");
    std::vector<std::string> only_a;
    for (const BenchResult& result : a.results) {
        const auto other = in_b.find(result.name);
        if (other == in_b.end()) {
            only_a.push_back(result.name);
            continue;
        }
        const std::optional<double> time_a = median_time(result);
        const std::optional<double> time_b = median_time(*other->second);
        fmt::print("{:<{}}  {:>12}  {:>12}  {:>7}\n", result.name, width,
                   time_a ? time_text(*time_a) : "no time", time_b ? time_text(*time_b) : "no time",
                   time_a && time_b && *time_a > 0 ? fmt::format("{:.3f}", *time_b / *time_a) : "-");
        in_b.erase(other);
    }
    std::vector<std::string> only_b;
    for (const auto& [name, result] : in_b) only_b.push_back(name);
    print_missing("the first", only_a);
    print_missing("the second", only_b);
    fmt::print(
        "\nMedian times an iteration, by the wall clock, minutes or days apart: this is no test. `wend perf "
        "ab` is one.\n");
    return exit_none;
}

}  // namespace wend::perf

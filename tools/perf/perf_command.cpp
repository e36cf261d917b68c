// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/perf_command.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <string_view>

namespace wend::perf {
namespace {

struct Subcommand {
    std::string_view name;
    std::string_view summary;
    int (*run)(int argc, char** argv);
};

constexpr std::array subcommands{
    Subcommand{"ab", "measure two executables by turns, and decide", main_ab},
    Subcommand{"gate", "the same with the build of a base revision: for CI", main_gate},
    Subcommand{"record", "store the suite's times, or Google Benchmark's JSON, in the history", main_record},
    Subcommand{"trend", "where the benchmarks of the history became slower or faster", main_trend},
    Subcommand{"report", "all that the history says, as a page, Markdown or JSON", main_report},
    Subcommand{"list", "the runs of the history", main_list},
    Subcommand{"compare", "two stored runs side by side, which is no test", main_compare},
    Subcommand{"export", "runs as text that can be kept in git", main_export},
    Subcommand{"import", "the same text into the history", main_import},
    Subcommand{"calibrate", "learn how much an unchanged case seems to change on this machine",
               main_calibrate},
    Subcommand{"selftest", "measure how often ab and gate are right", main_selftest},
    Subcommand{"count", "count instructions, operations and bytes exactly, and compare with earlier counts",
               main_count},
    Subcommand{"worker", "measure slices of cases, as ab and gate ask for them", main_worker},
};

void print_help(std::FILE* stream) {
    fmt::print(
        stream,
        "wend perf: did a change make something slower?\n\nUsage: wend perf SUBCOMMAND [ARGUMENTS]\n\n");
    for (const Subcommand& subcommand : subcommands)
        fmt::print(stream, "  {:<9} {}\n", subcommand.name, subcommand.summary);
    fmt::print(
        stream,
        "\n`wend perf SUBCOMMAND --help` lists its arguments; tools/perf/README.md explains the method.\n"
        "Exit status: 0 done, no regression; 1 a regression; 2 misuse, bad input, or no measurement; 3 "
        "cannot tell.\n");
}

}  // namespace

int main_perf(int argc, char** argv) {
    const std::string_view word = argc > 1 ? argv[1] : "";
    if (word == "--help" || word == "-h" || word == "help") {
        print_help(stdout);
        return exit_none;
    }
    for (const Subcommand& subcommand : subcommands)
        if (subcommand.name == word) return subcommand.run(argc - 1, argv + 1);
    if (!word.empty()) fmt::print(stderr, "wend perf: unknown subcommand \"{}\"\n\n", word);
    print_help(stderr);
    return exit_misuse;
}

}  // namespace wend::perf

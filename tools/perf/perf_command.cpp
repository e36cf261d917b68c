// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/perf_command.hpp"

#include <array>

#include "tools/support/command_line.hpp"

namespace wend::perf {
namespace {

using command::Subcommand;

constexpr std::array subcommands{
    Subcommand{"ab", "measure two executables by turns, and decide", main_ab},
    Subcommand{"gate", "the same with the build of a base revision: for CI", main_gate},
    Subcommand{"accept", "put a gate's regressions on record as accepted", main_accept},
    Subcommand{"record", "store the suite's times, or results of other benchmarks, in the history",
               main_record},
    Subcommand{"trend", "where the benchmarks of the history became slower or faster", main_trend},
    Subcommand{"report", "all that the history says, as a page, Markdown or JSON", main_report},
    Subcommand{"list", "the runs of the history", main_list},
    Subcommand{"compare", "two stored runs side by side, which is no test", main_compare},
    Subcommand{"export", "runs as text that can be kept in git", main_export},
    Subcommand{"import", "the same text into the history", main_import},
    Subcommand{"prune", "drop the slices of older runs from the history", main_prune},
    Subcommand{"calibrate", "learn how much an unchanged case seems to change on this machine",
               main_calibrate},
    Subcommand{"selftest", "measure how often ab and gate are right", main_selftest},
    Subcommand{"count", "count instructions, operations and bytes exactly, and compare with earlier counts",
               main_count},
    Subcommand{"worker", "measure slices of cases, as ab and gate ask for them", main_worker},
};

constexpr command::SubcommandTable table{
    "wend perf", "wend perf: did a change make something slower?",
    "`wend perf SUBCOMMAND --help` lists its arguments; tools/perf/README.md explains the method.\n"
    "Exit status: 0 done, no regression; 1 a regression; 2 misuse, bad input, or no measurement; 3 cannot "
    "tell.\n",
    subcommands};

}  // namespace

int main_perf(int argc, char** argv) { return command::run_subcommand(table, argc, argv); }

}  // namespace wend::perf

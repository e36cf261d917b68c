// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "tools/subcommands.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/system.hpp"
#include "wend/version.hpp"

namespace {

using wend::support::Subcommand;

constexpr std::array subcommands{
    Subcommand{"run", "run a scenario; write its agents, a picture, a page that plays it, or its hash",
               wend::command::main_run},
#ifdef WEND_HAS_BENCH
    Subcommand{"bench", "measure the kernels on every ISA and thread count, and compare",
               wend::command::main_bench},
    Subcommand{"perf", "tell whether a change made something slower, and keep the history",
               wend::command::main_perf},
#endif
    Subcommand{"verify", "run every kernel on every ISA here, and compare with the committed hashes",
               wend::command::main_verify},
    Subcommand{"replay", "run a game's journal again, or find where those of two peers part",
               wend::command::main_replay},
    Subcommand{"isa", "show which instruction sets run here, and which one is chosen",
               wend::command::main_isa},
    Subcommand{"paths", "list what is in a path file: counts, lengths, extent, what was skipped and why",
               wend::command::main_paths},
    Subcommand{"draw", "print one random draw, for checking", wend::command::main_draw},
};

constexpr wend::support::SubcommandTable table{
    "wend", "wend: steering for very many agents, the same bits everywhere",
    "Examples:\n"
    "  wend run behaviours/flock --out flock.html    a page that plays the run\n"
    "  wend verify                                   whether the bits are right here\n\n"
    "`wend SUBCOMMAND --help` lists its arguments; `wend --version` prints the version.\n"
    "Exit status: 0 done, 1 a check failed, 2 misuse or bad input, 128 + N ended by signal N.\n",
    subcommands};

int dispatch(int argc, char** argv) {
    if (argc > 1 && std::string_view(argv[1]) == "--version") {
        fmt::print("wend {}\nbits {}\ncompiler {}\n", wend::version, wend::bits_version, WEND_COMPILER);
        return 0;
    }
    return wend::support::run_subcommand(table, argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
    wend::support::use_utf8(argc, argv);
    const std::string program = argc > 1 ? std::string("wend ") + argv[1] : "wend";
    return wend::support::guarded(program, [&] { return dispatch(argc, argv); });
}

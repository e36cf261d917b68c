// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <array>
#include <iostream>

#include "tools/arguments.hpp"
#include "tools/replay/replay.hpp"
#include "tools/subcommands.hpp"
#include "tools/support/command_line.hpp"

namespace wend::command {

int main_replay(int argc, char** argv) {
    ReplayArguments arguments;
    if (const std::optional<int> status = parse(arguments, argc, argv)) return *status;
    const replay::Options options{
        .execution = {.isa = support::choose_isa(arguments.isa),
                      .threading = arguments.threads == 1 ? Threading::serial : Threading::tbb,
                      .max_threads = arguments.threads},
        .json = arguments.json,
        .html = arguments.html};
    support::refuse_same_files(std::array{support::NamedFile{"--html", arguments.html},
                                          support::NamedFile{"the journal", arguments.journal},
                                          support::NamedFile{"the other one", arguments.other}});
    if (arguments.other.empty())
        return replay::replay_journal(arguments.journal, options, std::cout, std::cerr);
    return replay::compare_journals(arguments.journal, arguments.other, options, std::cout, std::cerr);
}

}  // namespace wend::command

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <iostream>

#include "tools/arguments.hpp"
#include "tools/replay/replay.hpp"
#include "tools/subcommands.hpp"
#include "tools/support/command_line.hpp"

namespace wend::command {

int main_replay(int argc, char** argv) {
    ReplayArguments arguments;
    if (const std::optional<int> status = parse(arguments, argc, argv)) return *status;
    const Execution execution{.isa = support::choose_isa(arguments.isa),
                              .threading = arguments.threads == 1 ? Threading::serial : Threading::tbb,
                              .max_threads = arguments.threads};
    if (arguments.other.empty())
        return replay::replay_journal(arguments.journal, execution, arguments.json, std::cout, std::cerr);
    return replay::compare_journals(arguments.journal, arguments.other, execution, arguments.json, std::cout,
                                    std::cerr);
}

}  // namespace wend::command

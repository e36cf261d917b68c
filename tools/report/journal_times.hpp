// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "tools/support/table.hpp"

/// `wend bench --journal`: the time of a game's own calls.
namespace wend::report {

struct JournalTimes {
    support::Table table;  ///< one row an instruction set and number of threads
    std::string problem;   ///< a call whose hash is not the recorded one; then there is no row
};

/// Runs the calls of a journal again on every instruction set, with one thread and with all: first to compare
/// their hashes, then in rounds that take turns, of which each call's least time counts. Fails for bytes that
/// are no journal of wend, and for one with custom stages. `show` gets the progress.
[[nodiscard]] JournalTimes measure_journal(const std::filesystem::path& file,
                                           const std::function<void(const std::string&)>& show);

}  // namespace wend::report

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <iosfwd>

#include "wend/execution.hpp"

/// Journals that run again (wend/journal.hpp).
namespace wend::replay {

struct Options {
    Execution execution{};
    bool json = false;             ///< the finding as JSON, on `out`
    std::filesystem::path html{};  ///< a page that plays the calls, with the difference; empty: none
};

/// Runs a journal and compares the hash of each call. Exit status: 0 the same, 1 a call differs, which stderr
/// or the JSON names. Throws where there is no journal to read.
[[nodiscard]] int replay_journal(const std::filesystem::path& file, const Options& options, std::ostream& out,
                                 std::ostream& err);

/// Runs the journals of two peers side by side, and names the first difference and whose code it is of: exit
/// status 1. 0: they are the same as far as both go.
[[nodiscard]] int compare_journals(const std::filesystem::path& a, const std::filesystem::path& b,
                                   const Options& options, std::ostream& out, std::ostream& err);

}  // namespace wend::replay

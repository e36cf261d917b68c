// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "tools/perf/history/history.hpp"

/// Where the history lies.
namespace wend::perf {

/// What the help says of default_history().
inline constexpr const char* default_history_words =
    "wend-perf/history.db in the repository's git folder; outside of repositories wend/perf.db in "
    "$XDG_CACHE_HOME or ~/.cache";

/// The history of the git repository that `folder` is in, which all of its work trees share, or else that of
/// the user. Throws command::MisuseError where there is neither a repository nor a folder of the user.
[[nodiscard]] std::filesystem::path default_history(const std::filesystem::path& folder);

/// The one that --db names, or without a name the default one, whose folder is made when something is stored.
[[nodiscard]] History open_history(const std::string& database, History::Access access,
                                   const std::filesystem::path& folder = ".");

}  // namespace wend::perf

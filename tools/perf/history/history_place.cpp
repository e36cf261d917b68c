// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/history/history_place.hpp"

#include <cstdlib>

#include "bench/support/command_line.hpp"
#include "tools/perf/measure/git_folder.hpp"

namespace wend::perf {
namespace {

namespace fs = std::filesystem;

/// Empty unless it is an absolute path: the XDG specification has others ignored.
fs::path folder_in(const char* variable) {
    const char* value = std::getenv(variable);
    const fs::path folder = value == nullptr ? "" : value;
    return folder.is_absolute() ? folder : fs::path();
}

}  // namespace

fs::path default_history(const fs::path& folder) {
    if (const fs::path git = git_folder(folder); !git.empty()) return git / "history.db";
    fs::path cache = folder_in("XDG_CACHE_HOME");
    if (const fs::path home = folder_in("HOME"); cache.empty() && !home.empty()) cache = home / ".cache";
    if (cache.empty())
        throw command::MisuseError(
            "no place for a history: neither a git repository, nor XDG_CACHE_HOME, nor HOME; --db names one");
    return cache / "wend" / "perf.db";
}

History open_history(const std::string& database, History::Access access, const fs::path& folder) {
    if (!database.empty()) return {database, access};
    return {default_history(folder), access, {.makes_folder = true}};
}

}  // namespace wend::perf

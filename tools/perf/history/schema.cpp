// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/history/schema.hpp"

#include <fmt/format.h>

#include "words/file_error.hpp"

namespace wend::perf {

std::int64_t version_of(Database& database, std::span<const char* const> steps) {
    const std::int64_t owner = database.number("PRAGMA application_id");
    const bool blank = owner == 0 && database.number("SELECT count(*) FROM sqlite_schema") == 0;
    if (blank) return 0;
    if (owner != application_id)
        words::fail(database.file(), "is not a history of wend perf: a database of another program");
    const std::int64_t version = database.number("PRAGMA user_version");
    if (version > static_cast<std::int64_t>(steps.size()))
        words::fail(database.file(),
                    fmt::format("was made by a newer wend (history version {}; this one knows up to {})",
                                version, steps.size()));
    return version;
}

void bring_up_to_date(Database& database, std::span<const char* const> steps) {
    const auto newest = static_cast<std::int64_t>(steps.size());
    if (version_of(database, steps) == newest) return;
    database.execute("PRAGMA foreign_keys = OFF");  // has no effect within a transaction
    Transaction transaction(database);
    // Asked again: another process may have been faster.
    for (std::int64_t version = version_of(database, steps); version < newest; ++version)
        database.execute(steps[static_cast<std::size_t>(version)]);
    if (database.number("SELECT count(*) FROM pragma_foreign_key_check") > 0)
        words::fail(database.file(), fmt::format("cannot be brought to version {}: rows refer to others "
                                                 "that are gone; the history is as it was",
                                                 newest));
    database.execute(
        fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", application_id, newest).c_str());
    transaction.commit();
}

}  // namespace wend::perf

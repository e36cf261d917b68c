// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace wend::bench {

/// What a result depends on: (what, how it is) in the order to show: CPU, caches, threads, load, compiler,
/// flags, revision, date, rivals.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> describe_setting();

/// The sources that this was built from; empty where git is not available.
struct Sources {
    std::string commit;
    std::string parent;  ///< its first
    bool dirty;          ///< with changes that are in no commit
};

[[nodiscard]] Sources sources();

/// Adds the setting to Google Benchmark's context, but for the keys that its reporters write themselves; and
/// commit, parent, dirty (yes or no).
void add_benchmark_context();

}  // namespace wend::bench

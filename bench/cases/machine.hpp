// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace wend::bench {

using Lines = std::vector<std::pair<std::string, std::string>>;

/// CPU, caches, threads, load, compiler, flags, revision, date, in the order to show.
[[nodiscard]] Lines describe_machine_and_build();

/// The sources that this was built from; empty where git is not available.
struct Sources {
    std::string commit;
    std::string parent;  ///< its first
    bool dirty;          ///< with changes that are in no commit
};

[[nodiscard]] Sources sources();

}  // namespace wend::bench

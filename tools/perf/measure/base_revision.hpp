// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "tools/perf/measure/revision_build.hpp"

namespace wend::perf {

struct BaseRevision {
    std::string commit;  ///< its full name
    std::string why;     ///< "the merge base of HEAD and origin/main"
};

/// What a change is compared with unless the caller says. That is the merge base of `head` and the main
/// branch: the branch of origin/HEAD, else origin/main, origin/master, main, master. Where `head` itself is
/// that merge base, or there is no main branch, it is the parent of `head`. An empty `head` is the working
/// tree: HEAD, and on the main branch its uncommitted changes are compared with HEAD. Throws
/// command::MisuseError when that commit is not there, with the command that fetches it.
[[nodiscard]] BaseRevision default_base(const Repository& repository, const std::string& head);

}  // namespace wend::perf

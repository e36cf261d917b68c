// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/git_folder.hpp"

#include "bench/support/command_line.hpp"
#include "tools/perf/measure/child_process.hpp"

namespace wend::perf {

std::filesystem::path git_folder(const std::filesystem::path& inside) {
    try {
        ChildOutcome outcome = run_child({"git", "-C", inside.string(), "rev-parse", "--git-common-dir"});
        if (outcome.status != 0 || !outcome.out.ends_with('\n')) return {};
        outcome.out.pop_back();
        // An absolute path stays as it is.
        return (inside / outcome.out).lexically_normal() / "wend-perf";
    } catch (const command::MisuseError&) {
        return {};
    }
}

}  // namespace wend::perf

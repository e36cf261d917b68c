// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/perf/history/history.hpp"
#include "tools/perf/history/run.hpp"
#include "tools/perf/measure/repository.hpp"
#include "tools/perf/verdict/comparison.hpp"
#include "tools/perf/verdict/rules.hpp"

/// Two builds of known revisions compared, suspects in another link layout too, and stored: `wend perf gate`.
namespace wend::perf {

struct SideBuild {
    std::filesystem::path executable;
    std::optional<BuildFolder> folder;  ///< of its build, if that is known
    Build about;                        ///< its commit, for the history
};

/// The running command: the worker beside it. Throws support::MisuseError if there is none.
[[nodiscard]] SideBuild this_side();

/// The build of a commit, by its full name; built as this command is.
[[nodiscard]] SideBuild side_of(const Repository& repository, const std::string& commit);

struct SideComparison {
    Comparison verdicts;                  ///< after both layouts and accepted slow-downs
    std::vector<std::string> suspects{};  ///< cases that the first layout called regressed
    StoredRun run;                        ///< as the history has it
    std::string key;                      ///< its key there
};

/// Cases whose machine code is the same are not measured, and tau is no less than this machine's calibrated
/// floor (neither for executables of Google Benchmark). The caller sets the plan's filter, google, seed and
/// tau. `accepted` are the regressions on record that hold for this base. Throws as compare() does.
[[nodiscard]] SideComparison compare_sides(History& history, const SideBuild& base, const SideBuild& head,
                                           ComparisonPlan plan,
                                           const std::vector<AcceptedChange>& accepted = {});

}  // namespace wend::perf

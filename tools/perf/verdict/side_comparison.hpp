// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/perf/verdict/comparison.hpp"
#include "tools/perf/history/history.hpp"
#include "tools/perf/measure/revision_build.hpp"
#include "tools/perf/verdict/rules.hpp"
#include "tools/perf/history/run.hpp"

/// Two builds of known revisions compared, suspects in another link layout too, and stored: what `gate` and
/// `trend --confirm` have in common.
namespace wend::perf {

struct SideBuild {
    std::filesystem::path executable;
    std::optional<BuildFolder> folder;  ///< where it was built, if that is known
    Build about;                        ///< its commit, for the history
};

/// The command that runs, by its worker.
[[nodiscard]] SideBuild this_side();

/// The build of a commit, by its full name; built as this command is.
[[nodiscard]] SideBuild side_of(const Repository& repository, const std::string& commit);

struct SideComparison {
    Comparison verdicts;                  ///< after both layouts, and what is accepted
    std::vector<std::string> suspects{};  ///< what the first layout alone called regressed
    Run run;                              ///< as the history has it
    std::string key;                      ///< its key there
};

/// Cases whose machine code is the same are not measured, and tau is no less than this machine's calibrated
/// floor (neither for executables of Google Benchmark's). The caller fills in the plan's filter, google, seed
/// and tau. `accepted` are the regressions on record that hold for this base. Throws as compare() does.
[[nodiscard]] SideComparison compare_sides(History& history, const SideBuild& base, const SideBuild& head,
                                           Plan plan, const std::vector<AcceptedChange>& accepted = {});

}  // namespace wend::perf

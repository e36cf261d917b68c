// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/perf/verdict/trials.hpp"

/// The proof of the error rates of `compare` and `gate`: measured comparisons, and some drawn from their
/// pairs.
namespace wend::perf {

/// One figure, and its target.
struct Criterion {
    std::string text;
    std::size_t trials;
    std::size_t events;  ///< false alarms, or slow-downs found
    double figure;       ///< 95 % upper bound of a rate of false alarms; or the part that was found
    double target;
    bool at_most;  ///< otherwise the figure has to be at least the target

    [[nodiscard]] bool holds() const { return at_most ? figure <= target : figure >= target; }
};

/// Measures the trials that the file does not have yet, with `executable` on both sides; a part of them when
/// `fraction` is below 1.
void run_trials(TrialFile& trials, const std::filesystem::path& executable, double fraction);

/// The verdict of today's rule on a trial's pairs: trials are kept, and the rule may change. None if the rule
/// needs more pairs than there are. A layout that the pairs call slower has the state that measuring it
/// again, in other layouts, gave.
[[nodiscard]] std::optional<State> judged(const Trial& trial, const Batch& batch);

/// The figures of the recorded trials, including those of whole runs of 100 cases drawn from their pairs.
[[nodiscard]] std::vector<Criterion> judge_trials(const TrialFile& trials, std::size_t resamples);

}  // namespace wend::perf

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/perf/verdict/trials.hpp"

/// The proof that `ab` and `gate` are right as often as they say: real, resampled and simulated comparisons.
namespace wend::perf {

/// One figure, and what it has to be.
struct Criterion {
    std::string what;
    std::size_t trials;
    std::size_t events;  ///< false alarms, or slow-downs found
    double figure;       ///< 95 % upper bound of a rate of false alarms; or the part that was found
    double target;
    bool at_most;  ///< whether the figure has to be at most the target, or at least

    [[nodiscard]] bool holds() const { return at_most ? figure <= target : figure >= target; }
};

/// Measures the trials that the file does not have yet, with `executable` on both sides; a part of them when
/// `fraction` is below 1.
void run_trials(TrialFile& trials, const std::filesystem::path& executable, double fraction);

/// What today's rule says of a trial's pairs: trials are kept, and the rule may change. None where it asks
/// for more pairs than there are. A layout that the pairs call slower was measured again, in other ones, and
/// has the state that this came to.
[[nodiscard]] std::optional<State> judged(const Trial& trial, const Batch& batch);

/// What the recorded trials say, those of whole runs of 100 cases by drawing from their pairs among them.
[[nodiscard]] std::vector<Criterion> judge_trials(const TrialFile& trials, std::size_t resamples);

/// Comparisons with noise of many shapes, `repeats` of each.
[[nodiscard]] std::vector<Criterion> judge_simulated(std::size_t repeats);

}  // namespace wend::perf

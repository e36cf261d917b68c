// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

/// From pairs to a verdict on each case of a run. The same code judges measured, simulated and resampled
/// pairs.
namespace wend::perf {

/// `regressed`: slower by more than tau. `ok`: shown not to be. `unclear`: the pairs say neither. `layout`:
/// regressed in one order of the linker, and not slower in another; set by the caller that measures again,
/// not by judge().
enum class State { ok, regressed, unclear, layout, accepted };

[[nodiscard]] std::string_view name(State state) noexcept;

struct Rule {
    /// For all cases and stages of a run together: the chance of calling even one case regressed that is not.
    double family_alpha = 0.01;
    /// One-sided, for a case: the chance of calling a case ok that is not; also the level of the shown
    /// interval.
    double interval_alpha = 0.01;
    /// Cases that are unclear after so many process pairs get the next number. After the first look most are
    /// shown to be ok; nothing can be shown to be slower yet, since 8 pairs have no p below 2^-8.
    std::array<std::size_t, 5> pairs{8, 16, 32, 64, 128};
    /// The part of family_alpha that each look may use up. Without the last one, 277 of 300 slow-downs of 2 %
    /// were found: where processes of one build differ by 2 %, 64 pairs leave the rest unclear.
    std::array<double, 5> spend{0, 0.5, 0.2, 0.15, 0.15};
};

/// One case of a run, with the pairs measured so far.
struct Evidence {
    double tau = 0.01;  ///< the slow-down, as a part of the base's time, that is too small to matter
    std::size_t most_pairs =
        128;  ///< for a case of which a pair takes seconds: unclear after so many stays so
    std::vector<double> pairs{};  ///< ln(time of head / time of base), one a pair of processes
    /// Pairs of a case of several threads that lacked cores, since other processes had them. Both sides wait
    /// for those then, and seem to be as fast as each other: where most pairs are like that, nothing is ok.
    std::size_t crowded = 0;

    State state = State::unclear;
    double p = 1;           ///< of a slow-down of at most tau
    double p_adjusted = 1;  ///< for the number of cases and looks: to be held against family_alpha
    double ratio = 1;       ///< time of head / time of base
    /// The ends of an interval that agrees with the state. Above `low` for all cases and looks together
    /// with confidence 1 - family_alpha: a regressed case's lies above 1 + tau, and no other's. Below `high`
    /// for this case with confidence 1 - interval_alpha: that of a case that is ok lies below 1 + tau.
    double low = 0, high = std::numeric_limits<double>::infinity();

    [[nodiscard]] bool lacked_cores() const noexcept { return 2 * crowded > pairs.size(); }
};

/// Judges those of the cases `which` (indices into the run) that are still unclear, after look number
/// `stage`: Holm's step-down method over all cases of the run that were not called regressed before. The
/// first false alarm would have to be among all innocent ones, so its chance is at most family_alpha, however
/// the looks depend on each other, and whichever cases are looked at first. A case without pairs stays
/// unclear.
void judge(std::span<Evidence> run, std::span<const std::size_t> which, std::size_t stage, const Rule& rule);

/// The state of a case whose first link layout was called regressed, after measuring another one. A slow-down
/// that the other layout does not show at all is due to the layout. One that it shows too, too small to
/// matter there, is judged by both together.
[[nodiscard]] State confirmed_state(const Evidence& first, const Evidence& other, const Rule& rule);

/// Measures so many more pairs of the cases (indices into the run), and adds them to their evidence.
using MeasurePairs = std::function<void(std::span<const std::size_t> cases, std::size_t pairs)>;

/// Measures and judges until nothing is unclear, or all pairs are spent: all cases once, then those that look
/// slower to the end of their looks, then the rest.
void decide(std::span<Evidence> run, const MeasurePairs& measure, const Rule& rule = {});

}  // namespace wend::perf

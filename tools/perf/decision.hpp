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
/// regressed in one order of the linker, and ok in another; set by the caller that measures again, not by
/// judge().
enum class State { ok, regressed, unclear, layout };

[[nodiscard]] std::string_view name(State state) noexcept;

struct Rule {
    /// For all cases and stages of a run together: the chance of calling even one case regressed that is not.
    double family_alpha = 0.01;
    /// One-sided, for a case: the chance of calling a case ok that is not, and what the interval is shown at.
    double interval_alpha = 0.01;
    /// Cases that are unclear after so many process pairs get the next number.
    std::array<std::size_t, 4> pairs{16, 32, 64, 128};
    /// The part of family_alpha that each look may use up. Without the last one, 277 of 300 slow-downs of 2 %
    /// were found: where processes of one build differ by 2 %, 64 pairs leave the rest unclear.
    std::array<double, 4> spend{0.4, 0.2, 0.2, 0.2};
};

/// One case of a run, with what was measured so far.
struct Evidence {
    double tau = 0.01;  ///< the slow-down, as a part of the base's time, that is too small to matter
    std::vector<double> pairs{};  ///< ln(time of head / time of base), one a pair of processes

    State state = State::unclear;
    double p = 1;           ///< of a slow-down of at most tau
    double p_adjusted = 1;  ///< for the number of cases and looks: to be held against family_alpha
    double ratio = 1;       ///< time of head / time of base
    /// Each with confidence 1 - interval_alpha.
    double low = 0, high = std::numeric_limits<double>::infinity();
};

/// Judges those cases that are still unclear, after look number `stage`: Holm's step-down method over all
/// cases of the run that were not called regressed before. The first false alarm would have to be among all
/// innocent ones, so its chance is at most family_alpha, however the looks depend on each other.
void judge(std::span<Evidence> run, std::size_t stage, const Rule& rule);

/// Measures so many more pairs of the cases (indices into the run), and adds them to their evidence.
using MeasurePairs = std::function<void(std::span<const std::size_t> cases, std::size_t pairs)>;

/// Measures and judges until nothing is unclear, or all pairs are spent.
void decide(std::span<Evidence> run, const MeasurePairs& measure, const Rule& rule = {});

}  // namespace wend::perf

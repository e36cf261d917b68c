// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tools/perf/history/history.hpp"
#include "tools/perf/history/known_names.hpp"

/// Each benchmark's way through the builds of a history, and where it changed for good.
namespace wend::perf {

struct TrendPoint {
    std::string build;  ///< its commit's name, "+" behind it when dirty
    double value = 0;   ///< time, as a multiple of the reference's; in nanoseconds without a reference
};

/// A direct comparison of builds on both sides of a change.
struct DirectComparison {
    std::string run;  ///< its key
    std::string before;
    std::string after;
    Verdict verdict{};
    bool in_one_layout = false;  ///< found it, but not in another link layout
};

struct TrendChange {
    std::size_t at = 0;    ///< the first point after it
    double ratio = 1;      ///< of times, after to before
    double statistic = 0;  ///< change_point.hpp
    /// The newest that found it; none: a candidate, which is no more than a suspicion.
    std::optional<DirectComparison> confirmation{};
    std::vector<DirectComparison> in_vain{};  ///< those that did not find it, oldest first
    std::string obstacle{};                   ///< why they could not be compared; empty: not tried

    [[nodiscard]] bool is_confirmed() const { return confirmation.has_value(); }
};

struct TrendSeries {
    std::string benchmark;
    std::vector<TrendPoint> points{};
    std::vector<TrendChange> changes{};
};

struct Trend {
    Machine machine;
    std::string reference;  ///< build that values are a multiple of; empty: none
    /// Values come from direct comparisons with the reference, not from times taken days apart.
    bool paired = false;
    std::vector<std::string> builds{};  ///< in order
    std::vector<TrendSeries> series{};  ///< by name
    std::vector<NameChange> added{};    ///< names that an earlier build is known to lack
    std::vector<NameChange> gone{};     ///< names that a later build is known to lack
    std::size_t other_machines = 0;     ///< runs left out
    std::size_t unnamed = 0;            ///< runs left out because their commit is not known
};

/// A comparison of two builds is about a change between `at - 1` and `at` when it has one of each side, and
/// each at most so many from the change.
inline constexpr std::size_t reach = 2;

struct TrendOptions {
    std::string reference{};     ///< the beginning of a commit's name
    std::string machine{};       ///< the beginning of a fingerprint; empty: that of the most builds
    double least_effect = 0.01;  ///< smaller changes do not count
};

/// Fails (scenario::FileError) when the history has no such reference or machine, or nothing to show.
[[nodiscard]] Trend make_trend(const History& history, const TrendOptions& options);

}  // namespace wend::perf

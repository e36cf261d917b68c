// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tools/perf/history/history.hpp"

/// The series of each benchmark over the builds of a history, and its lasting changes.
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
    /// The newest that found it; none: the change is a candidate.
    std::optional<DirectComparison> confirmation{};
    std::vector<DirectComparison> not_found_by{};  ///< oldest first

    [[nodiscard]] bool is_confirmed() const { return confirmation.has_value(); }
};

struct TrendSeries {
    std::string benchmark;
    std::vector<TrendPoint> points{};
    std::vector<TrendChange> changes{};
};

struct Trend {
    Machine machine;
    std::string reference;  ///< the build whose multiples the values are; empty: none
    /// Values are from direct comparisons with the reference, not from times taken days apart.
    bool paired = false;
    std::vector<std::string> builds{};  ///< in order
    std::vector<TrendSeries> series{};  ///< by name
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

/// Fails (words::FileError) if the history has no such reference or machine, or no runs to show.
[[nodiscard]] Trend make_trend(const History& history, const TrendOptions& options);

}  // namespace wend::perf

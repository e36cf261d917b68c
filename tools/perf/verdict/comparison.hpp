// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/statistics/signed_rank.hpp"
#include "tools/perf/history/run.hpp"
#include "tools/perf/verdict/decision.hpp"

/// Two builds compared case by case.
namespace wend::perf {

struct ComparisonPlan {
    std::filesystem::path base;
    std::filesystem::path head;
    std::string filter{};  ///< a regular expression that names of cases have to match; empty: the suite
    bool google = false;   ///< executables of Google Benchmark; otherwise wend's workers
    std::uint64_t seed = 1;
    Rule rule{};
    double tau = 0.01;
    /// Cases that need no measuring: their machine code is the same.
    std::function<bool(const std::string&)> leave_out = nullptr;
    /// By case: a slow-down below this is this machine's noise, and tau is at least that.
    std::map<std::string, double> floors{};
    /// The project's own tau of a case, if it has one.
    std::function<std::optional<double>(const std::string&)> own_tau = nullptr;
    bool compare_exact = true;      ///< exact numbers too, if both builds have them
    std::string found = "suspect";  ///< the word before a case that is called slower while measuring
};

/// Whether the agents of a case of wend's look for others, or for obstacles.
[[nodiscard]] bool looks_around(std::string_view name);

/// A case of wend before it is measured: tau, or more if processes of one build differ by more than 1 %:
/// cases beyond the L2, with agents that look around or pick points all the time, with several threads,
/// building path sets and programs, and first calls.
[[nodiscard]] Evidence evidence_of(std::string_view name, double tau = 0.01);

/// The counter of a calibrating run that holds a case's floor.
inline constexpr const char* floor_counter = "noise_floor";

/// An exact number of both builds (worker_protocol.hpp).
struct ExactChange {
    std::string name;
    std::string unit;
    double limit = 0;  ///< how large a part of `base` may come on top
    double base = 0;
    double head = 0;

    [[nodiscard]] bool is_grown() const noexcept { return head > base * (1 + limit); }
    [[nodiscard]] bool is_shrunk() const noexcept { return head < base * (1 - limit); }
};

struct Comparison {
    std::vector<std::string> names;  ///< of the cases that were measured
    std::vector<Evidence> evidence;
    std::vector<std::vector<Sample>> samples;
    std::map<std::string, Evidence> other_layout;  ///< of those measured again, linked in another order
    std::map<std::string, std::string> growth;     ///< of regressed cases: the functions that execute more
    std::vector<ExactChange> exact;
    std::map<std::string, std::string> accepted;  ///< names of regressions on record, and why
    std::vector<std::string> same_code;           ///< names that were left out
    std::vector<std::string> only_base;           ///< names that the other side does not have
    std::vector<std::string> only_head;
    std::map<std::string, std::string> failed;  ///< names of cases that could not be measured, and why
    std::vector<std::string> not_covered;       ///< further cases that both builds have
    std::string started;                        ///< UTC
    double load = 0;                            ///< load average then
    double seconds = 0;
    double disturbed = 0;  ///< the part of rounds in which another process ran

    [[nodiscard]] std::size_t count(State state) const;
    [[nodiscard]] std::size_t count_grown() const;  ///< exact numbers, accepted ones left out

    /// Takes the verdicts on the suspects in another link layout.
    void confirm(const Comparison& other, const Rule& rule);
};

/// Throws support::MisuseError if the executables cannot be measured, or the filter matches no case. Suspects
/// are printed on stdout as they are found.
[[nodiscard]] Comparison compare(const ComparisonPlan& plan);

/// Of the command: regressed, unclear, or neither.
[[nodiscard]] int exit_status(const Comparison& comparison);

/// All cases together: the geometric mean of their ratios, with an interval from the pairs of processes that
/// all of them have.
[[nodiscard]] bench::Estimate overall(const Comparison& comparison);

/// For the history.
[[nodiscard]] StoredRun to_run(const Comparison& comparison, const ComparisonPlan& plan, RunKind kind);

}  // namespace wend::perf

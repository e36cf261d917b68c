// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/support/signed_rank.hpp"
#include "tools/perf/verdict/decision.hpp"
#include "tools/perf/history/run.hpp"
#include "tools/perf/measure/shell_command.hpp"

/// Two builds compared case by case: what `ab`, `gate` and `calibrate` have in common.
namespace wend::perf {

struct Plan {
    std::filesystem::path base;
    std::filesystem::path head;
    std::string filter{};  ///< a regular expression that names of cases have to match; empty: the suite
    bool google = false;   ///< any executables of Google Benchmark's; otherwise builds of wend's command
    std::optional<ShellCommands> commands{};  ///< any commands: base and head are the folders to run them in
    std::uint64_t seed = 1;
    Rule rule{};
    double tau = 0.01;
    /// Cases that need no measuring: their machine code is the same.
    std::function<bool(const std::string&)> leave_out = nullptr;
    /// By case: a slow-down below this is this machine's noise, and tau is at least that.
    std::map<std::string, double> floors{};
    /// Of a case by its name, where the project has said so.
    std::function<std::optional<double>(const std::string&)> own_tau = nullptr;
    bool compare_exact = true;      ///< exact numbers too, where both builds have them
    std::string found = "suspect";  ///< the word before a case that is called slower meanwhile
    /// What the history calls this machine; none: all that is known of it.
    std::optional<Machine> machine{};
};

/// Whether the agents of a case of wend's look for others, or for obstacles.
[[nodiscard]] bool looks_around(std::string_view name);

/// A case of wend's before anything is measured: tau, or more where processes of one build differ by more
/// than 1 %, which are those beyond the L2, those whose agents look around or pick points all the time,
/// those of several threads, building path sets and programs, and first calls.
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
    std::vector<std::vector<Counter>> counters;    ///< none but of commands
    std::map<std::string, Evidence> other_layout;  ///< of those measured again, linked in another order
    std::map<std::string, std::string> growth;  ///< of regressed cases: which functions do more than before
    std::vector<ExactChange> exact;
    std::map<std::string, std::string> accepted;  ///< names of regressions on record, and why
    std::vector<std::string> same_code;           ///< names that were left out
    std::vector<std::string> only_base;           ///< names that the other side does not have
    std::vector<std::string> only_head;
    std::vector<std::string> remarks;      ///< for people
    std::vector<std::string> not_covered;  ///< further cases that both builds have
    std::string started;                   ///< UTC
    double load = 0;                       ///< load average then
    double seconds = 0;
    double disturbed = 0;  ///< the part of rounds in which something else ran

    [[nodiscard]] std::size_t count(State state) const;
    [[nodiscard]] std::size_t count_grown() const;  ///< exact numbers, accepted ones left out

    /// Takes up what came of the suspects in another link layout.
    void confirm(const Comparison& other, const Rule& rule);
};

/// Throws command::MisuseError when the executables cannot be measured, or the filter matches nothing.
/// Suspects are printed on stdout as they are found.
[[nodiscard]] Comparison compare(const Plan& plan);

/// Several heads against one base, measured by turns and judged as one run. The plans differ by their heads
/// alone.
[[nodiscard]] std::vector<Comparison> compare_all(std::span<const Plan> plans);

/// Regressed, unclear, or neither: as `wend perf` ends.
[[nodiscard]] int exit_status(std::span<const Comparison> comparisons);
[[nodiscard]] inline int exit_status(const Comparison& comparison) {
    return exit_status(std::span(&comparison, 1));
}

/// All cases together: the geometric mean of their ratios, with an interval from the pairs of processes that
/// all of them have.
[[nodiscard]] Estimate overall(const Comparison& comparison);

/// For the history.
[[nodiscard]] Run to_run(const Comparison& comparison, const Plan& plan, Kind kind);

}  // namespace wend::perf

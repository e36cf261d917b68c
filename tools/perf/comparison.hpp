// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "tools/perf/decision.hpp"
#include "tools/perf/run.hpp"

/// Two builds compared case by case: what `ab`, `gate` and `calibrate` have in common.
namespace wend::perf {

struct Plan {
    std::filesystem::path base;
    std::filesystem::path head;
    std::string filter;   ///< a regular expression that names of cases have to match
    bool google = false;  ///< any executables of Google Benchmark's; otherwise builds of wend's command
    std::uint64_t seed = 1;
    Rule rule{};
    double tau = 0.01;
    /// Cases that need no measuring: their machine code is the same.
    std::function<bool(const std::string&)> leave_out = nullptr;
    /// By case: a slow-down below this is this machine's noise, and tau is at least that.
    std::map<std::string, double> floors{};
};

/// The counter of a calibrating run that holds a case's floor.
inline constexpr const char* floor_counter = "noise_floor";

/// What the comparison without a filter is about: every kernel on every instruction set, one thread, in an
/// L2.
inline constexpr const char* default_filter = "^[^/]+/(?!reference/)[^/]+/agents:8192/threads:1(/|$)";

struct Comparison {
    std::vector<std::string> names;  ///< of the cases that both builds have
    std::vector<Evidence> evidence;
    std::vector<std::vector<Sample>> samples;
    std::vector<std::string> same_code;  ///< names that were left out
    std::vector<std::string> only_base;  ///< names that the other side does not have
    std::vector<std::string> only_head;
    double seconds = 0;
    double disturbed = 0;  ///< the part of rounds in which something else ran

    [[nodiscard]] std::size_t count(State state) const;

    /// Takes up the state of the case `which` as measured again, in another link layout.
    void confirm(const std::string& which, State again);
};

/// Throws command::MisuseError when the executables cannot be measured, or the filter matches nothing.
[[nodiscard]] Comparison compare(const Plan& plan);

/// Regressed, unclear, or neither: as `wend perf` ends.
[[nodiscard]] int exit_status(const Comparison& comparison);

/// For people: those that are not ok, all of them when `whole`, names that only one side has, and a sum.
[[nodiscard]] std::string describe(const Comparison& comparison, bool whole);

/// For the history.
[[nodiscard]] Run to_run(const Comparison& comparison, const Plan& plan, Kind kind);

}  // namespace wend::perf

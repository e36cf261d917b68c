// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/perf/verdict/decision.hpp"

/// The trials of `wend perf selftest`: comparisons whose right answer is known.
namespace wend::perf {

enum class Truth { same, slower, layout };

/// Trials of one kind: so many at least, each a case in a comparison of two builds.
struct Batch {
    std::string_view name;
    Truth truth;
    std::size_t trials;
    std::uint32_t percent = 0;  ///< how many more calls the head makes
    bool hogs = false;          ///< with memory hogs on every core
    bool threads = false;       ///< cases of several threads, by the wall clock
};

inline constexpr std::array batches{
    Batch{"same", Truth::same, 500},  // the suite
    Batch{"same_threads", Truth::same, 100, 0, false, true},
    Batch{"slower_20_threads", Truth::slower, 60, 20, false, true},
    Batch{"same_with_hogs", Truth::same, 100, 0, true},
    Batch{"slower_2", Truth::slower, 300, 2},
    Batch{"slower_5", Truth::slower, 500, 5},
    Batch{"slower_10", Truth::slower, 60, 10},
    Batch{"layout", Truth::layout, 8},  // here a trial is a layout: all cases of it
};

/// Where one side is slower, it makes more calls in the time that counts as so many. Few agents keep these
/// short; if both sides are the same, cases have the agents of their names.
inline constexpr std::uint32_t slower_calls = 100;
inline constexpr std::size_t slower_agents = 256;
/// Of those that look for others or for obstacles, each of which takes as long as some that do not.
inline constexpr std::size_t slower_seeing_agents = 64;
/// The same of several threads: enough for all of them.
inline constexpr std::uint32_t slower_threads_calls = 10;
inline constexpr std::size_t slower_threads_agents = 131'072;

struct Trial {
    std::string batch;
    std::size_t run = 0;  ///< trials of one run shared their processes
    std::string name;     ///< of the case
    Evidence evidence;
    double seconds = 0;  ///< of the run, over its cases
};

/// A pair as the file keeps it, and as it is judged: in units of 0.0001, far below the precision of a pair.
[[nodiscard]] double rounded_pair(double pair);

/// How a batch's trials are judged. Where both sides are the same, each as if it were a run of its own: false
/// alarms are likeliest then. Where one is slower, as the first of a run of 100 cases: the hardest place to
/// be found in.
[[nodiscard]] Rule rule_of(const Batch& batch);

/// A file of JSON lines, to which whole runs are appended: measuring that was broken off goes on where it
/// stopped. A run is one line with its trials, [number of the case, state, pairs]; pairs are units of 0.0001
/// in base64 VLQ, as in source maps.
class TrialFile {
  public:
    /// Reads the existing trials. Trials of another executable are refused; `executable` is its hash, empty
    /// to take any.
    TrialFile(std::filesystem::path file, const std::string& executable, const std::string& machine);

    void add(std::span<const Trial> run);

    [[nodiscard]] const std::vector<Trial>& trials() const noexcept { return trials_; }
    [[nodiscard]] const std::string& machine() const noexcept { return machine_; }
    [[nodiscard]] const std::string& executable() const noexcept { return executable_; }

    /// Takes the trials of another file too: of another executable, or another day.
    void take(const TrialFile& other);

    /// Runs of a batch that are there.
    [[nodiscard]] std::size_t runs(std::string_view batch) const;

  private:
    void read_line(const nlohmann::ordered_json& line, std::size_t number);
    void append(const std::string& lines);

    std::filesystem::path file_;
    std::string executable_;
    std::string machine_;
    std::vector<std::string> cases_;  ///< in the order of their numbers
    std::vector<Trial> trials_;
};

}  // namespace wend::perf

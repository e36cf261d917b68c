// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tools/perf/history/run.hpp"

namespace wend::perf {

/// What another program's results say, as a run.
struct ImportedRun {
    Run run;                             ///< of machine, start and build what the results say
    std::size_t aggregates = 0;          ///< entries that were left out: means, medians, deviations of others
    std::vector<std::string> skipped{};  ///< for people: what has no time or no value, and why
    bool names_machine = true;           ///< and when it ran

    /// Once, however often it is said.
    void skip(std::string what) {
        if (std::find(skipped.begin(), skipped.end(), what) == skipped.end())
            skipped.push_back(std::move(what));
    }
};

/// The results of a run by name, which may come in parts.
class ImportedResults {
  public:
    explicit ImportedResults(Run& run) : run_(run) {}

    BenchResult& of(const std::string& name) {
        const auto [entry, is_new] = index_.try_emplace(name, run_.results.size());
        if (is_new) run_.results.push_back({.name = name});
        return run_.results[entry->second];
    }

    /// The number of the benchmark's next sample: files may be joined, and count anew.
    std::uint32_t next_round(const std::string& name) { return rounds_[name]++; }

  private:
    Run& run_;
    std::map<std::string, std::size_t> index_{};
    std::map<std::string, std::uint32_t> rounds_{};
};

}  // namespace wend::perf

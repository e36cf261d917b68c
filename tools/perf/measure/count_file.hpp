// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/count/counts.hpp"
#include "bench/count/function_counts.hpp"

/// Counts of many cases: their JSON, and what changed between two of them.
namespace wend::perf {

struct CaseCounts {
    std::uint64_t agents = 0;
    std::uint64_t ticks = 0;
    bench::Counts counts;               ///< of one call
    bench::FunctionCounts functions{};  ///< the same by function; empty where that was not asked for
};
using CountTable = std::map<std::string, CaseCounts>;  ///< by the case's name

/// The file's text. `setting` is what the counts depend on, in (what, how it is).
[[nodiscard]] std::string to_json(const CountTable& table,
                                  const std::vector<std::pair<std::string, std::string>>& setting);

/// Throws FileError, naming the JSON pointer.
[[nodiscard]] CountTable read_counts(std::string_view text, const std::filesystem::path& file);

/// One count of one case that is not what it was.
struct CountChange {
    std::string name;
    std::string_view count;
    std::uint64_t before;
    std::uint64_t now;

    /// Of what it was; infinite where that was 0.
    [[nodiscard]] double growth() const;
};

/// How much more work is a regression.
inline constexpr double count_threshold = 0.005;

struct CountComparison {
    std::vector<CountChange> grown;    ///< by more than the threshold
    std::vector<CountChange> shrunk;   ///< by more than the threshold
    std::vector<std::string> added;    ///< only in the newer table
    std::vector<std::string> missing;  ///< only in the older one
    std::size_t compared = 0;          ///< cases in both
};

/// Work alone: instructions, operations, divisions, roots, and bytes both ways. By which instructions it is
/// done may change.
[[nodiscard]] CountComparison compare_counts(const CountTable& before, const CountTable& now);

}  // namespace wend::perf

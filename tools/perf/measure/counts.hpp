// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/count/counts.hpp"
#include "tools/count/function_counts.hpp"

/// Counts of many cases, their JSON, and the changes between two of them: by case, and by function.
namespace wend::perf {

struct CaseCounts {
    std::uint64_t agents = 0;
    std::uint64_t ticks = 0;
    count::Counts counts;               ///< of one call
    count::FunctionCounts functions{};  ///< the same by function; empty where that was not asked for
};
using CountTable = std::map<std::string, CaseCounts>;  ///< by the case's name

/// The file's text. `setting` lists the conditions of the counts as (name, value).
[[nodiscard]] std::string to_json(const CountTable& table,
                                  const std::vector<std::pair<std::string, std::string>>& setting);

/// Throws FileError, naming the JSON pointer.
[[nodiscard]] CountTable read_counts(std::string_view text, const std::filesystem::path& file);

/// One count of one case that changed.
struct CountChange {
    std::string name;
    std::string_view count;
    std::uint64_t before;
    std::uint64_t now;

    /// As a part of `before`; infinite if that was 0.
    [[nodiscard]] double growth() const;
};

/// The growth above which more work is a regression.
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

struct FunctionGrowth {
    std::string name;
    count::Counts before;  ///< all 0 where the function was not executed
    count::Counts now;
};

/// The functions that take more than 0.2 % of the call's instructions more or less, or divide or take roots
/// more or less often: the greatest growth in instructions first.
[[nodiscard]] std::vector<FunctionGrowth> compare_functions(const count::FunctionCounts& before,
                                                            const count::FunctionCounts& now);

/// At most so many lines, each indented: the head, then a function a line. If there are more, those that
/// changed least are left out, and the last line says how many. Says so if nothing differs.
[[nodiscard]] std::string describe(const std::vector<FunctionGrowth>& growth, std::size_t lines = 10);

/// The instructions of each function in one call of a case with `agents` agents, by the workers of two
/// builds. Throws support::MisuseError if one of them cannot count, or is too old to know the request.
[[nodiscard]] std::vector<FunctionGrowth> function_growth(const std::filesystem::path& base,
                                                          const std::filesystem::path& head,
                                                          const std::string& name, std::size_t agents = 256);

}  // namespace wend::perf

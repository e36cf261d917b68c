// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "bench/count/function_counts.hpp"

/// Where a call's additional work is: what each function executed before a change and after it.
namespace wend::perf {

struct FunctionGrowth {
    std::string name;
    bench::Counts before;  ///< all 0 where the function was not executed
    bench::Counts now;
};

/// The functions that take more than 0.2 % of the call's instructions more or less, or divide or take roots
/// more or less often: the greatest growth in instructions first.
[[nodiscard]] std::vector<FunctionGrowth> compare_functions(const bench::FunctionCounts& before,
                                                            const bench::FunctionCounts& now);

/// At most so many lines, each indented: the head, then a function a line. Of what does not fit, those that
/// changed least are left out, and the last line says how many. Says so where nothing differs.
[[nodiscard]] std::string describe(const std::vector<FunctionGrowth>& growth, std::size_t lines = 10);

/// The instructions of each function in one call of a case, with `agents` agents, as two builds of the
/// command or their workers execute it. Throws command::MisuseError where one of them cannot count, or does
/// not know the request: builds that are older than it.
[[nodiscard]] std::vector<FunctionGrowth> function_growth(const std::filesystem::path& base,
                                                          const std::filesystem::path& head,
                                                          const std::string& name, std::size_t agents = 256);

}  // namespace wend::perf

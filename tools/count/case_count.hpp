// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "bench/cases/case.hpp"
#include "tools/count/counts.hpp"
#include "tools/count/function_counts.hpp"
#include "tools/count/step_counter.hpp"

namespace wend::count {

/// Counts what the second call of a case with one thread executes, at some 10 microseconds an instruction:
/// use a case of some hundred agents (Registry::make_case). Throws as count_steps does, and
/// std::invalid_argument for a case with more threads.
[[nodiscard]] Counts count(const bench::Case& which);

/// The same by function.
[[nodiscard]] FunctionCounts count_functions(const bench::Case& which, BusyFunction* busy = nullptr);

}  // namespace wend::count

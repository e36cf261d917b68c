// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/cases/wend_cases.hpp"
#include "tools/perf/measure/worker_service.hpp"

/// What two builds can be compared by without a clock.
namespace wend::perf {

/// A number that is the same in every run of one build.
struct ExactNumber {
    std::string name;  ///< what is counted, and the case
    std::string unit;
    double value = 0;
    double limit = 0;  ///< growth by a larger part is a regression
};

/// Of this executable: instructions of a call of 64 agents for each kernel on the widest instruction set
/// (where they can be counted), bytes that calls, programs and path sets allocate, and the size of what is
/// loaded.
[[nodiscard]] std::vector<ExactNumber> exact_numbers(const bench::WendCases& cases,
                                                     const CountAllocations& count_allocations);

}  // namespace wend::perf

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "bench/cases/wend_cases.hpp"
#include "tools/perf/measure/worker_protocol.hpp"

namespace wend::perf {

/// Of this executable: instructions of a call of 64 agents for each kernel on the widest instruction set (if
/// they can be counted), bytes that calls, programs and path sets allocate, and the size of the executable in
/// memory.
[[nodiscard]] std::vector<ExactNumber> exact_numbers(const bench::WendCases& cases);

}  // namespace wend::perf

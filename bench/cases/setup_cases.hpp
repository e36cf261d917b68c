// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/cases/case.hpp"

/// Work before a caller's first frame, as cases: building a program, a path set, the first call of a process.
namespace wend::bench {

struct SetupCase {
    std::string name;  ///< as those of cases: what/any/how
    std::function<Run()> make;
};

/// Building a program of several forces, a small path set and a large one.
[[nodiscard]] std::vector<SetupCase> setup_cases();

/// Makes the first call of this process, 64 agents that seek, and returns its nanoseconds: what the library
/// does when it is first used. A program and agents are there before.
[[nodiscard]] std::int64_t time_first_call();

}  // namespace wend::bench

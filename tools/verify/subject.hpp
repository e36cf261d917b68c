// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "tools/verify/program_cases.hpp"

namespace wend::verify {

/// What a golden hash is the hash of: a program, who it starts with, and for how long it runs.
struct Subject {
    std::string name;
    Program program;
    Population start;
    std::uint32_t first_id = 0;
    float dt = 0;
    std::uint64_t seed = 0;
    std::uint64_t ticks = 0;
};

/// 64 ticks of 1,000 agents, some of them with bad values.
[[nodiscard]] Subject golden_subject(const ProgramCase& program_case);

}  // namespace wend::verify

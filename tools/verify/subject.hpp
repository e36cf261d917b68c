// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "tools/verify/program_cases.hpp"

namespace wend::verify {

/// The subject of a golden hash: a program, its initial agents and the number of ticks.
struct Subject {
    std::string name;
    Program program;
    Population start;
    std::uint32_t first_id = 0;
    float dt = 0;
    std::uint64_t seed = 0;
    std::uint64_t ticks = 0;
};

/// 64 ticks of 1,000 agents, some of them with invalid values.
[[nodiscard]] Subject golden_subject(const ProgramCase& program_case);

}  // namespace wend::verify

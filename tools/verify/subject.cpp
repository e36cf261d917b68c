// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/verify/subject.hpp"

namespace wend::verify {

Subject golden_subject(const ProgramCase& program_case) {
    return {.name = program_case.name,
            .program = program_case.program,
            .start = program_case.population(program_case.agents(1000), 1, Values::faulty),
            .first_id = 5,  // so that the first group of draws is incomplete
            .dt = program_case.dt,
            .seed = 20261121,
            .ticks = 64};
}

}  // namespace wend::verify

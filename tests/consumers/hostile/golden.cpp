// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Prints the golden hashes of this build, on every instruction set of the machine, in the format of
// tests/golden_hashes.json.
#include <cinttypes>
#include <cstdio>

#include "tools/verify/program_cases.hpp"

int main() {
    for (const wend::Isa isa : wend::supported_isas())
        for (const wend::verify::ProgramCase& one : wend::verify::program_cases()) {
            wend::verify::Subject subject = wend::verify::golden_subject(one);
            const wend::AgentView agents = subject.start.view(subject.first_id);
            const wend::Ticks ticks{.dt = subject.dt,
                                    .count = static_cast<std::uint32_t>(subject.ticks),
                                    .first_tick = 0,
                                    .seed = subject.seed};
            const wend::Result result =
                wend::run(subject.program, agents, ticks, {.isa = isa, .threading = wend::Threading::serial});
            if (!result.status) return 1;
            std::printf("\"%s\": \"%016" PRIx64 "\"\n", subject.name.c_str(),
                        wend::state_hash(subject.program, agents));
        }
}

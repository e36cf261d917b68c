// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Prints the state hash of every golden program on every instruction set, a line each: name, instruction set,
// hash. golden.mjs compares them with the committed ones.
#include <cinttypes>
#include <cstdio>

#include "tools/verify/program_cases.hpp"
#include "wend/isa.hpp"

int main() {
    using namespace wend;
    for (const verify::ProgramCase& one : verify::program_cases())
        for (const Isa isa : supported_isas()) {
            verify::Subject subject = verify::golden_subject(one);
            const AgentView agents = subject.start.view(subject.first_id);
            const Result result = run(subject.program, agents,
                                      {.dt = subject.dt,
                                       .count = static_cast<std::uint32_t>(subject.ticks),
                                       .first_tick = 0,
                                       .seed = subject.seed},
                                      {.isa = isa, .threading = Threading::serial});
            if (!result.status) {
                std::fprintf(stderr, "%s: %s\n", one.name.c_str(), message(result.status).c_str());
                return 1;
            }
            std::printf("%s %s %016" PRIx64 "\n", one.name.c_str(), name(isa).data(),
                        state_hash(subject.program, agents));
        }
}

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Every kernel of the benchmarks runs, and gives the reference's bits: a row that throws ends a benchmark and
// a gate with all their rows.
#include <gtest/gtest.h>

#include "bench/cases/wend_cases.hpp"
#include "wend/wend.hpp"

namespace {

using namespace wend;
using namespace wend::bench;

TEST(WendCases, EveryKernelRunsOnEveryInstructionSet) {
    const WendCases cases;
    for (std::size_t k = 0; k < kernel_count(); ++k) {
        const auto hash_on = [&](Isa isa) {
            return hash_of(cases.make_case(static_cast<KernelId>(k), isa, 200, 1, 1));
        };
        std::uint64_t expected = 0;
        ASSERT_NO_THROW(expected = hash_on(Isa::reference)) << "kernel " << k;
        for (const Isa isa : supported_isas())
            EXPECT_EQ(hash_on(isa), expected)
                << cases.make_case(static_cast<KernelId>(k), isa, 200, 1, 1).name;
    }
}

// A limit that never acts would hide a kernel that applies a wrong one.
TEST(WendCases, AMaxForceThatIsOnePerCentOffIsFound) {
    InputStore inputs;
    for (std::size_t k = 0; k < named_kernel_count; ++k) {
        const auto input = inputs.get(static_cast<KernelId>(k), 200);
        Program program = input->program();
        const std::size_t last = program.stages().size() - 1;
        if (!std::holds_alternative<Locomotion>(program.stages()[last])) continue;
        const auto hash_at = [&](float max_force) {
            Locomotion locomotion = std::get<Locomotion>(program.stages()[last]);
            locomotion.max_force = max_force;
            EXPECT_TRUE(program.tune(last, locomotion));
            AgentBuffer agents(program);
            agents.make_workspace(program);
            agents.spawn(200);
            input->population.copy_to(agents.view());
            EXPECT_TRUE(
                run(program, agents.view(), {.dt = dt, .count = 64, .first_tick = 0}, {.isa = Isa::reference})
                    .status);
            return state_hash(program, agents.view());
        };
        EXPECT_NE(hash_at(max_force), hash_at(1.01f * max_force)) << info(input->kernel).name;
    }
}

}  // namespace

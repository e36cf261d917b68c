// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Every kernel of the benchmarks runs, and gives the reference's bits: a row that throws ends a benchmark and
// a gate with all their rows.
#include <gtest/gtest.h>

#include "bench/cases/wend_cases.hpp"
#include "wend/execution.hpp"

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

}  // namespace

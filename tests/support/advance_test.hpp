// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/population.hpp"

namespace wend::test {

/// Tests that move a population on the instruction set that is their parameter.
class AdvanceTest : public ::testing::TestWithParam<Isa> {
  protected:
    /// A refusal or a fault fails the test.
    static void advance(const Program& program, Population& population, const Ticks& ticks) {
        const Result result = run(program, population.view(), ticks, serial_on(GetParam()));
        ASSERT_TRUE(faultless(result));
    }
};

}  // namespace wend::test

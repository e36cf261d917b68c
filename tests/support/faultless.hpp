// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include "wend/status.hpp"

namespace wend::test {

/// Whether the run was not refused and found no fault. A refused run has no faults either.
[[nodiscard]] inline ::testing::AssertionResult faultless(const Result& result) {
    if (!result.status) return ::testing::AssertionFailure() << message(result.status);
    if (result.faults == 0) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure()
           << result.faults << " faults, the first in slot " << result.first_fault;
}

}  // namespace wend::test

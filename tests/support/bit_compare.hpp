// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include "support/population.hpp"

namespace wend::test {

/// Whether all streams hold the same bytes. The failure names the first agent and stream that differ, and
/// both values as numbers and in hexadecimal.
[[nodiscard]] ::testing::AssertionResult same_bits(const Population& expected, const Population& actual);

/// Whether two calls reported the same.
[[nodiscard]] ::testing::AssertionResult same_result(const Result& expected, const Result& actual);

}  // namespace wend::test

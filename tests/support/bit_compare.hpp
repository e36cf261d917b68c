// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include "support/population.hpp"

namespace wend::test {

/// Whether all streams hold the same bytes; if not, names the first agent that differs, the stream, and both
/// values as a number and in hexadecimal.
[[nodiscard]] ::testing::AssertionResult same_bits(const Population& expected, const Population& actual);

/// Whether two calls reported the same.
[[nodiscard]] ::testing::AssertionResult same_result(const Result& expected, const Result& actual);

}  // namespace wend::test

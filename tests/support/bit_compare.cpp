// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "support/bit_compare.hpp"

#include <fmt/format.h>

#include <optional>

#include "tools/verify/difference.hpp"

namespace wend::test {

::testing::AssertionResult same_bits(const Population& expected, const Population& actual) {
    if (expected.size() != actual.size() || expected.streams() != actual.streams())
        return ::testing::AssertionFailure() << "the populations differ in size or streams";
    const std::optional<verify::Difference> difference = verify::first_difference(expected, actual);
    if (!difference) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure()
           << fmt::format("agent {} of {}, stream {}: expected {}, got {}; {} values differ",
                          difference->slot, expected.size(), name(difference->stream), difference->expected,
                          difference->actual, difference->values);
}

::testing::AssertionResult same_result(const Result& expected, const Result& actual) {
    if (expected.status.code == actual.status.code && expected.faults == actual.faults &&
        expected.capped == actual.capped &&
        (expected.faults == 0 || expected.first_fault == actual.first_fault))
        return ::testing::AssertionSuccess();
    const auto words = [](const Result& result) {
        return fmt::format("\"{}\", {} faults, the first in slot {}, {} capped", message(result.status),
                           result.faults, result.first_fault, result.capped);
    };
    return ::testing::AssertionFailure() << "expected " << words(expected) << "; got " << words(actual);
}

}  // namespace wend::test

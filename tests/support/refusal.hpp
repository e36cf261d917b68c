// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <ostream>
#include <string>

#include "wend/status.hpp"

namespace wend {

inline void PrintTo(Code code, std::ostream* out) { *out << "Code " << static_cast<int>(code); }

}  // namespace wend

namespace wend::test {

inline constexpr double never_mind = -12345;

/// Whether one of the words is a number, "nan" or "inf" that reads back to `value`, as a double or a float.
inline bool contains_value(const std::string& words, double value) {
    for (const char* at = words.c_str(); *at != '\0'; ++at) {
        char* end = nullptr;
        const double number = std::strtod(at, &end);
        const auto narrow = static_cast<double>(std::strtof(at, nullptr));
        if (end != at && (number == value || narrow == value || (std::isnan(number) && std::isnan(value))))
            return true;
    }
    return false;
}

/// Whether the status has that code, and its message names the subject and the value.
inline ::testing::AssertionResult is(const Status& status, Code code, const char* subject,
                                     double value = never_mind) {
    const std::string words = message(status);
    if (status.code != code)
        return ::testing::AssertionFailure() << "code " << static_cast<int>(status.code) << " instead of "
                                             << static_cast<int>(code) << ": " << words;
    if (words.find(subject) == std::string::npos)
        return ::testing::AssertionFailure() << "\"" << words << "\" does not name " << subject;
    if (value == never_mind) return ::testing::AssertionSuccess();
    const bool same = status.value == value || (std::isnan(status.value) && std::isnan(value));
    if (!same) return ::testing::AssertionFailure() << "value " << status.value << " instead of " << value;
    return contains_value(words, value)
               ? ::testing::AssertionSuccess()
               : ::testing::AssertionFailure() << "\"" << words << "\" does not contain the value " << value;
}

}  // namespace wend::test

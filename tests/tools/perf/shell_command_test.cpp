// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/shell_command.hpp"

#include <gtest/gtest.h>

namespace {

using namespace wend::perf;

std::vector<std::string> described(double base_nanoseconds, double head_nanoseconds) {
    const ShellCommands commands{.name = "true", .base = "true", .head = "true x"};
    const std::vector<Sample> samples{{.side = Side::a, .nanoseconds = base_nanoseconds},
                                      {.side = Side::b, .nanoseconds = head_nanoseconds}};
    return describe_times(commands, samples, {});
}

TEST(ShellCommand, AShortProcessIsSaidToBeShort) {
    constexpr const char* note = "short      under 5 ms, the start of the process is a good part of the time";
    using Lines = std::vector<std::string>;
    EXPECT_EQ(described(4e6, 6e6), (Lines{"base       4 ms: true", "head       6 ms: true x", note}));
    EXPECT_EQ(described(6e6, 4e6), (Lines{"base       6 ms: true", "head       4 ms: true x", note}));
    EXPECT_EQ(described(6e6, 6e6), (Lines{"base       6 ms: true", "head       6 ms: true x"}));
}

}  // namespace

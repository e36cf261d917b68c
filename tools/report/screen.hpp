// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "bench/cases/measure.hpp"
#include "tools/report/report_tables.hpp"

/// The output of `wend bench` without --verbose: a line for each kernel, of 107 columns at most. On a
/// narrower terminal the name has a line of its own, and the rest 79 columns at most.
namespace wend::report {

/// Whether a line holds the name too.
[[nodiscard]] bool has_wide_lines(std::size_t columns);

/// The processor, the caches, the build, the date.
[[nodiscard]] std::string screen_setting();

/// Two lines: the heads of the columns, for the instruction sets of this machine.
[[nodiscard]] std::string screen_head(bool wide);

/// kernel_cells() of a group as a line; empty without them.
[[nodiscard]] std::string screen_line(const bench::Group& group, bool wide);

/// The compilers of the plain loops, and the loops that this build lacks.
[[nodiscard]] std::string screen_foot();

/// The meaning of the spread, and a warning where the machine was busy.
[[nodiscard]] std::string screen_noise(const Groups& groups);

}  // namespace wend::report

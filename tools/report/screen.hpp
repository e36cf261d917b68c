// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "bench/cases/measure.hpp"

/// The output of `wend bench` without --verbose: one line a kernel, of 100 columns at most.
namespace wend::report {

/// The processor, the caches, the build, the date.
[[nodiscard]] std::string screen_setting();

/// Two lines: the heads of the columns, for the instruction sets of this machine.
[[nodiscard]] std::string screen_head();

/// kernel_cells() of a group as a line; empty without them.
[[nodiscard]] std::string screen_line(const bench::Group& group);

/// The compilers of the plain loops, and the loops that this build lacks.
[[nodiscard]] std::string screen_foot();

}  // namespace wend::report

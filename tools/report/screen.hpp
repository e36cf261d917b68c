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

/// The line of a group of one tick and 8,192 agents; empty for another one. Nanoseconds an agent on each
/// instruction set; how many times as fast the best one is as the fastest plain loop ("plain"), as the
/// reference ("reference"), and on all threads as on one ("thread"); whether all states agree ("bits").
[[nodiscard]] std::string screen_line(const bench::Group& group);

/// The compilers of the plain loops, and the loops that this build lacks.
[[nodiscard]] std::string screen_foot();

}  // namespace wend::report

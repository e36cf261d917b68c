// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "bench/command/measure.hpp"

/// What `wend bench` prints where nobody asks for details: one line a kernel, of 100 columns at most.
namespace wend::bench {

/// The processor, the caches, the build, the date.
[[nodiscard]] std::string screen_setting();

/// Two lines: what the columns are, for the instruction sets of this machine.
[[nodiscard]] std::string screen_head();

/// The line of a group of one tick and 8,192 agents; empty for another one. Nanoseconds an agent on each
/// instruction set; how many times as fast the best one is as the fastest plain loop ("plain"), as the
/// reference ("scalar"), and on all threads as on one ("thread"); whether all states agree ("bits").
[[nodiscard]] std::string screen_line(const Group& group);

}  // namespace wend::bench

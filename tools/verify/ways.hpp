// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "wend/execution.hpp"

namespace wend::verify {

/// A caller's choices besides the instruction set: 1 thread, 2, all, or a job system; the smallest blocks or
/// the default; 1 tick a pass, 7, or the default. Any two of them occur together. The reference has one way
/// that is not that of the first run: it compares all pairs of agents, and took most of the time of all ways.
[[nodiscard]] std::vector<Execution> ways(Isa isa);

/// "2 threads, blocks of 64, 7 ticks a pass"
[[nodiscard]] std::string text_of(const Execution& way);

}  // namespace wend::verify

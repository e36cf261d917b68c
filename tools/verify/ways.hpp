// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "wend/execution.hpp"

namespace wend::verify {

/// Every combination of a caller's choices besides the instruction set: 1 thread, 2, all, or a job
/// system; the smallest blocks or the default; 1 tick a pass, 7, or the default.
[[nodiscard]] std::vector<Execution> ways();

/// "2 threads, blocks of 64, 7 ticks a pass"
[[nodiscard]] std::string text_of(const Execution& way);

}  // namespace wend::verify

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "wend/execution.hpp"

namespace wend::verify {

/// All that a caller may choose beside the instruction set: 1 thread, 2, all, or a job system of his own; the
/// smallest blocks or the default; ticks one by one, some a pass, or the default. Every combination.
[[nodiscard]] std::vector<Execution> ways();

/// "2 threads, blocks of 64, 7 ticks a pass"
[[nodiscard]] std::string text_of(const Execution& way);

}  // namespace wend::verify

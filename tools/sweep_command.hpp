// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "tools/arguments.hpp"
#include "wend/program.hpp"

namespace wend::command {

/// `wend run --sweep`: makes all runs of the grid, and writes their table and its picture. All ranks call
/// together. Returns the exit status.
[[nodiscard]] int run_sweep(const RunArguments& options, const Execution& execution);

}  // namespace wend::command

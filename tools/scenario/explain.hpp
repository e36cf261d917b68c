// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "wend/program.hpp"

namespace wend::scenario {

/// Why the first agent that would fault in this tick does: a line for each of its values at fault, with the
/// stage that reads it, the value and what is legal. Empty if no agent would fault.
///
/// The view has ids.
[[nodiscard]] std::vector<std::string> explain_first_fault(const Program& program, const AgentView& agents,
                                                           const Ticks& tick, const Execution& execution);

}  // namespace wend::scenario

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "wend/agents.hpp"
#include "wend/clock.hpp"
#include "wend/export.hpp"
#include "wend/program.hpp"
#include "wend/status.hpp"

namespace wend {

/// Why the agent in `slot` would fault in the first of the ticks: Code::bad_value with the stage that reads
/// the value, the stream (`subject`), the value and what is legal; ok where it would not. Writes nothing; a
/// status of `run` where that would refuse the call.
///
/// It only reads: any number of calls may run at the same time, as long as none writes what it reads. Custom
/// stages are asked about a view of that agent alone, in which its slot is 0.
///
/// An agent may have several values at fault: `skip` passes over the first ones. Found by trial on a copy of
/// the agent, whose values are replaced by harmless ones and put back one by one: some microseconds a value.
[[nodiscard]] WEND_API Status explain(const Program& program, const AgentView& agents, const Ticks& ticks,
                                      std::size_t slot, std::size_t skip = 0) noexcept;

}  // namespace wend

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

/// The reason for a fault of the agent in `slot` in the first tick: Code::bad_value with the stage that reads
/// the value, the stream (`subject`), the value and the legal range; ok without a fault. Returns the status
/// of `run` if that would refuse the call. Writes nothing.
///
/// Any number of calls may run at the same time, as long as none writes memory that another one reads. Custom
/// stages are called with a view of that agent alone, in which its slot is 0.
///
/// An agent may have several invalid values: `skip` passes over the first ones. The search replaces the
/// values of a copy of the agent by harmless ones and restores them one by one: some microseconds a value.
[[nodiscard]] WEND_API Status explain(const Program& program, const AgentView& agents, const Ticks& ticks,
                                      std::size_t slot, std::size_t skip = 0) noexcept;

}  // namespace wend

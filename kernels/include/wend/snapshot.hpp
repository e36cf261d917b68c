// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "wend/agents.hpp"
#include "wend/export.hpp"
#include "wend/program.hpp"
#include "wend/status.hpp"

namespace wend {

// Each of these may run at the same time as any other call, as long as neither writes memory that the other
// one reads or writes.

/// The size in bytes of a snapshot of the program's state in this view.
[[nodiscard]] WEND_API std::size_t snapshot_bytes(const Program& program, const AgentView& agents) noexcept;

/// Copies the program's state (its streams with Use::state, of all agents, whatever the view's selection)
/// into the caller's memory, to return to an earlier tick, as in netcode. The memory has any alignment and at
/// least snapshot_bytes(); allocates nothing. The caller keeps the inputs, ids, the number of the tick and
/// the number of agents: a snapshot from before a spawn or a removal does not fit (that of an AgentBuffer
/// does).
[[nodiscard]] WEND_API Status save(const Program& program, const AgentView& agents,
                                   std::span<std::byte> snapshot) noexcept;

/// Copies the state back. Refuses (Code::bad_snapshot), without writing, a snapshot of another bits version,
/// of a program with other state, or of another number of agents.
[[nodiscard]] WEND_API Status restore(const Program& program, const AgentView& agents,
                                      std::span<const std::byte> snapshot) noexcept;

}  // namespace wend

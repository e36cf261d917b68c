// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "wend/agents.hpp"
#include "wend/clock.hpp"
#include "wend/execution.hpp"
#include "wend/layout.hpp"
#include "wend/program.hpp"
#include "wend/wend.h"

namespace wend::c {

// Convert the caller's descriptions of a call to the library's. All refuse illegal structs.

[[nodiscard]] AgentView agents_of(const wend_view* view);

/// The same for a call of the program, which may need the whole view of a slice. `view` is of this version.
[[nodiscard]] AgentView agents_for(const Program& program, const wend_view& view);
[[nodiscard]] AgentView agents_for(const Program& program, const wend_view* view);

[[nodiscard]] Layout layout_of(const wend_layout* layout);
[[nodiscard]] ChunkView chunk_of(const Layout& layout, const wend_chunk& chunk);

[[nodiscard]] Ticks ticks_of(const wend_ticks* ticks);

/// Refuses an unknown instruction set; null gives the defaults.
[[nodiscard]] Execution execution_of(const wend_execution* execution);

}  // namespace wend::c

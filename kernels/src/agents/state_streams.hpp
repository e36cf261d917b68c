// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "columns/column_memory.hpp"
#include "program/plan.hpp"
#include "wend/program.hpp"

namespace wend::detail {

/// The streams that are the program's state.
[[nodiscard]] inline StreamSet state_streams(const Program& program) noexcept {
    StreamSet state = 0;
    for (const StreamUse& use : program.streams())
        if (use.use == Use::state) state |= stream_set(use.stream);
    return state;
}

/// The streams of a view that matter to the program: its state and inputs, without outputs and records.
[[nodiscard]] inline StreamSet used_streams(const Program& program) noexcept {
    StreamSet used = stream_set(Stream::id) | stream_set(Stream::stages);
    for (const StreamUse& use : program.streams()) used |= stream_set(use.stream);
    for (const Stream stream : program.optional_inputs()) used |= stream_set(stream);
    return used;
}

/// Whether the view has the program's state.
[[nodiscard]] inline Status check_state(const Program& program, const AgentView& agents,
                                        bool written) noexcept {
    for (const Stream stream : state_streams(program))
        if (Status s = check_column(agents, stream, written); !s) return s;
    return {};
}

}  // namespace wend::detail

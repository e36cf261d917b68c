// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "columns/column_memory.hpp"
#include "columns/elements.hpp"
#include "wend/agents.hpp"
#include "wend/parameter.hpp"

namespace wend::detail {

/// Whether a view has these streams as they must be, and its selection; `written` of them are written.
[[nodiscard]] inline Status check_streams(const AgentView& agents, StreamSet streams, StreamSet written) {
    for (const Stream stream : streams) {
        if (!agents.has(stream)) return {.code = Code::missing_stream, .subject = name(stream).data()};
        if (Status s = check_column(agents, stream, has(written, stream)); !s) return s;
    }
    return check_selection(agents);
}

/// Calls function(slot) for the agents of the selection.
template <class Function>
void for_each_selected(const AgentView& agents, const Function& function) {
    const Selection& selection = agents.selection();
    if (selection.kind == Selection::Kind::slots) {
        for (const std::uint32_t slot :
             std::span(static_cast<const std::uint32_t*>(selection.data), selection.count))
            if (slot < agents.size()) function(slot);
        return;
    }
    for (std::size_t slot = 0; slot < agents.size(); ++slot)
        if (takes_part(selection, slot)) function(slot);
}

[[nodiscard]] inline bool is_legal_position(float x, float y) {
    return std::fabs(x) <= component_limit && std::fabs(y) <= component_limit;
}

}  // namespace wend::detail

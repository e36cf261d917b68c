// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "wend/wend.hpp"

namespace wend::test {

/// sort_by_cell with memory of its own, which buffers have for programs with neighbours alone.
inline Status sort_crowd(AgentBuffer& crowd, float edge) {
    std::vector<float> memory(sort_workspace_size(crowd.size()));
    AgentView view = crowd.view();
    view.bind<Stream::id>(crowd.get<Stream::id>());
    view.workspace(memory);
    return sort_by_cell(view, edge);
}

}  // namespace wend::test

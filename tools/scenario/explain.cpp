// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/explain.hpp"

#include <fmt/format.h>

#include "wend/explain.hpp"

namespace wend::scenario {

std::vector<std::string> explain_first_fault(const Program& program, const AgentView& agents,
                                             const Ticks& tick, const Execution& execution) {
    const Result result = validate(program, agents, tick, execution);
    if (!result.status || result.faults == 0) return {};
    const std::size_t slot = result.first_fault;
    const std::uint32_t id = agents.get<Stream::id>()[slot];
    std::vector<std::string> lines;
    for (;;) {
        Status status = explain(program, agents, tick, slot, lines.size());
        if (status.code != Code::bad_value) return lines;
        const std::string place = fmt::format("stage {} ({})", status.index, status.stage);
        status.stage = "";
        if (*status.subject == '\0') {  // no single value
            lines.push_back(fmt::format("{}: agent {}: {}", place, id, message(status)));
            return lines;
        }
        lines.push_back(fmt::format("{}: agent {}'s {}", place, id, message(status)));
    }
}

}  // namespace wend::scenario

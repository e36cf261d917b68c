// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/advance.hpp"

#include <algorithm>
#include <limits>

namespace wend::scenario {

Result advance(const Program& program, const AgentView& agents, const ManyTicks& ticks,
               const Execution& execution, const Runner& runner) {
    Result all;
    for (std::uint64_t done = 0; done < ticks.count && all.status;) {
        const auto part = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(ticks.count - done, std::numeric_limits<std::uint32_t>::max()));
        const Result result =
            runner(program, agents, {ticks.dt, part, ticks.first_tick + done, ticks.seed}, execution);
        all.status = result.status;
        if (all.faults == 0) all.first_fault = result.first_fault;
        all.faults += result.faults;
        all.capped += result.capped;
        done += part;
    }
    return all;
}

}  // namespace wend::scenario

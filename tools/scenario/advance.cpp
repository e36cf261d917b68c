// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/advance.hpp"

#include <algorithm>
#include <limits>

namespace wend::scenario {

Result advance(const Program& program, AgentView agents, const ManyTicks& ticks, const Execution& execution,
               const Runner& runner) {
    Result all;
    const auto call = [&](const Program& one, const Ticks& of) {
        if (!all.status) return;
        const Result result = runner(one, agents, of, execution);
        all.status = result.status;
        if (all.faults == 0) all.first_fault = result.first_fault;
        all.faults += result.faults;
        all.capped += result.capped;
    };
    const AfterTick* const after = ticks.after_tick;
    const std::uint64_t most = after == nullptr ? std::numeric_limits<std::uint32_t>::max() : 1;
    auto event = std::ranges::upper_bound(ticks.events, ticks.first_tick, {}, &Event::tick);
    for (std::uint64_t done = 0; done < ticks.count && all.status;) {
        const std::uint64_t tick = ticks.first_tick + done;
        const std::uint64_t to_event = event == ticks.events.end() ? ticks.count : event->tick - tick;
        const auto part =
            static_cast<std::uint32_t>(std::min<std::uint64_t>({ticks.count - done, to_event, most}));
        call(program_at(program, ticks.events, tick), {ticks.dt, part, tick, ticks.seed});
        if (after != nullptr) call(after->program, {ticks.dt, after->ticks, tick * after->ticks, ticks.seed});
        done += part;
        if (all.status && event != ticks.events.end() && tick + part == event->tick)
            all.status = begin(*event++, agents);
    }
    return all;
}

}  // namespace wend::scenario

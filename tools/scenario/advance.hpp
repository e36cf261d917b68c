// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "tools/scenario/after_tick.hpp"
#include "tools/scenario/event.hpp"
#include "wend/program.hpp"

namespace wend::scenario {

/// The function that moves the agents: wend::run, one that replaces the view by that of other agents (ranks),
/// or in a test one that errs on purpose.
using Runner = std::function<Result(const Program&, AgentView&, const Ticks&, const Execution&)>;

/// As Ticks, with a count of 64 bits, and with the events of a scenario, in the order of their ticks.
struct ManyTicks {
    float dt = 0;
    std::uint64_t count = 0;
    std::uint64_t first_tick = 0;
    std::uint64_t seed = 0;
    std::span<const Event> events{};
    const AfterTick* after_tick = nullptr;  ///< null: none
};

/// Runs all ticks, in calls of at most 2^32 - 1, or of one where a program runs after each, and applies each
/// event after the tick before it: the agents are then those of the event's tick, as program_at is. Those of
/// the first tick are applied already. The result is that of a single call: faults are summed, and the first
/// fault is that of the first call with one.
[[nodiscard]] Result advance(const Program& program, AgentView agents, const ManyTicks& ticks,
                             const Execution& execution, const Runner& runner = run);

}  // namespace wend::scenario

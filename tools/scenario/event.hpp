// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "wend/agents.hpp"
#include "wend/program.hpp"

namespace wend::scenario {

/// The changes before a tick: all entries of the scenario's key "events" with that tick.
struct Event {
    std::uint64_t tick = 0;
    Program program;                        ///< from this tick on
    std::vector<std::int32_t> new_paths{};  ///< those that were replaced
    std::optional<TargetPoint> target{};    ///< of all agents
};

/// The program of a tick: that of the last event until then, or `first`.
[[nodiscard]] const Program& program_at(const Program& first, std::span<const Event> events,
                                        std::uint64_t tick);

/// Changes the agents for the event: those on a new path begin at its place nearest to them.
[[nodiscard]] Status begin(const Event& event, const AgentView& agents);

}  // namespace wend::scenario

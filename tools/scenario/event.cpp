// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/event.hpp"

#include <algorithm>
#include <iterator>
#include <variant>

#include "tools/scenario/agent_recipe.hpp"
#include "wend/start_on_paths.hpp"

namespace wend::scenario {

const Program& program_at(const Program& first, std::span<const Event> events, std::uint64_t tick) {
    const auto next = std::ranges::upper_bound(events, tick, {}, &Event::tick);
    return next == events.begin() ? first : std::prev(next)->program;
}

Status begin(const Event& event, const AgentView& agents) {
    for (std::size_t slot = 0; event.target && slot < agents.size(); ++slot) {
        store(agents.column(Stream::target_x), slot, static_cast<double>(event.target->x));
        store(agents.column(Stream::target_y), slot, static_cast<double>(event.target->y));
    }
    if (event.new_paths.empty()) return {};
    std::vector<std::uint32_t> slots;
    const auto path = agents.get<Stream::path>();
    for (std::uint32_t slot = 0; slot < path.size(); ++slot)
        if (std::ranges::count(event.new_paths, path[slot])) slots.push_back(slot);
    AgentView on_new_paths = agents;
    on_new_paths.only_slots(slots);
    Status status;
    for (const Stage& stage : event.program.stages())
        std::visit(
            [&](const auto& one) {
                PathMode mode = PathMode::once;
                if constexpr (requires { one.mode == mode; }) mode = one.mode;
                if constexpr (requires { one.paths; })
                    if (status) status = start_on_paths(on_new_paths, one.paths, mode, PathStart::nearest);
            },
            stage);
    return status;
}

}  // namespace wend::scenario

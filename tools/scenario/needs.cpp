// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/needs.hpp"

#include <algorithm>

#include "tools/scenario/scenario.hpp"

namespace wend::scenario {
namespace {

constexpr std::uint64_t sample_agents = 10'000;

}  // namespace

std::uint64_t Needs::ranks(std::uint64_t memory_bytes) const {
    if (bytes() <= memory_bytes) return 1;
    const std::uint64_t each = (2 * stream_bytes + workspace_bytes) * 11 / 10;
    const std::uint64_t agents_a_rank = std::max<std::uint64_t>(1, memory_bytes / each);
    return (agents + agents_a_rank - 1) / agents_a_rank;
}

Needs needs_of(const std::filesystem::path& file, Overrides overrides) {
    overrides.share = {0, 1u << 20};
    Needs needs{.agents = load_scenario(file, overrides).all_agents};
    overrides.share.ranks = std::max<std::uint64_t>(1, needs.agents / sample_agents);
    Scenario sample = load_scenario(file, overrides);
    const AgentView agents = sample.agents.view();
    for (const Stream stream : agents.bound()) needs.stream_bytes += size_of(info(stream).element);
    std::size_t floats = workspace_size(sample.program, agents);
    if (sample.after_tick) floats = std::max(floats, workspace_size(sample.after_tick->program, agents));
    if (agents.size() > 0)
        needs.workspace_bytes = (floats * sizeof(float) + agents.size() - 1) / agents.size();
    return needs;
}

}  // namespace wend::scenario

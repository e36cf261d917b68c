// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "neighbours/grid.hpp"
#include "program/plan.hpp"
#include "stage/kernel_table.hpp"
#include "tile/tally.hpp"
#include "tile/zone.hpp"

namespace wend::detail {

/// A call as its tiles see it: shared by all threads, and constant during a pass.
struct TileRun {
    const Plan& plan;
    const KernelTable& table;
    const AgentView& agents;
    const Ticks& ticks;
    StreamSet used;     ///< streams that kernels touch
    StreamSet kept;     ///< of these, state and bound outputs
    StreamSet records;  ///< those that tiles use which are no copies
    Tally* tally;
    Others others;
    const SortedAgents* seen;    ///< null: stages look at `others` or at worlds, or none has neighbours
    const std::uint32_t* order;  ///< all slots in the order of computation; null: ascending
    bool sorted_inputs;          ///< whole groups read positions and velocities from `seen`
    float* new_records;          ///< by slot: the new state of agents, as the grid's; null: it is put back
    bool of_views;               ///< slots in the tally have the index of their view in the upper half
    bool of_worlds;              ///< agents see those of their own view, which is small
    bool inputs_change;          ///< some input is the memory of a written stream
    bool trusts_inputs;
    const Profiler& profiler;
    bool in_copies;  ///< agents are computed in copies of 64: a selection is set, elements lie apart, or
                     ///< results are discarded in part

    /// Whether stages with neighbours look at sorted agents.
    [[nodiscard]] bool sorts() const { return seen != nullptr || of_worlds; }

    /// Whether a stage's force is computed before it: by the caller's function, or by a pass over neighbours.
    [[nodiscard]] bool is_given(std::size_t stage) const {
        const PlannedStage& planned = plan.planned[stage];
        return planned.custom_force != nullptr || (planned.is_neighbour_force && sorts());
    }

    /// A given force is added as the streams external_force_* are.
    [[nodiscard]] StageFunction function(std::size_t stage) const {
        return table.stage[is_given(stage) ? stage_kind<ExternalForce> : plan.kind(stage)];
    }
};

/// Agents that the first group of a view lacks at its front: draws share their blocks where groups start at
/// ids that are multiples of 64, as they do where ids follow the slots.
[[nodiscard]] inline std::size_t padding_before(const Plan& plan, const AgentView& agents) {
    return plan.draws && !agents.has(Stream::id) ? agents.first_id() % group_size : 0;
}

}  // namespace wend::detail

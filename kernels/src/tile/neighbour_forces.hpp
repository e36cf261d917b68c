// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "neighbours/neighbour_pass.hpp"
#include "tile/forces.hpp"
#include "tile/hidden_agents.hpp"
#include "tile/substitutes.hpp"
#include "tile/tile_run.hpp"
#include "wend/neighbours.hpp"

namespace wend::detail {

/// The forces with neighbours on one group, by stage.
struct NeighbourForces {
    alignas(64) float x[max_forces][group_size];
    alignas(64) float y[max_forces][group_size];
    std::uint64_t capped[max_forces];

    /// `by_agent`: the tile's elements of the stream `stages`; null where it is not bound. An agent looks for
    /// the stages that act on it.
    void compute(const TileRun& run, const StageInput& in, const StageOutput& out, Substitutes& substitutes,
                 NeighbourInput& neighbours, const std::uint32_t* by_agent) {
        const Plan& plan = run.plan;
        const std::uint64_t agents = neighbours.agents;
        for (const PlannedPass& planned : plan.passes) {
            PassStage stages[max_forces];
            std::uint64_t idle = by_agent == nullptr ? 0 : ~std::uint64_t{0};
            for (std::size_t i = 0; i < planned.count; ++i) {
                const std::size_t stage = planned.stage[i];
                capped[stage] = 0;
                if (by_agent != nullptr) idle &= idle_agents(by_agent, stage, 0);
                const auto [target_x, target_y] =
                    substitutes.position_of(plan.planned[stage].target, in.streams);
                stages[i] = {.kind = plan.kind(stage),
                             .parameters = plan.planned[stage].parameters,
                             .ordinal = plan.planned[stage].ordinal,
                             .target_x = target_x,
                             .target_y = target_y,
                             .force_x = x[stage],
                             .force_y = y[stage],
                             .settled = out.get<Stream::settled>(),
                             .capped = &capped[stage]};
            }
            neighbours.agents = agents & ~idle;
            if (neighbours.agents != 0)
                run.table.pass[stages[0].kind](in, {stages, planned.count});
            else
                for (std::size_t i = 0; i < planned.count; ++i)
                    clear_vectors(stages[i].force_x, stages[i].force_y, group_size);
            if (const float* const own = in.get<Stream::neighbour_weight>())
                for (std::size_t i = 0; i < planned.count; ++i)
                    if (has(plan.planned[planned.stage[i]].uses.where_bound, Stream::neighbour_weight))
                        weigh(own, stages[i].force_x, stages[i].force_y);
        }
        neighbours.agents = agents;
    }

  private:
    /// By the agents' own weights. A fault makes NaN, which the stage finds when it adds the force.
    static void weigh(const float* own, float* to_x, float* to_y) {
        for (std::size_t i = 0; i < group_size; ++i) {
            const float weight = as_read(own[i]);
            const bool fine = weight >= own_weight.low && weight <= own_weight.high;
            const float factor = fine ? weight : std::numeric_limits<float>::quiet_NaN();
            to_x[i] *= factor;
            to_y[i] *= factor;
        }
    }
};

}  // namespace wend::detail

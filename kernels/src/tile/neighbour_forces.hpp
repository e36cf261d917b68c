// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "neighbours/neighbour_pass.hpp"
#include "tile/tile_run.hpp"

namespace wend::detail {

/// The forces with neighbours on one group, by stage.
struct NeighbourForces {
    alignas(64) float x[max_forces][group_size];
    alignas(64) float y[max_forces][group_size];
    std::uint64_t capped[max_forces];

    void compute(const TileRun& run, const StageInput& in) {
        const Plan& plan = run.plan;
        for (const PlannedPass& planned : plan.passes) {
            PassStage stages[max_forces];
            for (std::size_t i = 0; i < planned.count; ++i) {
                const std::size_t stage = planned.stage[i];
                capped[stage] = 0;
                stages[i] = {.kind = plan.kind(stage),
                             .parameters = plan.planned[stage].parameters,
                             .ordinal = plan.planned[stage].ordinal,
                             .force_x = x[stage],
                             .force_y = y[stage],
                             .capped = &capped[stage]};
            }
            run.table.pass[stages[0].kind](in, {stages, planned.count});
        }
    }
};

}  // namespace wend::detail

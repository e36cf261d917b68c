// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tile/group_copy.hpp"
#include "tile/tile_run.hpp"
#include "wend/random.hpp"

namespace wend::detail {

/// kernels/docs/math.md, "Neighbours".
inline void draw_apart(const NeighbourCall& call, std::uint32_t ordinal, std::uint32_t smaller,
                       std::uint32_t larger, float (&apart)[2]) {
    const std::uint32_t counter[4] = {smaller, larger, static_cast<std::uint32_t>(call.tick),
                                      static_cast<std::uint32_t>(call.tick >> 32)};
    const std::uint32_t key[4] = {static_cast<std::uint32_t>(call.seed),
                                  static_cast<std::uint32_t>(call.seed >> 32),
                                  purpose(Purpose::separation, ordinal), 0};
    const Words4 drawn = threefry4x32_13(counter, key);
    for (std::size_t i = 0; i < 2; ++i) apart[i] = 2 * wend::random_unit(drawn.word[i]) - 1;
}

/// The tile's one group, of which these agents look at their neighbours.
[[nodiscard]] inline NeighbourCall neighbour_call(const TileRun& run, const StageInput& in,
                                                  const GroupSlots& slots, std::uint64_t agents,
                                                  std::span<const NeighbourPass> passes) {
    return {.seen = &run.neighbours->sorted(),
            .position_x = in.get<Stream::position_x>(),
            .position_y = in.get<Stream::position_y>(),
            .velocity_x = in.get<Stream::velocity_x>(),
            .velocity_y = in.get<Stream::velocity_y>(),
            .position_z = in.get<Stream::position_z>(),
            .body_radius = in.get<Stream::body_radius>(),
            .id = in.get<Stream::id>(),
            .first_id = in.first_id,
            .seen_groups = in.get<Stream::seen_groups>(),
            .agents = agents,
            .sorted = run.order != nullptr,
            .first_sorted = slots.first,
            .passes = passes.data(),
            .pass_count = passes.size(),
            .seed = in.ticks.seed,
            .tick = in.ticks.first,
            .draw_apart = draw_apart};
}

/// The forces of stages with neighbours on one group, by stage.
struct NeighbourForces {
    alignas(64) float x[max_forces][group_size];
    alignas(64) float y[max_forces][group_size];
    std::uint64_t capped[max_forces];

    /// Computes them all: several stages share a pass over the neighbours.
    void compute(const TileRun& run, const StageInput& in, const GroupSlots& slots, std::uint64_t agents) {
        NeighbourPass passes[max_forces];
        std::size_t count = 0;
        for (const NeighbourStages& shared : run.plan.neighbour_passes) {
            NeighbourPass& pass = passes[count++];
            pass = {};
            const auto take = [&]<class S>(const S*& parameters, std::size_t kind) {
                const int stage = shared.stage[kind];
                if (stage < 0) return;
                parameters = &std::get<S>(run.plan.stages[static_cast<std::size_t>(stage)]);
                pass.force_x[kind] = x[stage];
                pass.force_y[kind] = y[stage];
                pass.capped[kind] = &capped[stage];
                capped[stage] = 0;
            };
            take(pass.separation, 0);
            take(pass.alignment, 1);
            take(pass.cohesion, 2);
            take(pass.avoidance, 3);
            pass.separation_ordinal = shared.separation_ordinal;
        }
        if (count != 0) run.table.neighbour_forces(neighbour_call(run, in, slots, agents, {passes, count}));
    }
};

}  // namespace wend::detail

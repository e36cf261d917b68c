// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "columns/elements.hpp"
#include "tile/tile_run.hpp"

namespace wend::detail {

/// Whether every stage computes whole vectors. Lanes without an agent are then computed with the others: to
/// leave them out took 25 of 220 ns for 16 agents that seek. Other stages take each lane by itself.
[[nodiscard]] inline bool computes_whole_vectors(const TileRun& run) {
    const Plan& plan = run.plan;
    if (plan.locomotion() == nullptr || has(run.used, Stream::stages)) return false;
    for (std::size_t stage = 0; stage + 1 < plan.stages.size(); ++stage)
        if (run.table.with_locomotion[plan.kind(stage)] == nullptr) return false;
    return true;
}

/// The last force and the locomotion in one pass, which has no outputs, acts on all agents, and takes limits
/// as values; null where they run one after the other.
[[nodiscard]] inline StageFunction fused_function(const Plan& plan, const KernelTable& table,
                                                  StreamSet used) {
    constexpr StreamSet left_out =
        Locomotion::force_outputs | Locomotion::heading_outputs |
        stream_set(Stream::stages, Stream::max_force, Stream::max_speed, Stream::mass);
    if (!plan.fusible || (used & left_out) != 0) return nullptr;
    return table.with_locomotion[plan.kind(plan.stages.size() - 2)];
}

/// How the stages of a tick run: one after the other, the last two as one pass where a fused function exists.
///
/// Streams that earlier stages write are pending until all stages have found their faults; the last function
/// writes in place. Where positions and velocities were pending too, weighted and
/// prioritised sums took 1.10 to 1.17 and 1.05 to 1.10 times as long (AVX2, AVX-512).
///
/// To fuse the last force of a weighted sum takes 0.93 (AVX2) and 0.89 (AVX-512) of the time. Of a
/// prioritised one it took 1.07 and 1.05: truncation adds a root and a division to wait for.
struct TickSteps {
    bool alone;              ///< the program is one stage, which may take several ticks at once
    bool fused = false;      ///< the last function is a force and the locomotion
    std::size_t last_stage;  ///< of the last function; the force's where it is fused
    StageFunction last;
    StreamSet pending = 0;

    TickSteps(const TileRun& run, bool writes_outputs)
        : alone(run.plan.stages.size() == 1 && !run.plan.has_custom_locomotion()),
          last_stage(run.plan.stages.size() - 1),
          last(run.function(last_stage)) {
        const Plan& plan = run.plan;
        if (const StageFunction function = fused_function(plan, run.table, run.used); function != nullptr) {
            last = function;
            fused = true;
            --last_stage;
        }
        for (std::size_t stage = 0; stage < last_stage; ++stage) {
            const StreamUses& uses = plan.planned[stage].uses;
            pending |= (uses.written | uses.output) & run.used;
        }
        if ((plan.swept && !plan.external) || writes_outputs || plan.has_custom_locomotion())
            pending = (plan.uses.written | plan.uses.output) & run.used;
    }
};

}  // namespace wend::detail

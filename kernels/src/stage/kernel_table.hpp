// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "stage/contract.hpp"
#include "stage/state_hash.hpp"
#include "wend/stage.hpp"

namespace wend::detail {

struct ChunkFunctions;
struct LaneCopies;
struct NeighbourPass;

/// Computes the forces of a pass's stages on a group.
using NeighbourFunction = void (*)(const StageInput&, const NeighbourPass&);

/// The functions of one instruction set, indexed as wend::Stage.
struct KernelTable {
    StageFunction stage[stage_kind_count];
    /// A force and the locomotion behind it in one pass over the tile; null where that was not faster.
    StageFunction with_locomotion[stage_kind_count];
    /// Of forces with neighbours; the others are null.
    NeighbourFunction pass[stage_kind_count];
    /// For the sort into cells; null: stages with neighbours look at all agents.
    const ChunkFunctions* chunk;
    /// For the locomotion, fused or not; null: the reference's own.
    EdgeFunction step_at_edge;
    /// For agents of several views in one tile; null where views share none.
    const LaneCopies* copies;
    /// For state hashes.
    HashFunction hash;
};

extern const KernelTable reference_table;

}  // namespace wend::detail

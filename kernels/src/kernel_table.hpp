// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "neighbours/chunk.hpp"
#include "stage/contract.hpp"
#include "wend/stage.hpp"

namespace wend::detail {

using NeighbourFunction = void (*)(const NeighbourCall&);

/// The functions of one instruction set, indexed as wend::Stage.
struct KernelTable {
    StageFunction stage[stage_kind_count];
    /// A force and the locomotion behind it in one pass over the tile; null where that was not faster.
    StageFunction with_locomotion[stage_kind_count];
    /// The forces of all stages with neighbours, on a group; null: each stage's own function finds them.
    NeighbourFunction neighbour_forces;
    ChunkFunctions chunk;  ///< for the sort into cells; null without neighbour_forces
};

}  // namespace wend::detail

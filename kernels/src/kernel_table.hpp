// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "driver/cell_chunk.hpp"
#include "driver/stage_call.hpp"
#include "wend/stage.hpp"

namespace wend::detail {

using NeighbourFunction = void (*)(const NeighbourCall&);

/// What computes each kind of stage on one ISA, indexed as wend::Stage.
struct KernelTable {
    StageFunction stage[stage_kind_count];
    /// A force and the locomotion behind it in one pass over the tile; null where fusing was not found to
    /// pay.
    StageFunction with_locomotion[stage_kind_count];
    /// The forces of the stages with neighbours, of a group; null where a stage's own function looks for
    /// them.
    NeighbourFunction neighbour_forces;
    ChunkFunctions chunk;  ///< for the sort into cells; none where there are no neighbour_forces
};

}  // namespace wend::detail

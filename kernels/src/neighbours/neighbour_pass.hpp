// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "neighbours/grid.hpp"
#include "wend/random.hpp"

namespace wend::detail {

/// The observed agents, for the agents of one group.
struct NeighbourInput {
    const SortedAgents* seen;
    std::uint64_t agents;      ///< bit i: agent i takes part
    bool sorted;               ///< the group's agents follow each other in the order of cells, from
    std::size_t first_sorted;  ///< this one on
    /// A pointer, because the objects of the instruction sets refer to no other object.
    decltype(threefry4x32_13)* draw;
    bool of_worlds = false;  ///< each entry of the table is a world, which sees only itself
};

/// A stage with neighbours, and the memory for its unweighted force on a group.
struct PassStage {
    std::size_t kind;
    const void* parameters;  ///< the stage's public struct
    std::uint32_t ordinal;   ///< among the program's stages of its kind
    /// The stage's target; null where it has none.
    const float* target_x = nullptr;
    const float* target_y = nullptr;
    float* force_x;
    float* force_y;
    std::uint32_t* settled = nullptr;  ///< the stage's new state; null where it has none
    std::uint64_t* capped;  ///< one word: agents with more neighbours than the stage's max_neighbours
};

/// The stages that share a pass over the neighbours of a group: of one folder of kernels, and no two of a
/// kind.
struct NeighbourPass {
    const PassStage* stages;
    std::size_t count;
};

}  // namespace wend::detail

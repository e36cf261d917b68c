// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "neighbours/grid.hpp"
#include "stages/avoid_neighbours/avoidance_forces.hpp"
#include "stages/flocking/flock_forces.hpp"
#include "stages/neighbours/chunk_functions.hpp"

namespace wend::detail {
namespace {

template <class A>
struct NeighbourKernel {
    /// The forces of all stages with neighbours, on a group.
    static void forces(const NeighbourCall& call) {
        for (std::size_t i = 0; i < call.pass_count; ++i) {
            const NeighbourPass& pass = call.passes[i];
            if (pass.avoidance != nullptr)
                avoidance_forces<A>(call, pass);
            else
                flock_forces<A>(call, pass);
        }
    }
    static constexpr ChunkFunctions chunk = chunk_functions<A>;
};

}  // namespace
}  // namespace wend::detail

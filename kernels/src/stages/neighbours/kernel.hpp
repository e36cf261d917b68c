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

/// The forces of all stages with neighbours, of a group.
template <class A>
void neighbour_forces(const NeighbourCall& call) {
    for (std::size_t i = 0; i < call.pass_count; ++i) {
        const NeighbourPass& pass = call.passes[i];
        if (pass.avoidance != nullptr)
            avoidance_forces<A>(call, pass);
        else
            flock_forces<A>(call, pass);
    }
}

}  // namespace
}  // namespace wend::detail

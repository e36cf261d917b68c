// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <type_traits>

#include "stage/contract.hpp"
#include "wend/stage.hpp"

namespace wend::detail {
namespace {

/// Computes stage S on instruction set A, specialised in stages/<name>/kernel.hpp. A stage that is a
/// program by itself has `StageResult run() const`, for all agents of the tile. A force has
///
///     Kernel(in, out)                                                 made once a tile and tick
///     using Prepared = ...                                            ScaledDirections<A>, or NothingPrepared
///     static constexpr bool pipelined                                 its push goes before its move by some batches
///     void enter_group(in, out, group)
///     void prepare<reading>(in, reader, slot, batch, prepared)       only where there is something to prepare
///     void force<reading>(in, reader, slot, batch, prepared)         sets force_x and force_y
///     void store_state(in, out, slot, faults)
///
/// and where it has state that is stored with the move, which may come some batches later,
///
///     struct NewState                                                 of a batch
///     void force<reading>(in, reader, slot, batch, prepared, new_state)
///     void store_state(in, out, slot, new_state, faults)
///
/// `prepare` is given positions, `force` velocities. Prepared is the option to hide latency: it is made some
/// batches before its force, so that the root and the division in it are done by then. Both may be called
/// again for a batch in which something was found (`Reading`): they store nothing to streams. A force that
/// puts off stores has `end_tile(in, out, end)`, which makes those of the batches before `end`.
///
/// A force with neighbours has `static void run(const StageInput&, const NeighbourPass&)` alone: it computes
/// the unweighted forces of the pass's stages on a group.
template <class A, class S>
class Kernel;

/// The functions for the sort into cells, defined in stages/neighbours/kernel.hpp.
template <class A>
struct ChunkKernel;

/// Steps that end beyond the bounds or near an obstacle, defined in stages/locomotion/edge_steps.hpp.
template <class A>
struct EdgeKernel;

/// A force's kernel where it is fused with the locomotion: `Kernel<A, S>::Fused`, or itself.
template <class Force>
struct FusedKernelOf {
    using Type = Force;
};
template <class Force>
requires requires { typename Force::Fused; }
struct FusedKernelOf<Force> {
    using Type = typename Force::Fused;
};

struct NothingPrepared {};

template <class Force>
concept HasNewState = requires {
    typename Force::NewState;
};

template <class Force>
concept EndsTiles = requires(const Force& force, const StageInput& in, StageOutput& out, std::size_t end) {
    force.end_tile(in, out, end);
};

/// The stages that share one kernel.
template <class S, class... Stages>
concept OneOf = (std::is_same_v<S, Stages> || ...);

}  // namespace
}  // namespace wend::detail

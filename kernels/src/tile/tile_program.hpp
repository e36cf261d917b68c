// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "tile/tile_run.hpp"

namespace wend::detail {

/// The ticks of a pass.
struct PassTicks {
    std::uint64_t first;
    std::uint32_t count;
};

/// Advances agents by the ticks of a pass, tile by tile: all stages of a tick, then the next tick, with
/// everything in the L1. `first` and `last` count from `padding_front` agents before the view's first, where
/// a group of 64 starts. `scratch`: scratch_bytes bytes, or null for the stack.
void advance_agents(const TileRun& run, std::size_t padding_front, std::size_t first, std::size_t last,
                    PassTicks ticks, void* scratch) noexcept;

/// Hands out views, each with its index and its start. A view may be gone when the receiver returns; its
/// agents may not.
struct ViewFeed {
    using Take = void (*)(void* context, const AgentView& view, std::uint32_t index, const ViewStart& start);
    void* context;
    void (*each)(void* context, Take take, void* take_context);

    template <class Function>
    void operator()(Function&& take) const {
        each(
            context,
            [](void* taker, const AgentView& view, std::uint32_t index, const ViewStart& start) {
                (*static_cast<std::remove_reference_t<Function>*>(taker))(view, index, start);
            },
            &take);
    }
};

/// The same for many views: all agents of each, whose streams lie side by side, and are the streams that
/// `run.agents` binds. They share one TileProgram, and incomplete groups of several views share a tile:
/// chunks of 128 agents took 1.3 times as long without, of 100 agents twice as long. With `run.of_worlds` all
/// of them share tiles, and the agents of each view see each other: 2,048 views of 16 agents that flock took
/// 3 times as long in tiles of their own.
void advance_views(const TileRun& run, const ViewFeed& feed, PassTicks ticks, void* scratch) noexcept;

/// The most agents of a view that may run with `run.of_worlds`; 0: the program cannot.
[[nodiscard]] std::size_t largest_world(const Plan& plan, const KernelTable& table) noexcept;

}  // namespace wend::detail

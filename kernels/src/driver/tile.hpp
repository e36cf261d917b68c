// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "driver/neighbourhood.hpp"
#include "driver/plan.hpp"
#include "driver/stage_call.hpp"

namespace wend::detail {

/// What a call counts, from all threads: its faults, and Result::capped.
struct Tally {
    std::atomic<std::uint64_t> count{0};
    std::atomic<std::uint64_t> first{~std::uint64_t{0}};
    std::atomic<std::uint64_t> capped{0};

    void add(std::uint64_t agents, std::uint64_t first_slot) noexcept {
        count.fetch_add(agents, std::memory_order_relaxed);
        std::uint64_t seen = first.load(std::memory_order_relaxed);
        while (first_slot < seen &&
               !first.compare_exchange_weak(seen, first_slot, std::memory_order_relaxed)) {
        }
    }
};

/// What all tiles of a call share.
struct TileRun {
    const Plan& plan;
    const KernelTable& table;
    const AgentView& agents;
    const Ticks& ticks;
    const ResolvedStages& stages;
    StreamSet used;  ///< what kernels may touch agent by agent
    StreamSet kept;  ///< state and bound outputs
    Tally* tally;
    Others others;
    const Neighbourhood* neighbours;  ///< null: the stages look for themselves, or none has any
    const std::uint32_t* order;       ///< the slots of all agents as they are worked off; null: as they lie
    bool of_views;                    ///< the tally's slots have the index of their view in front
    bool inputs_change;               ///< some input is the memory of a written stream
    bool trusts_inputs;
    bool in_copies;  ///< agents are computed in copies of 64: some are left out or lie apart, or not all that
                     ///< is computed is kept
};

/// Advances agents by the ticks [first_tick, first_tick + tick_count), tile by tile: all stages of a tick,
/// then the next tick, with everything in the L1. `first` and `last` count from `padding_front` agents before
/// the view's first, where a group of 64 starts. `scratch`: scratch_bytes bytes, or null for the stack.
void advance_agents(const TileRun& run, std::size_t padding_front, std::size_t first, std::size_t last,
                    std::uint64_t first_tick, std::uint32_t tick_count, void* scratch) noexcept;

/// Hands out views, each with its index, to what is called with the first's context. A view may be gone when
/// that returns; its agents may not.
struct ViewFeed {
    using Take = void (*)(void* context, const AgentView& view, std::uint32_t index);
    void* context;
    void (*each)(void* context, Take take, void* take_context);

    template <class Function>
    void operator()(Function&& take) const {
        each(
            context,
            [](void* taker, const AgentView& view, std::uint32_t index) {
                (*static_cast<std::remove_reference_t<Function>*>(taker))(view, index);
            },
            &take);
    }
};

/// The same for many views: all agents of each, which have their streams side by side, and bind the same ones
/// as `run.agents`. What a tile needs is written down once for all of them, and incomplete groups of several
/// views share a tile: chunks of 128 agents took 1.3 times as long without, of 100 agents twice as long.
void advance_views(const TileRun& run, const ViewFeed& feed, std::uint64_t first_tick,
                   std::uint32_t tick_count, void* scratch) noexcept;

/// How many agents the first group of a view lacks at its front: draws share their blocks where groups start
/// at ids that are multiples of 64, as they do where ids follow the slots.
[[nodiscard]] inline std::size_t padding_before(const Plan& plan, const AgentView& agents) {
    return plan.draws && !agents.has(Stream::id) ? agents.first_id() % group_size : 0;
}

}  // namespace wend::detail

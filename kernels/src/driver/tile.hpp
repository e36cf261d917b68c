// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

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

}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "stage/contract.hpp"
#include "tile/tally.hpp"

namespace wend::detail {

/// The agents of a tile that a tick skips: one word a group, bit i for the agent in lane i.
struct TileFaults {
    /// Lanes without an agent, or with one that takes no part in the call.
    std::uint64_t absent[tile_groups] = {};
    /// Absent lanes, and agents at fault in this tick: the stages' Tile::faults.
    std::uint64_t skipped[tile_groups];
    /// Agents with more neighbours than a stage's max_neighbours: the stages' Tile::capped.
    std::uint64_t capped[tile_groups];

    /// Without `leave_out`, absent lanes are computed with the others.
    void begin_tick(bool leave_out, bool counts_capped) {
        if (leave_out) {
            skipped[0] = absent[0];  // separately: a vector load would wait for the store just before
            std::memcpy(skipped + 1, absent + 1, sizeof skipped - sizeof *skipped);
        } else {
            std::memset(skipped, 0, sizeof skipped);
        }
        if (counts_capped) std::memset(capped, 0, sizeof capped);
    }

    [[nodiscard]] bool all_skipped(std::size_t groups) const {
        for (std::size_t group = 0; group < groups; ++group)
            if (skipped[group] != ~std::uint64_t{0}) return false;
        return true;
    }

    /// Adds the faults of so many ticks to the tally; returns whether there are any. first_slot(group,
    /// faults): the least slot of these agents.
    template <class FirstSlot>
    bool count(std::size_t groups, std::uint64_t ticks, Tally& tally, const FirstSlot& first_slot) const {
        bool found = false;
        for (std::size_t group = 0; group < groups; ++group) {
            const std::uint64_t faults = skipped[group] & ~absent[group];
            if (faults != 0) [[unlikely]] {
                found = true;
                tally.add(static_cast<std::uint64_t>(std::popcount(faults)) * ticks,
                          first_slot(group, faults));
            }
        }
        return found;
    }

    /// Adds the capped agents of one tick to the tally.
    void count_capped(std::size_t groups, Tally& tally) const {
        std::uint64_t agents = 0;
        for (std::size_t group = 0; group < groups; ++group)
            agents += static_cast<std::uint64_t>(std::popcount(capped[group] & ~skipped[group]));
        if (agents != 0) tally.capped.fetch_add(agents, std::memory_order_relaxed);
    }
};

}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "columns/elements.hpp"
#include "stage/capacities.hpp"
#include "tile/tile_streams.hpp"

namespace wend::detail {

/// New elements of streams that several stages write in a tick, held back until all faults are known.
class Pending {
  public:
    /// Points the streams of the set at the scratch. With `keep_start` it holds the tick's start,
    /// for agents of which a stage writes nothing.
    void begin(StreamSet set, std::size_t groups, bool keep_start, TileStreams streams) {
        std::size_t at = 0;
        std::byte* scratch = elements_;
        for_each_stream(set, [&](std::size_t stream, std::size_t size) {
            final_[at++] = streams.out[stream];
            if (keep_start) std::memcpy(scratch, streams.in[stream], groups * group_size * size);
            streams.out[stream] = scratch;
            scratch += size * tile_size;
        });
    }

    /// Stores the elements of the agents that are not skipped.
    void commit(StreamSet set, std::size_t groups, const std::uint64_t* skipped, TileStreams streams) const {
        std::size_t at = 0;
        for_each_stream(set, [&](std::size_t stream, std::size_t size) {
            auto* const to = static_cast<std::byte*>(final_[at++]);
            const auto* const from = static_cast<const std::byte*>(streams.out[stream]);
            if (size == 4)
                store<4>(to, from, groups, skipped);
            else
                store<8>(to, from, groups, skipped);
            streams.out[stream] = to;
        });
    }

  private:
    template <std::size_t size>
    static void store(std::byte* to, const std::byte* from, std::size_t groups,
                      const std::uint64_t* skipped) {
        for (std::size_t group = 0; group < groups; ++group) {
            constexpr std::size_t bytes = group_size * size;
            const std::uint64_t faults = skipped[group];
            if (faults == 0) {
                std::memcpy(to + group * bytes, from + group * bytes, bytes);
                continue;
            }
            for (std::uint64_t moving = ~faults; moving != 0; moving &= moving - 1) {
                const std::size_t at =
                    group * bytes + static_cast<std::size_t>(std::countr_zero(moving)) * size;
                std::memcpy(to + at, from + at, size);
            }
        }
    }

    void* final_[max_pending];  ///< where the streams' elements go in the end
    alignas(64) std::byte elements_[max_pending_bytes * tile_size];  ///< one stream after the other
};

}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "stage/capacities.hpp"
#include "tile/group_copy.hpp"
#include "tile/tile_run.hpp"
#include "tile/tile_streams.hpp"

namespace wend::detail {

/// Copies of the streams of one group, with all 64 lanes: for a ragged group, and for agents that do not lie
/// side by side.
class RaggedCopy {
  public:
    /// Copies the agents' streams, and directs the tile to the copies.
    void fill(const TileRun& run, const AgentView& agents, const GroupSlots& slots, TileStreams streams) {
        std::byte* to = elements_;
        const auto next_copy = [&](std::size_t stream) {
            std::byte* const copy = to;
            to += group_size * size_of(column(agents, stream).element);
            streams.in[stream] = streams.out[stream] = copy;
            return copy;
        };
        for_each_column(
            run, agents, run.used,
            // Inlined: as a call it took 2 % of the time of a strided population.
            [&](std::size_t stream) __attribute__((always_inline)) {
                const Column& from = column(agents, stream);
                if (run.inputs_change && share(run.used, agents, stream, streams)) return;
                if (size_of(from.element) == 4)
                    pad_group<4>(next_copy(stream), from, slots);
                else
                    pad_group<8>(next_copy(stream), from, slots);
            },
            [&](std::size_t x) {
                std::byte* const to_x = next_copy(x);
                pad_pairs(to_x, next_copy(x + 1), column(agents, x), column(agents, x + 1), slots);
            });
        if (slots.list == nullptr || has(run.used, Stream::id)) return;
        for (std::size_t i = 0; i < group_size; ++i)
            ids_[i] = agents.first_id() + slots.list[i < slots.count ? i : 0];
        streams.in[static_cast<std::size_t>(Stream::id)] = ids_;
    }

    /// Copies the kept streams of these lanes back.
    static void put_back(const TileRun& run, const AgentView& agents, const GroupSlots& slots,
                         TileStreams streams, std::uint64_t lanes) {
        const auto copy = [&](std::size_t stream) {
            return static_cast<const std::byte*>(streams.out[stream]);
        };
        const auto put = [&](std::size_t stream) {
            const Column& to = column(agents, stream);
            if (size_of(to.element) == 4)
                put_group<4>(to, copy(stream), slots, lanes);
            else
                put_group<8>(to, copy(stream), slots, lanes);
        };
        for_each_column(run, agents, run.kept, put, [&](std::size_t x) {
            if (lanes == lanes_of(slots)) {
                put_pairs(column(agents, x), copy(x), copy(x + 1), slots);
            } else {
                put(x);
                put(x + 1);
            }
        });
    }

    /// The memory of the copies, for a pack of views, which needs none of the group's.
    [[nodiscard]] std::byte* memory() { return elements_; }
    static constexpr std::size_t bytes = max_copied_bytes * group_size;

  private:
    [[nodiscard]] static const Column& column(const AgentView& agents, std::size_t stream) {
        return agents.column(static_cast<Stream>(stream));
    }

    /// An input may be the memory of a state stream. It then shares that stream's copy, and its later ticks.
    static bool share(StreamSet used, const AgentView& agents, std::size_t stream, TileStreams streams) {
        const Column& from = column(agents, stream);
        for (std::size_t other = 0; other < stream; ++other) {
            const Column& theirs = column(agents, other);
            if ((used >> other & 1) == 0 || theirs.data != from.data || theirs.step() != from.step() ||
                size_of(theirs.element) != size_of(from.element))
                continue;
            streams.in[stream] = streams.out[stream] = streams.out[other];
            return true;
        }
        return false;
    }

    /// Calls pairs(x) for each stream of the set that lies in pairs with the next, which gets no call of its
    /// own, and one(stream) for each of the others.
    template <class One, class Pairs>
    static void for_each_column(const TileRun& run, const AgentView& agents, StreamSet streams,
                                const One& one, const Pairs& pairs) {
        const bool may_be_pairs = run.in_copies && !run.inputs_change;
        for (; streams != 0; streams &= streams - 1) {
            const auto stream = static_cast<std::size_t>(std::countr_zero(streams));
            if (may_be_pairs && (streams >> stream & 2) != 0 &&
                are_pairs(column(agents, stream), column(agents, stream + 1))) {
                pairs(stream);
                streams &= streams - 1;
            } else {
                one(stream);
            }
        }
    }

    alignas(64) std::byte elements_[bytes];
    std::uint32_t ids_[group_size];
};

}  // namespace wend::detail

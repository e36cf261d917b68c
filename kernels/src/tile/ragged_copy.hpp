// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "stage/capacities.hpp"
#include "tile/group_copy.hpp"
#include "tile/tile_run.hpp"
#include "tile/tile_streams.hpp"

namespace wend::detail {

/// Copies of the streams of one group, with all 64 lanes: for a ragged group, and for agents that do not lie
/// side by side. Of agents in the order of cells, positions and velocities are read where the neighbour grid
/// has them.
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
        const bool whole = run.sorted_inputs && slots.count == group_size;
        const auto is_sorted = [&](std::size_t stream) {
            return whole && sorted_input(run, stream) != nullptr;
        };
        const auto read_sorted = [&](std::size_t stream) {
            next_copy(stream);
            streams.in[stream] = sorted_input(run, stream) + slots.first;
        };
        const bool counts_ids = run.order != nullptr && run.seen->unique;
        for_each_column(
            run, agents, counts_ids ? run.used & ~stream_set(Stream::id) : run.used,
            // Inlined: as a call it took 2 % of the time of a strided population.
            [&](std::size_t stream) __attribute__((always_inline)) {
                const Column& from = column(agents, stream);
                if (run.inputs_change && share(run.used, agents, stream, streams)) return;
                if (is_sorted(stream))
                    read_sorted(stream);
                else if (size_of(from.element) == 4)
                    pad_group<4>(next_copy(stream), from, slots);
                else
                    pad_group<8>(next_copy(stream), from, slots);
            },
            [&](std::size_t x) {
                if (is_sorted(x) && is_sorted(x + 1)) {
                    read_sorted(x);
                    read_sorted(x + 1);
                    return;
                }
                std::byte* const to_x = next_copy(x);
                pad_pairs(to_x, next_copy(x + 1), column(agents, x), column(agents, x + 1), slots);
            });
        if (slots.list == nullptr || (has(run.used, Stream::id) && !counts_ids)) return;
        const std::uint32_t first_id = counts_ids ? run.seen->key_base : agents.first_id();
        for (std::size_t i = 0; i < slots.count; ++i) ids_[i] = first_id + slots.list[i];
        std::fill(ids_ + slots.count, ids_ + group_size, ids_[0]);
        streams.in[static_cast<std::size_t>(Stream::id)] = ids_;
    }

    /// Copies the kept streams of these lanes back; or leaves the new state in the grid's records, by slot.
    static void put_back(const TileRun& run, const AgentView& agents, const GroupSlots& slots,
                         TileStreams streams, std::uint64_t lanes) {
        StreamSet kept = run.kept;
        if (run.new_records != nullptr) {
            write_records(run, slots, streams, lanes);
            kept &= ~set_of(seen_streams);
        }
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
        for_each_column(run, agents, kept, put, [&](std::size_t x) {
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

    static void write_records(const TileRun& run, const GroupSlots& slots, TileStreams streams,
                              std::uint64_t lanes) {
        alignas(64) float records[4 * group_size];
        const float* state[seen_streams.size()];
        for (std::size_t i = 0; i < seen_streams.size(); ++i)
            state[i] = static_cast<const float*>(streams.out[static_cast<std::size_t>(seen_streams[i])]);
        run.table.chunk->write_records(state, slots.count, records);
        for (std::size_t i = 0; i < slots.count; ++i)
            std::memcpy(run.new_records + 4 * slots.list[i], records + 4 * i, 4 * sizeof(float));
        for (std::uint64_t left = ~lanes & lanes_of(slots); left != 0; left &= left - 1)
            run.new_records[4 * slots.list[std::countr_zero(left)]] = NeighbourGrid::no_record;
    }

    /// The stream in the order of cells, where the neighbour grid has it; otherwise null.
    [[nodiscard]] static const float* sorted_input(const TileRun& run, std::size_t stream) {
        switch (static_cast<Stream>(stream)) {
            case Stream::position_x: return run.seen->x;
            case Stream::position_y: return run.seen->y;
            case Stream::velocity_x: return run.seen->velocity_x;
            case Stream::velocity_y: return run.seen->velocity_y;
            default: return nullptr;
        }
    }

    /// An input may be the memory of a state stream. It then shares that stream's copy, and its later ticks.
    static bool share(StreamSet used, const AgentView& agents, std::size_t stream, TileStreams streams) {
        const Column& from = column(agents, stream);
        for (std::size_t other = 0; other < stream; ++other) {
            const Column& theirs = column(agents, other);
            if (!used.has(other) || theirs.data != from.data || theirs.step() != from.step() ||
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
        while (streams) {
            const auto stream = static_cast<std::size_t>(streams.first());
            streams = streams.rest();
            if (may_be_pairs && streams.has(stream + 1) &&
                are_pairs(column(agents, stream), column(agents, stream + 1))) {
                pairs(stream);
                streams = streams.rest();
            } else {
                one(stream);
            }
        }
    }

    alignas(64) std::byte elements_[bytes];
    std::uint32_t ids_[group_size];
};

}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "stage/contract.hpp"
#include "tile/tally.hpp"
#include "wend/agents.hpp"

/// Which agents of a view take part in a call.
namespace wend::detail {

/// Bit i: byte i of eight is not 0. The sum sets a byte's highest bit where its others are not 0, and the
/// product collects these bits; one byte after the other, a selection took 0.4 ns an agent.
inline std::uint64_t nonzero_bytes(const std::uint8_t* bytes) {
    std::uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7f;
    const std::uint64_t marks = (((word & low) + low) | word) & ~low;
    constexpr std::uint64_t collect =
        std::endian::native == std::endian::little ? 0x0102040810204080 : 0x8040201008040201;
    return (marks >> 7) * collect >> 56;
}

/// Bit i: agent first + i is selected. Agents of a list of slots all are.
inline std::uint64_t selected_bits(const Selection& selection, std::size_t first, std::size_t count) {
    std::uint64_t bits = 0;
    if (selection.kind == Selection::Kind::bytes) {
        const auto* const bytes = static_cast<const std::uint8_t*>(selection.data) + first;
        std::size_t i = 0;
        for (; i + 8 <= count; i += 8) bits |= nonzero_bytes(bytes + i) << i;
        for (; i < count; ++i) bits |= std::uint64_t{bytes[i] != 0} << i;
        return bits;
    }
    if (selection.kind == Selection::Kind::bits) {
        const auto* const words = static_cast<const std::uint64_t*>(selection.data) + first / 64;
        bits = words[0] >> (first % 64);
        if (first % 64 + count > 64) bits |= words[1] << (64 - first % 64);
        return bits;
    }
    return ~std::uint64_t{0};
}

/// Bit i: the agent in slot order[i] is selected.
inline std::uint64_t selected_bits(const Selection& selection, const std::uint32_t* order,
                                   std::size_t count) {
    if (selection.kind == Selection::Kind::all) return ~std::uint64_t{0};
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < count; ++i) bits |= (selected_bits(selection, order[i], 1) & 1) << i;
    return bits;
}

/// The entries of a selection's list of slots that one group computes.
struct ListedSlots {
    std::uint32_t slot[group_size];

    /// Reads entries of the list; returns a bit for each that is out of range. Such an entry is a fault in
    /// every tick, and slot 0 takes its lane.
    std::uint64_t read(const std::uint32_t* list, std::size_t count, std::size_t agents, Tally& tally,
                       std::uint32_t ticks) {
        std::uint64_t out_of_range = 0;
        for (std::size_t i = 0; i < count; ++i) {
            slot[i] = list[i];
            if (list[i] < agents) continue;
            slot[i] = 0;
            out_of_range |= std::uint64_t{1} << i;
            tally.add(ticks, list[i]);
        }
        return out_of_range;
    }
};

}  // namespace wend::detail

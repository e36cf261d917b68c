// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// The least that memory has to do for a kernel: read each of its streams once, write back those that it
/// changes. Nothing in this header is a function that the linker could take from an object of a newer
/// instruction set.
namespace wend::bench {

/// Agents whose part of every stream is touched before the next ones' turn: as many as a group of wend's.
inline constexpr std::size_t touched_together = 64;

/// A stream of elements of 4 or 8 bytes, aligned to 64 bytes.
struct TouchedStream {
    std::byte* data;
    std::size_t element_size;
    bool written;
};

/// Touches `touched_together` agents from each of the groups [begin, end) on. `key` is 0, which the compiler
/// does not know: what is written is what was there.
using StreamsLoop = void (*)(const TouchedStream* streams, std::size_t stream_count, std::size_t begin,
                             std::size_t end, std::uint64_t key);

}  // namespace wend::bench

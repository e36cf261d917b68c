// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// The least memory traffic of a kernel: every stream is read once, changed streams are written back. This
/// header defines no function: the linker could take it from an object of a newer instruction set.
namespace wend::bench {

/// Agents whose elements are touched in all streams before the next ones: a group.
inline constexpr std::size_t touched_together = 64;

/// A stream of elements of 4 or 8 bytes, aligned to 64 bytes.
struct TouchedStream {
    std::byte* data;
    std::size_t element_size;
    bool written;
};

/// Touches the groups [begin, end). `key` is 0 at run time but unknown to the compiler: writes leave the
/// elements unchanged.
using StreamsLoop = void (*)(const TouchedStream* streams, std::size_t stream_count, std::size_t begin,
                             std::size_t end, std::uint64_t key);

}  // namespace wend::bench

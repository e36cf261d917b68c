// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>

namespace wend::detail {

/// All pieces have this alignment.
inline constexpr std::size_t piece_alignment = 64;

/// The first aligned byte of a block that has piece_alignment bytes to spare.
[[nodiscard]] inline std::byte* aligned_begin(std::span<std::byte> block) {
    void* begin = block.data();
    std::size_t room = block.size();
    return static_cast<std::byte*>(std::align(piece_alignment, 1, begin, room));
}

/// Hands out pieces of a block of memory one after the other; without memory it only counts.
class MemoryPieces {
  public:
    explicit MemoryPieces(std::byte* memory) : memory_(memory) {}

    template <class T>
    std::span<T> take(std::uint64_t count) {
        static_assert(alignof(T) <= piece_alignment);
        const std::uint64_t begin = size_;
        size_ += (count * sizeof(T) + piece_alignment - 1) / piece_alignment * piece_alignment;
        return memory_ == nullptr
                   ? std::span<T>()
                   : std::span(reinterpret_cast<T*>(memory_ + begin), static_cast<std::size_t>(count));
    }

    /// Bytes of a block for all pieces; the greatest number, which no block has, where 32 bits are too few.
    [[nodiscard]] std::size_t block_size() const {
        constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
        const std::uint64_t bytes = size_ + piece_alignment;
        return bytes < most ? static_cast<std::size_t>(bytes) : most;
    }

  private:
    std::byte* memory_;
    std::uint64_t size_ = 0;
};

}  // namespace wend::detail

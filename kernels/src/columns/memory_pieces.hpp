// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
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
    std::span<T> take(std::size_t count) {
        static_assert(alignof(T) <= piece_alignment);
        const std::size_t begin = size_;
        size_ += (count * sizeof(T) + piece_alignment - 1) / piece_alignment * piece_alignment;
        return memory_ == nullptr ? std::span<T>() : std::span(reinterpret_cast<T*>(memory_ + begin), count);
    }

    /// In bytes, of all pieces.
    [[nodiscard]] std::size_t size() const { return size_; }

  private:
    std::byte* memory_;
    std::size_t size_ = 0;
};

}  // namespace wend::detail

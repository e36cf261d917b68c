// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "paths/path_data.hpp"

namespace wend::detail {

/// The arrays of paths need this alignment.
inline constexpr std::size_t path_alignment = 64;

/// The first aligned byte of a block that has path_alignment bytes to spare.
[[nodiscard]] inline std::byte* aligned_begin(std::span<std::byte> block) {
    void* begin = block.data();
    std::size_t room = block.size();
    return static_cast<std::byte*>(std::align(path_alignment, 1, begin, room));
}

/// Hands out pieces of a block of memory one after the other; without memory it only counts.
class PathMemory {
  public:
    explicit PathMemory(std::byte* memory) : memory_(memory) {}

    template <class T>
    std::span<T> take(std::size_t count) {
        static_assert(alignof(T) <= path_alignment);
        const std::size_t begin = size_;
        size_ += (count * sizeof(T) + path_alignment - 1) / path_alignment * path_alignment;
        return memory_ == nullptr ? std::span<T>() : std::span(reinterpret_cast<T*>(memory_ + begin), count);
    }

    /// In bytes, of all pieces.
    [[nodiscard]] std::size_t size() const { return size_; }

  private:
    std::byte* memory_;
    std::size_t size_ = 0;
};

/// Elements of the arrays of a set or a pool.
struct PathCounts {
    std::size_t paths, nodes;
    std::size_t blocks;  ///< BucketRecord::block is below
    std::size_t points;
};

[[nodiscard]] inline PathData take_paths(PathMemory& memory, const PathCounts& counts) {
    PathData data;
    data.paths = memory.take<PathRecord>(counts.paths);
    data.loops = memory.take<PathExtent>(counts.paths);
    data.open = memory.take<PathExtent>(counts.paths);
    data.buckets = memory.take<BucketRecord>(counts.paths);
    data.lengths = memory.take<SegmentLengths>(counts.paths);
    data.points = memory.take<PathPoints>(counts.paths);
    data.nodes = memory.take<PathNode>(counts.nodes);
    data.segments = memory.take<SegmentRecord>(counts.nodes);
    data.starts = memory.take<double>(counts.nodes + PathData::starts_past_end * counts.blocks);
    data.bucket_ends = memory.take<std::uint32_t>(counts.nodes + counts.blocks);
    data.node_of = memory.take<std::uint32_t>(counts.points);
    return data;
}

}  // namespace wend::detail

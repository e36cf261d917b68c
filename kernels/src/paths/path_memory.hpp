// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "columns/memory_pieces.hpp"
#include "paths/path_data.hpp"

namespace wend::detail {

/// Elements of the arrays of a set or a pool.
struct PathCounts {
    std::uint64_t paths, nodes;
    std::uint64_t blocks;  ///< BucketRecord::block is below
    std::uint64_t points;
};

[[nodiscard]] inline PathData take_paths(MemoryPieces& memory, const PathCounts& counts) {
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

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "wend/path.hpp"

namespace wend::detail {

/// What a kernel reads of a segment, in one aligned piece.
struct alignas(32) SegmentRecord {
    float node_x, node_y;        ///< where it starts
    float tangent_x, tangent_y;  ///< unit vector to its end
    float length;
    float offset;                ///< lateral, along the left normal
    float unused[2];
};
static_assert(sizeof(SegmentRecord) == 32, "gathered as two halves of 16 bytes");

/// What a kernel reads of a path. Record `first` + i is segment i; the closing segment is the last of `node_count` records.
struct PathRecord {
    std::uint32_t first;
    std::uint32_t node_count;
    std::uint32_t open_segments;  ///< segments in modes once and ping-pong: node_count - 1, or node_count when closed
    std::uint32_t closed;
};
static_assert(sizeof(PathRecord) == 16);

/// The flat arrays behind a PathSet.
struct PathData {
    std::vector<PathRecord> paths;
    std::vector<SegmentRecord> segments;  ///< one a node
    bool curved = false;                  ///< some segment has an offset
    std::vector<double> starts;           ///< per segment: distance from the path's start, sums of the float lengths in double
    std::vector<std::uint32_t> node_of;   ///< per point of the caller
    std::vector<std::uint64_t> first_point;

    [[nodiscard]] std::uint32_t segment_count(std::size_t path, PathMode mode) const {
        const PathRecord& record = paths[path];
        return mode == PathMode::loop ? record.node_count : record.open_segments;
    }
    [[nodiscard]] double length(std::size_t path, PathMode mode) const {
        const std::uint32_t count = segment_count(path, mode);
        if (count == 0) return 0;
        const std::size_t last = paths[path].first + count - 1;
        return starts[last] + static_cast<double>(segments[last].length);
    }
};

}  // namespace wend::detail

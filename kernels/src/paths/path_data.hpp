// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "wend/path.hpp"

namespace wend::detail {

/// What a kernel reads of a segment, in one aligned piece.
struct alignas(32) SegmentRecord {
    float node_x, node_y;        ///< where it starts
    float tangent_x, tangent_y;  ///< unit vector to its end
    float length;
    float offset;  ///< lateral, along the left normal
    float unused[2];
};
static_assert(sizeof(SegmentRecord) == 32, "gathered as two halves of 16 bytes");

/// What a kernel reads of a path. Record `first` + i is segment i; the closing segment is the last of
/// `node_count` records.
struct alignas(16) PathRecord {
    std::uint32_t first;
    std::uint32_t node_count;
    std::uint32_t
        open_segments;  ///< segments in modes once and ping-pong: node_count - 1, or node_count when closed
    float exact_below;  ///< a double up to this one, less lengths of the path, is a double; 0 where the
                        ///< path's starts may be rounded

    [[nodiscard]] bool closed() const { return open_segments == node_count; }
};
static_assert(sizeof(PathRecord) == 16);

/// A path's records in one mode, and a node: in 8 bytes each what kernels gather for every agent.
struct PathExtent {
    std::uint32_t first;
    std::uint32_t count;  ///< segments
};
struct NodeRecord {
    float x, y;
};
static_assert(sizeof(PathExtent) == 8 && sizeof(NodeRecord) == 8);

/// What a look-up by distance reads of a path, in one piece: the open length is cut into as many equal
/// buckets as there are nodes.
struct alignas(32) LookUpRecord {
    double open_length;
    double buckets_per_length;
    std::uint32_t first;
    std::uint32_t node_count;
    std::uint32_t open_segments;
    float closing_length;  ///< of the segment that mode loop adds; 0 on a closed path
};
static_assert(sizeof(LookUpRecord) == 32);

/// What a walk of several ticks at once asks of a path.
struct StrideRecord {
    float longest;  ///< segment
    float eight;    ///< less than any eight segments in a row come to
};

/// The flat arrays behind a PathSet.
struct PathData {
    std::vector<PathRecord> paths;
    std::vector<PathExtent> loops,
        open;  ///< one a path: in mode loop, where there is a segment for each node, and in the others
    std::vector<NodeRecord> nodes;      ///< one a node, as in `segments`
    std::vector<LookUpRecord> look_up;  ///< one a path
    std::vector<StrideRecord> strides;  ///< one a path
    std::vector<std::uint32_t>
        bucket_ends;  ///< per bucket how many segments begin before it, and per path one more
    std::vector<SegmentRecord> segments;  ///< one a node
    bool curved = false;                  ///< some segment has an offset
    std::vector<double> starts;  ///< per segment: distance from the path's start, sums of the float lengths
                                 ///< in double; and after each path's the next ones in mode loop
    std::vector<std::uint32_t> node_of;  ///< per point of the caller
    std::vector<std::uint64_t> first_point;

    [[nodiscard]] std::uint32_t segment_count(std::size_t path, PathMode mode) const {
        const PathRecord& record = paths[path];
        return mode == PathMode::loop ? record.node_count : record.open_segments;
    }
    [[nodiscard]] double length(std::size_t path, PathMode mode) const {
        const LookUpRecord& record = look_up[path];
        return record.open_length +
               (mode == PathMode::loop ? static_cast<double>(record.closing_length) : 0.0);
    }

    /// Starts that follow on each path's.
    static constexpr std::uint32_t starts_beyond = 8;
    [[nodiscard]] const double* starts_of(std::size_t path) const {
        return starts.data() + paths[path].first + starts_beyond * path;
    }

    /// Paths whose starts lie in two or three cache lines are searched without buckets, which would be one
    /// line more.
    static constexpr std::uint32_t few_nodes = 16;

    [[nodiscard]] static std::uint32_t bucket_of(double s, double buckets_per_length,
                                                 std::uint32_t bucket_count) {
        const double bucket = s * buckets_per_length;
        return bucket < static_cast<double>(bucket_count) ? static_cast<std::uint32_t>(bucket)
                                                          : bucket_count - 1;
    }
};

/// The way from the public class to its data.
struct PathDataAccess {
    [[nodiscard]] static const PathData& data(const PathSet& paths) noexcept { return *paths.data_; }
};

}  // namespace wend::detail

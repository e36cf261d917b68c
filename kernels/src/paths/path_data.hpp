// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "columns/change_times.hpp"
#include "wend/path.hpp"

namespace wend::detail {

/// A segment for kernels, in one aligned piece.
struct alignas(32) SegmentRecord {
    float node_x, node_y;        ///< its start
    float tangent_x, tangent_y;  ///< unit vector to its end
    float length;
    float offset;  ///< lateral, along the left normal
    float unused[2];
};
static_assert(sizeof(SegmentRecord) == 32, "gathered as two halves of 16 bytes");

/// A path for kernels. Record `first` + i is segment i; the closing segment is the last of
/// `node_count` records.
struct alignas(16) PathRecord {
    std::uint32_t first;
    std::uint32_t node_count;
    std::uint32_t
        open_segments;  ///< segments in modes once and ping-pong: node_count - 1, or node_count when closed
    float exact_below;  ///< limit of distances whose differences with lengths are exact in double; 0 if the
                        ///< path's starts may be rounded

    [[nodiscard]] bool closed() const { return open_segments == node_count; }
};
static_assert(sizeof(PathRecord) == 16);

/// A path's records in one mode, and a node: 8 bytes each, which kernels gather for every agent.
struct PathExtent {
    std::uint32_t first;
    std::uint32_t count;  ///< segments
};
static_assert(sizeof(PathExtent) == 8 && sizeof(PathNode) == 8);

/// The caller's points of a path, in PathData::node_of.
struct PathPoints {
    std::uint32_t first, count;
};

/// A path for the look-up by distance, in one aligned piece: the open length is divided into as many equal
/// buckets as there are nodes.
struct alignas(32) BucketRecord {
    double open_length;
    double buckets_per_length;
    std::uint32_t first;
    std::uint32_t node_count;
    std::uint32_t block;   ///< that many paths or free pieces lie before it: PathData::starts, bucket_ends
    float closing_length;  ///< of the additional segment of mode loop; 0 on a closed path
};
static_assert(sizeof(BucketRecord) == 32);

/// Limits of the ticks that are made at once on a path.
struct SegmentLengths {
    float longest;          ///< segment
    float below_any_eight;  ///< less than any eight segments in a row
};

/// The keys of a set's records (record_streams): of path p and place s (a segment or node) the two words
/// `path + p` and `place + s`, and a kind in the highest three bits of the second. No other set of the
/// process has the same two.
struct RecordKeys {
    std::uint32_t path, place;
    std::uint32_t path_mask, place_mask;  ///< the bits of p and s, which the words above do not have
};

/// Kinds of records, in the highest three bits of the key of the place.
enum class RecordKind : std::uint32_t {
    segment = 0,
    segment_of_loop = 1,
    node = 2,
    node_with_line = 4,  ///< for agents that walk against the path `against` is added
    node_with_line_of_loop = 5
};
inline constexpr std::uint32_t against = 2u << 29;

/// Draws keys for that many paths of at most so many nodes.
[[nodiscard]] RecordKeys draw_record_keys(std::size_t paths, std::size_t nodes);

/// The flat arrays behind a PathSet, in memory of their owner.
struct PathData {
    // One element a path.
    std::span<PathRecord> paths;
    std::span<PathExtent> loops,
        open;  ///< in mode loop, where there is a segment for each node; in the others
    std::span<BucketRecord> buckets;
    std::span<SegmentLengths> lengths;
    std::span<PathPoints> points;

    // One element a node, from the path's `first` on.
    std::span<PathNode> nodes;
    std::span<SegmentRecord> segments;
    std::span<double> starts;  ///< distance from the path's start, sums of the float lengths in double; after
                               ///< each path's own, starts_past_end more
    std::span<std::uint32_t>
        bucket_ends;  ///< per bucket the number of segments that begin before it; one more per path

    std::span<std::uint32_t> node_of;  ///< one a point of the caller
    std::size_t node_total = 0;        ///< of all paths
    RecordKeys keys{};
    bool curved = false;                          ///< some segment has an offset
    std::atomic<std::uint32_t>* calls = nullptr;  ///< of a pool: those that use it now
    ChangeTimes times;                            ///< of a pool

    [[nodiscard]] std::uint32_t segment_count(std::size_t path, PathMode mode) const {
        const PathRecord& record = paths[path];
        return mode == PathMode::loop ? record.node_count : record.open_segments;
    }
    [[nodiscard]] double length(std::size_t path, PathMode mode) const {
        const BucketRecord& record = buckets[path];
        return record.open_length +
               (mode == PathMode::loop ? static_cast<double>(record.closing_length) : 0.0);
    }

    /// Starts after each path's own, those of the next lap in mode loop.
    static constexpr std::uint32_t starts_past_end = 8;
    [[nodiscard]] const double* starts_of(std::size_t path) const {
        return starts.data() + paths[path].first + starts_past_end * std::size_t{buckets[path].block};
    }

    /// So few starts fill two or three cache lines, and are searched without buckets, which would need
    /// another line.
    static constexpr std::uint32_t max_nodes_without_buckets = 16;

    [[nodiscard]] static std::uint32_t bucket_of(double s, double buckets_per_length,
                                                 std::uint32_t bucket_count) {
        const double bucket = s * buckets_per_length;
        return bucket < static_cast<double>(bucket_count) ? static_cast<std::uint32_t>(bucket)
                                                          : bucket_count - 1;
    }
};

/// Access from the public class to its data.
struct PathDataAccess {
    [[nodiscard]] static const PathData& data(const PathSet& paths) noexcept { return *paths.data_; }
};

}  // namespace wend::detail

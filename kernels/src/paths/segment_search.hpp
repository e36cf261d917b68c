// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "paths/path_data.hpp"

/// The segment at a distance along a path, for PathSet::locate and for kernels. Uses only
/// functions of the standard library that are inline at -O1: objects of instruction sets share no function.
namespace wend::detail {
namespace {

/// The first of the ascending starts [low, high) beyond s, or `high`.
inline std::uint32_t first_beyond(const double* starts, std::uint32_t low, std::uint32_t high, double s) {
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (starts[middle] <= s)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// The last of the path's first `count` segments that starts at or before s >= 0: O(1) expected where lengths
/// are similar, otherwise a binary search within the bucket. The loops at the end correct a bucket chosen in
/// another rounding mode.
inline std::uint32_t segment_at(const PathData& data, std::size_t path, double s, std::uint32_t count) {
    const BucketRecord& record = data.buckets[path];
    const double* const begin = data.starts_of(path);
    if (record.node_count <= PathData::max_nodes_without_buckets) return first_beyond(begin, 1, count, s) - 1;
    const std::uint32_t bucket = PathData::bucket_of(s, record.buckets_per_length, record.node_count);
    const std::uint32_t* const ends = data.bucket_ends.data() + record.first + record.block + bucket;
    const std::uint32_t beyond = first_beyond(begin, ends[0], ends[1], s);
    std::uint32_t segment = beyond == 0 ? 0 : beyond - 1;
    if (segment >= count) segment = count - 1;
    while (segment > 0 && begin[segment] > s) --segment;
    while (segment + 1 < count && begin[segment + 1] <= s) ++segment;
    return segment;
}

}  // namespace
}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "paths/write_path.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "stage/contract.hpp"

namespace wend::detail {

namespace {

double distance(PathNode a, PathNode b) {
    const double dx = static_cast<double>(b.x) - static_cast<double>(a.x);
    const double dy = static_cast<double>(b.y) - static_cast<double>(a.y);
    return std::sqrt(dx * dx + dy * dy);
}

/// Whether a distance has no finite reciprocal in float.
bool is_none(double distance) { return static_cast<float>(distance) <= 0x1p-128f; }

bool is_good(double coordinate) { return std::fabs(coordinate) <= 1e18; }

/// Buckets over the distance along a path, by a counting sort of its segments' starts. An open path's closing
/// segment starts at the open length, in the last bucket.
void write_buckets(PathData& data, std::size_t number, std::uint32_t block) {
    const PathRecord& path = data.paths[number];
    BucketRecord& record = data.buckets[number];
    const std::uint32_t last_node = path.first + path.node_count - 1;
    record = {.open_length = 0,
              .buckets_per_length = 0,
              .first = path.first,
              .node_count = path.node_count,
              .block = block,
              .closing_length = path.closed() ? 0.0f : data.segments[last_node].length};
    const double* const starts = data.starts_of(number);
    if (path.open_segments > 0) {
        const std::uint32_t last = path.open_segments - 1;
        record.open_length = starts[last] + static_cast<double>(data.segments[path.first + last].length);
        record.buckets_per_length = static_cast<double>(path.node_count) / record.open_length;
    }
    std::uint32_t* const ends = data.bucket_ends.data() + path.first + block;
    std::fill_n(ends, path.node_count + 1, 0u);
    for (std::uint32_t i = 0; i < path.node_count; ++i)
        ++ends[PathData::bucket_of(starts[i], record.buckets_per_length, path.node_count) + 1];
    for (std::uint32_t bucket = 0; bucket < path.node_count; ++bucket) ends[bucket + 1] += ends[bucket];
}

/// A length's last binary digit. From the bits: std::frexp and std::ldexp take a fifth of a path's time.
double last_digit(float length) {
    const auto bits = std::bit_cast<std::uint32_t>(length);
    const std::uint32_t exponent = bits >> 23;
    const std::uint32_t digits = exponent == 0 ? bits : (bits & 0x7fffffu) | 0x800000u;
    const std::uint64_t power =
        (exponent == 0 ? 1 : exponent) + 1023u - 150u + static_cast<std::uint32_t>(std::countr_zero(digits));
    return std::bit_cast<double>(power << 52);
}

/// The lengths of a path, and the limit of exact distances: doubles below 2^52 times the lengths' last digit
/// are multiples of that digit, and so are their differences with sums of lengths, and the starts.
void write_lengths(PathData& data, std::size_t number) {
    PathRecord& path = data.paths[number];
    const double* const starts = data.starts_of(number);
    double digit = std::numeric_limits<double>::infinity();
    SegmentLengths record{.longest = 0, .below_any_eight = std::numeric_limits<float>::infinity()};
    for (std::uint32_t i = 0; i < path.node_count; ++i) {
        const float length = data.segments[path.first + i].length;
        digit = std::min(digit, length > 0 ? last_digit(length) : 0);
        record.longest = std::max(record.longest, length);
        const auto eight = static_cast<float>(starts[i + PathData::starts_past_end] - starts[i]);
        record.below_any_eight = std::min(record.below_any_eight, eight);
    }
    record.below_any_eight = std::nextafter(record.below_any_eight, 0.0f);
    if (starts[path.node_count + PathData::starts_past_end - 1] <= digit * 0x1p52)
        path.exact_below = static_cast<float>(digit * 0x1p52);
    data.lengths[number] = record;
}

}  // namespace

bool same_place(PathNode a, PathNode b) { return is_none(distance(a, b)); }
bool same_place(Point a, Point b) {
    const auto node = [](Point point) { return PathNode{to_component(point.x), to_component(point.y)}; };
    return same_place(node(a), node(b));
}

Status check_points(std::span<const Point> points, std::span<const float> offsets, std::size_t path) {
    if (points.empty()) return {.code = Code::empty_path, .subject = "path", .index = path};
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double offset = i < offsets.size() ? static_cast<double>(offsets[i]) : 0;
        for (const double value : {points[i].x, points[i].y, offset})
            if (!is_good(value))
                return {.code = Code::bad_point,
                        .subject = "path",
                        .value = value,
                        .index = path,
                        .sub_index = i};
    }
    return {};
}

float to_component(double coordinate) {
    const float value = static_cast<float>(coordinate);
    return std::fabs(value) < component_floor ? 0.0f : value;
}

std::uint32_t write_path(std::span<const PathNode> points, std::span<const float> offsets, bool closed,
                         PathData& data, std::size_t path, const PathPlace& place) {
    PathNode* const nodes = data.nodes.data() + place.first;
    SegmentRecord* const segments = data.segments.data() + place.first;
    std::uint32_t* const node_of = data.node_of.data() + place.first_point;
    const auto end_segment = [&](std::uint32_t number, PathNode end, double length) {
        SegmentRecord& segment = segments[number];
        segment.length = static_cast<float>(length);
        if (!(length > 0)) return;
        const PathNode begin = nodes[number];
        segment.tangent_x =
            static_cast<float>((static_cast<double>(end.x) - static_cast<double>(begin.x)) / length);
        segment.tangent_y =
            static_cast<float>((static_cast<double>(end.y) - static_cast<double>(begin.y)) / length);
    };
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const PathNode node = points[i];
        const double length = count == 0 ? 0 : distance(nodes[count - 1], node);
        if (count == 0 || !is_none(length)) {
            if (count != 0) end_segment(count - 1, node, length);
            nodes[count] = node;
            segments[count] = {.node_x = node.x,
                               .node_y = node.y,
                               .tangent_x = 0,
                               .tangent_y = 0,
                               .length = 0,
                               .offset = 0,
                               .unused = {}};
            ++count;
        }
        // The segment after merged points has the last point's offset.
        segments[count - 1].offset = i < offsets.size() ? offsets[i] : 0;
        node_of[i] = count - 1;
    }
    if (count > 2 && same_place(nodes[0], nodes[count - 1])) {
        closed = true;
        --count;
        for (std::size_t i = 0; i < points.size(); ++i)
            if (node_of[i] == count) node_of[i] = 0;
    }
    closed = closed && count > 1;
    const std::uint32_t open_segments = closed ? count : count - 1;
    data.points[path] = {place.first_point, static_cast<std::uint32_t>(points.size())};
    data.paths[path] = {
        .first = place.first, .node_count = count, .open_segments = open_segments, .exact_below = 0};
    data.loops[path] = {place.first, count};
    data.open[path] = {place.first, open_segments};
    double* const starts =
        data.starts.data() + place.first + PathData::starts_past_end * std::size_t{place.block};
    end_segment(count - 1, nodes[0], distance(nodes[count - 1], nodes[0]));
    double start = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        data.curved = data.curved || segments[i].offset != 0;
        starts[i] = start;
        start += static_cast<double>(segments[i].length);
    }
    for (std::uint32_t i = 0; i < PathData::starts_past_end; ++i) {
        starts[count + i] = start;
        start += static_cast<double>(segments[i % count].length);
    }
    write_buckets(data, path, place.block);
    write_lengths(data, path);
    return count;
}

}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "wend/path.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <mutex>

#include "float_environment.hpp"
#include "paths/path_data.hpp"
#include "paths/segment_search.hpp"
#include "stage/contract.hpp"

namespace wend {

namespace {

/// Whether a caller's index is below `count`, as required.
bool is_below(std::size_t number, std::size_t count) {
    assert(number < count);
    return number < count;
}

/// The record of segment (or node) `number` of a path; zeros if there is none.
const detail::SegmentRecord& record_of(const detail::PathData& data, std::size_t path, std::uint32_t number) {
    static constexpr detail::SegmentRecord none{};
    if (!is_below(path, data.paths.size()) || !is_below(number, data.paths[path].node_count)) return none;
    return data.segments[data.paths[path].first + number];
}

}  // namespace

PathSet::PathSet() noexcept {
    static const auto none = std::make_shared<const detail::PathData>();
    data_ = none;
}
std::size_t PathSet::size() const noexcept { return data_->paths.size(); }
std::size_t PathSet::total_node_count() const noexcept { return data_->segments.size(); }
std::uint32_t PathSet::node_count(std::size_t path) const noexcept {
    return is_below(path, size()) ? data_->paths[path].node_count : 0;
}
std::uint32_t PathSet::segment_count(std::size_t path, PathMode mode) const noexcept {
    return is_below(path, size()) ? data_->segment_count(path, mode) : 0;
}
bool PathSet::closed(std::size_t path) const noexcept {
    return is_below(path, size()) && data_->paths[path].closed();
}

Point PathSet::node(std::size_t path, std::uint32_t node) const noexcept {
    const detail::SegmentRecord& record = record_of(*data_, path, node);
    return {static_cast<double>(record.node_x), static_cast<double>(record.node_y)};
}

std::uint32_t PathSet::node_of(std::size_t path, std::size_t point) const noexcept {
    if (!is_below(path, size())) return 0;
    const std::size_t end =
        path + 1 < size() ? data_->first_point[path + 1] : std::uint64_t{data_->node_of.size()};
    const std::size_t first = data_->first_point[path];
    return is_below(point, end - first) ? data_->node_of[first + point] : 0;
}

float PathSet::segment_length(std::size_t path, std::uint32_t segment) const noexcept {
    return record_of(*data_, path, segment).length;
}
float PathSet::segment_offset(std::size_t path, std::uint32_t segment) const noexcept {
    return record_of(*data_, path, segment).offset;
}
double PathSet::segment_start(std::size_t path, std::uint32_t segment) const noexcept {
    // The index after the last segment is the end of an open path.
    if (!is_below(path, size()) || !is_below(segment, std::size_t{node_count(path)} + 1)) return 0;
    return data_->starts_of(path)[segment];
}
double PathSet::length(std::size_t path, PathMode mode) const noexcept {
    return detail::in_default_float_environment(
        [&] { return is_below(path, size()) ? data_->length(path, mode) : 0; });
}

PathLocation PathSet::locate(std::size_t path, double s, PathMode mode) const noexcept {
    if (!is_below(path, size())) return {};
    return detail::in_default_float_environment([&]() -> PathLocation {
        const detail::BucketRecord& record = data_->buckets[path];
        const std::uint32_t count = mode == PathMode::loop ? record.node_count : record.open_segments;
        const double total = data_->length(path, mode);
        if (count == 0 || !(total > 0)) return {};
        if (mode == PathMode::loop) {
            s -= std::floor(s / total) * total;
            if (!(s < total)) s = 0;
        }
        if (!(s > 0)) s = 0;
        if (s > total) s = total;
        const std::uint32_t segment = detail::segment_at(*data_, path, s, count);
        const auto length = static_cast<double>(data_->segments[std::size_t{record.first} + segment].length);
        return {segment, std::min(s - data_->starts_of(path)[segment], length)};
    });
}

Point PathSet::at(std::size_t path, PathLocation location) const noexcept {
    const detail::SegmentRecord& record = record_of(*data_, path, location.segment);
    return detail::in_default_float_environment([&]() -> Point {
        return {
            static_cast<double>(record.node_x) + static_cast<double>(record.tangent_x) * location.distance,
            static_cast<double>(record.node_y) + static_cast<double>(record.tangent_y) * location.distance};
    });
}

namespace detail {
namespace {

/// Rectangles in the plane of both words of a key: `next` is the first free column of a row of 2^32 columns.
struct KeyRow {
    std::uint64_t next = std::uint64_t{1} << 32;
    std::uint32_t place = 0;
};

/// Not 0: new agents' records are all 0.
constexpr std::uint64_t first_place = 0x0123'4567, end_of_places = std::uint64_t{1} << 30;

std::uint64_t aligned(std::uint64_t at, std::uint64_t size) { return (at + size - 1) / size * size; }

}  // namespace

/// Each rectangle is drawn once, until there are no more rows: of sets with up to 4,096 nodes a path that are
/// 2^50 paths, with up to 2^28 nodes 2^33.
RecordKeys draw_record_keys(std::size_t paths, std::size_t nodes) {
    static std::mutex mutex;
    static KeyRow rows[29];  // by the number of bits of a place
    static std::uint64_t next_place = first_place;
    const auto bits = [](std::size_t count) { return count < 2 ? 0u : std::bit_width(count - 1); };
    const auto width = std::uint64_t{1} << bits(paths), height = std::uint64_t{1} << bits(nodes);
    const std::lock_guard lock(mutex);
    KeyRow& row = rows[bits(nodes)];
    std::uint64_t first = aligned(row.next, width);
    if (first + width > std::uint64_t{1} << 32) {
        std::uint64_t place = aligned(next_place, height);
        if (place + height > end_of_places) place = aligned(first_place, height);
        next_place = place + height;
        row.place = static_cast<std::uint32_t>(place);
        first = 0;
    }
    row.next = first + width;
    return {.path = static_cast<std::uint32_t>(first),
            .place = row.place,
            .path_mask = static_cast<std::uint32_t>(width - 1),
            .place_mask = static_cast<std::uint32_t>(height - 1)};
}

}  // namespace detail

namespace {

/// Record indices times 4 must fit 31 bits, for the kernels.
constexpr std::size_t max_nodes = std::size_t{1} << 28;

using detail::PathNode;

double distance(PathNode a, PathNode b) {
    const double dx = static_cast<double>(b.x) - static_cast<double>(a.x);
    const double dy = static_cast<double>(b.y) - static_cast<double>(a.y);
    return std::sqrt(dx * dx + dy * dy);
}

/// Whether two nodes count as one: equal in float, or too close for 1 / length to be finite.
bool same_place(PathNode a, PathNode b) { return !std::isfinite(1.0f / static_cast<float>(distance(a, b))); }

bool is_good(double coordinate) { return std::fabs(coordinate) <= 1e18; }

float to_component(double coordinate) {
    const float value = static_cast<float>(coordinate);
    return std::fabs(value) < component_floor ? 0.0f : value;
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

/// Reserves `count` more elements; at least doubles the capacity, so that adding one by one stays linear.
template <class Element>
void make_room(std::vector<Element>& elements, std::size_t count) {
    if (elements.capacity() - elements.size() < count)
        elements.reserve(std::max(elements.size() + count, 2 * elements.capacity()));
}

/// Buckets over the distance along the last appended path, by a counting sort of its segments' starts. An
/// open path's closing segment starts at the open length, in the last bucket.
void append_buckets(detail::PathData& data) {
    const detail::PathRecord& path = data.paths.back();
    const double* const starts = data.starts_of(data.paths.size() - 1);
    detail::BucketRecord record{.open_length = 0,
                                .buckets_per_length = 0,
                                .first = path.first,
                                .node_count = path.node_count,
                                .open_segments = path.open_segments,
                                .closing_length = path.closed() ? 0.0f : data.segments.back().length};
    if (path.open_segments > 0) {
        const std::uint32_t last = path.open_segments - 1;
        record.open_length = starts[last] + static_cast<double>(data.segments[path.first + last].length);
        record.buckets_per_length = static_cast<double>(path.node_count) / record.open_length;
    }
    const std::size_t first = data.bucket_ends.size();
    data.bucket_ends.resize(first + path.node_count + 1, 0);
    std::uint32_t* const ends = data.bucket_ends.data() + first;
    for (std::uint32_t i = 0; i < path.node_count; ++i)
        ++ends[detail::PathData::bucket_of(starts[i], record.buckets_per_length, path.node_count) + 1];
    for (std::uint32_t bucket = 0; bucket < path.node_count; ++bucket) ends[bucket + 1] += ends[bucket];
    data.buckets.push_back(record);
}

/// A length's last binary digit.
double last_digit(float length) {
    int exponent;
    const auto digits = static_cast<std::uint32_t>(std::ldexp(std::frexp(length, &exponent), 24));
    return std::ldexp(1.0, exponent - 24 + std::countr_zero(digits));
}

/// The lengths of the last appended path, and the limit of exact distances: doubles below 2^52 times the
/// lengths' last digit are multiples of that digit, and so are their differences with sums of lengths, and
/// the starts.
void append_lengths(detail::PathData& data) {
    detail::PathRecord& path = data.paths.back();
    const double* const starts = data.starts_of(data.paths.size() - 1);
    double digit = std::numeric_limits<double>::infinity();
    detail::SegmentLengths record{.longest = 0, .below_any_eight = std::numeric_limits<float>::infinity()};
    for (std::uint32_t i = 0; i < path.node_count; ++i) {
        const float length = data.segments[path.first + i].length;
        digit = std::min(digit, length > 0 ? last_digit(length) : 0);
        record.longest = std::max(record.longest, length);
        const auto eight = static_cast<float>(starts[i + detail::PathData::starts_past_end] - starts[i]);
        record.below_any_eight = std::min(record.below_any_eight, std::nextafter(eight, 0.0f));
    }
    if (starts[path.node_count + detail::PathData::starts_past_end - 1] <= digit * 0x1p52)
        path.exact_below = static_cast<float>(digit * 0x1p52);
    data.lengths.push_back(record);
}

/// Merges neighbours, drops a ring's repeated last point, and appends records, starts and the map from points
/// to nodes.
void append_path(std::span<const PathNode> points, std::span<const float> offsets, bool closed,
                 detail::PathData& data) {
    const std::size_t first = data.segments.size();
    const auto node_at = [&](std::size_t i) { return PathNode{data.nodes[i].x, data.nodes[i].y}; };
    data.first_point.push_back(data.node_of.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const PathNode node = points[i];
        if (data.nodes.size() == first || !same_place(node_at(data.nodes.size() - 1), node)) {
            data.nodes.push_back({node.x, node.y});
            data.segments.push_back({.node_x = node.x,
                                     .node_y = node.y,
                                     .tangent_x = 0,
                                     .tangent_y = 0,
                                     .length = 0,
                                     .offset = 0,
                                     .unused = {}});
        }
        // The segment after merged points has the last point's offset.
        data.segments.back().offset = i < offsets.size() ? offsets[i] : 0;
        data.node_of.push_back(static_cast<std::uint32_t>(data.nodes.size() - 1 - first));
    }
    if (data.nodes.size() - first > 2 && same_place(node_at(first), node_at(data.nodes.size() - 1))) {
        closed = true;
        data.nodes.pop_back();
        data.segments.pop_back();
        const auto last = static_cast<std::uint32_t>(data.nodes.size() - first);
        for (std::size_t i = data.first_point.back(); i < data.node_of.size(); ++i)
            if (data.node_of[i] == last) data.node_of[i] = 0;
    }
    const auto count = static_cast<std::uint32_t>(data.nodes.size() - first);
    closed = closed && count > 1;
    data.paths.push_back({.first = static_cast<std::uint32_t>(first),
                          .node_count = count,
                          .open_segments = closed ? count : count - 1,
                          .exact_below = 0});
    data.loops.push_back({data.paths.back().first, count});
    data.open.push_back({data.paths.back().first, data.paths.back().open_segments});
    double start = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const PathNode a = node_at(first + i);
        const PathNode b = node_at(first + (i + 1 == count ? 0 : i + 1));
        const double length = distance(a, b);
        detail::SegmentRecord& record = data.segments[first + i];
        record.length = static_cast<float>(length);
        data.curved = data.curved || record.offset != 0;
        if (length > 0) {
            record.tangent_x =
                static_cast<float>((static_cast<double>(b.x) - static_cast<double>(a.x)) / length);
            record.tangent_y =
                static_cast<float>((static_cast<double>(b.y) - static_cast<double>(a.y)) / length);
        }
        data.starts.push_back(start);
        start += static_cast<double>(record.length);
    }
    for (std::uint32_t i = 0; i < detail::PathData::starts_past_end; ++i) {
        data.starts.push_back(start);
        start += static_cast<double>(data.segments[data.segments.size() - count + i % count].length);
    }
    append_lengths(data);
    append_buckets(data);
}

}  // namespace

PathSetBuilder& PathSetBuilder::add(std::span<const Point> points, bool closed,
                                    std::span<const float> offsets) {
    detail::in_default_float_environment([&] {
        offsets = offsets.first(std::min(points.size(), offsets.size()));
        const std::size_t offsets_missing = offsets.empty() ? 0 : points_.size() - segment_offsets_.size();
        // Reserve everything first, so that running out of memory changes nothing.
        make_room(points_, points.size());
        make_room(segment_offsets_, offsets_missing + offsets.size());
        make_room(ends_, 1);
        make_room(closed_, 1);
        if (refused_) refused_ = check_points(points, offsets, closed_.size());
        // A refused point needs no node, and may exceed float.
        for (const Point& point : points)
            points_.push_back(refused_ ? PathNode{to_component(point.x), to_component(point.y)} : PathNode{});
        segment_offsets_.resize(segment_offsets_.size() + offsets_missing, 0.0f);
        for (const float offset : offsets)
            segment_offsets_.push_back(refused_ ? to_component(static_cast<double>(offset)) : 0);
        ends_.push_back(points_.size());
        closed_.push_back(closed);
    });
    return *this;
}

Expected<PathSet> PathSetBuilder::build() const {
    if (points_.size() > max_nodes)
        return Status{
            .code = Code::too_many_nodes, .subject = "paths", .value = static_cast<double>(points_.size())};
    if (!refused_) return refused_;
    return detail::in_default_float_environment([&]() -> Expected<PathSet> {
        auto data = std::make_shared<detail::PathData>();
        data->paths.reserve(closed_.size());
        data->loops.reserve(closed_.size());
        data->open.reserve(closed_.size());
        data->buckets.reserve(closed_.size());
        data->lengths.reserve(closed_.size());
        data->first_point.reserve(closed_.size());
        data->node_of.reserve(points_.size());
        data->segments.reserve(points_.size());
        data->nodes.reserve(points_.size());
        data->starts.reserve(points_.size() + detail::PathData::starts_past_end * closed_.size());
        data->bucket_ends.reserve(points_.size() + closed_.size());
        for (std::size_t path = 0; path < closed_.size(); ++path) {
            const std::size_t begin = path == 0 ? 0 : ends_[path - 1];
            const std::span offsets =
                std::span(segment_offsets_).subspan(std::min(begin, segment_offsets_.size()));
            append_path(std::span(points_).subspan(begin, ends_[path] - begin), offsets, closed_[path],
                        *data);
        }
        std::uint32_t nodes = 0;
        for (const detail::PathRecord& record : data->paths) nodes = std::max(nodes, record.node_count);
        data->keys = detail::draw_record_keys(data->paths.size(), nodes);
        return PathSet(std::move(data));
    });
}

}  // namespace wend

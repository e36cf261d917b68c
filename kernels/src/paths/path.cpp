// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "wend/path.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <memory>
#include <mutex>

#include "float_environment.hpp"
#include "paths/path_data.hpp"
#include "paths/path_memory.hpp"
#include "paths/segment_search.hpp"
#include "paths/write_path.hpp"

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
std::size_t PathSet::total_node_count() const noexcept { return data_->node_total; }
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
    const detail::PathPoints& points = data_->points[path];
    return is_below(point, points.count) ? data_->node_of[points.first + point] : 0;
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
        const std::uint32_t count = data_->segment_count(path, mode);
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
constexpr std::uint64_t first_place = 0x0123'4567, end_of_places = std::uint64_t{1} << 29;

std::uint64_t aligned(std::uint64_t at, std::uint64_t size) { return (at + size - 1) / size * size; }

}  // namespace

/// Each rectangle is drawn once, until there are no more rows: of sets with up to 4,096 nodes a path that are
/// 2^49 paths, with up to 2^28 nodes 2^32.
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

using detail::PathNode;

/// Reserves `count` more elements; at least doubles the capacity, so that adding one by one stays linear.
template <class Element>
void make_room(std::vector<Element>& elements, std::size_t count) {
    if (elements.capacity() - elements.size() < count)
        elements.reserve(std::max(elements.size() + count, 2 * elements.capacity()));
}

/// The arrays of a set that is built once.
struct PathStorage {
    std::vector<std::byte> memory;
    detail::PathData data;

    explicit PathStorage(const detail::PathCounts& counts) {
        detail::MemoryPieces sizes(nullptr);
        (void)detail::take_paths(sizes, counts);
        memory.resize(sizes.block_size());
        detail::MemoryPieces pieces(detail::aligned_begin(memory));
        data = detail::take_paths(pieces, counts);
    }
};

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
        if (refused_) refused_ = detail::check_points(points, offsets, closed_.size());
        // A refused point needs no node, and may exceed float.
        for (const Point& point : points)
            points_.push_back(refused_
                                  ? PathNode{detail::to_component(point.x), detail::to_component(point.y)}
                                  : PathNode{});
        segment_offsets_.resize(segment_offsets_.size() + offsets_missing, 0.0f);
        for (const float offset : offsets)
            segment_offsets_.push_back(refused_ ? detail::to_component(static_cast<double>(offset)) : 0);
        ends_.push_back(points_.size());
        closed_.push_back(closed);
    });
    return *this;
}

Expected<PathSet> PathSetBuilder::build() const {
    if (points_.size() > detail::max_path_nodes)
        return Status{
            .code = Code::too_many_nodes, .subject = "paths", .value = static_cast<double>(points_.size())};
    if (!refused_) return refused_;
    return detail::in_default_float_environment([&]() -> Expected<PathSet> {
        const std::size_t paths = closed_.size();
        const auto storage = std::make_shared<PathStorage>(detail::PathCounts{
            .paths = paths, .nodes = points_.size(), .blocks = paths, .points = points_.size()});
        detail::PathData& data = storage->data;
        std::uint32_t first = 0, longest = 0;
        for (std::size_t path = 0; path < paths; ++path) {
            const std::size_t begin = path == 0 ? 0 : ends_[path - 1];
            const std::span offsets =
                std::span(segment_offsets_).subspan(std::min(begin, segment_offsets_.size()));
            const std::uint32_t count = detail::write_path(
                std::span(points_).subspan(begin, ends_[path] - begin), offsets, closed_[path], data, path,
                {.first = first,
                 .block = static_cast<std::uint32_t>(path),
                 .first_point = static_cast<std::uint32_t>(begin)});
            first += count;
            longest = std::max(longest, count);
        }
        data.node_total = first;
        data.keys = detail::draw_record_keys(paths, longest);
        return PathSet(std::shared_ptr<const detail::PathData>(storage, &data));
    });
}

}  // namespace wend

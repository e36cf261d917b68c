// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "wend/start_on_paths.hpp"

#include <cmath>
#include <cstring>
#include <span>

#include "columns/elements.hpp"
#include "columns/selected_agents.hpp"
#include "float_environment.hpp"
#include "paths/nearest_on_segment.hpp"
#include "paths/path_data.hpp"
#include "stage/contract.hpp"

namespace wend {
namespace {

constexpr StreamSet written =
    stream_set(Stream::segment, Stream::segment_distance, Stream::node, Stream::direction, Stream::finished);

Status check(const AgentView& agents, PathStart start) {
    StreamSet needed = stream_set(Stream::path);
    if (start == PathStart::nearest) needed |= stream_set(Stream::position_x, Stream::position_y);
    return detail::check_streams(agents, needed | (written & agents.bound()), written);
}

/// The first of the nearest places on a path.
PathLocation nearest_place(const detail::SegmentRecord* segments, std::uint32_t count, double x, double y) {
    PathLocation best;
    double least = HUGE_VAL;
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto [along, squared] =
            detail::nearest_on_segment(segments[i], static_cast<double>(segments[i].length), x, y);
        if (squared < least) {
            least = squared;
            best = {i, along};
        }
    }
    return best;
}

template <class T>
void put(const AgentView& agents, Stream stream, std::size_t slot, T value) {
    if (agents.has(stream))
        std::memcpy(detail::element_at(agents.column(stream), slot), &value, sizeof value);
}

}  // namespace

Status start_on_paths(const AgentView& agents, const PathSet& paths, PathMode mode,
                      PathStart start) noexcept {
    if (Status s = check(agents, start); !s) return s;
    const detail::PathData& data = detail::PathDataAccess::data(paths);
    detail::in_default_float_environment([&] {
        detail::for_each_selected(agents, [&](std::size_t slot) {
            const auto path = detail::value_at<std::int32_t>(agents.column(Stream::path), slot);
            if (path < 0 || static_cast<std::size_t>(path) >= data.paths.size()) return;
            const detail::PathRecord& record = data.paths[static_cast<std::size_t>(path)];
            if (record.node_count == 0) return;
            PathLocation place;
            std::uint32_t node = 0;
            if (start == PathStart::nearest) {
                const auto x = detail::value_at<float>(agents.column(Stream::position_x), slot);
                const auto y = detail::value_at<float>(agents.column(Stream::position_y), slot);
                if (!detail::is_legal_position(x, y)) return;
                place = nearest_place(data.segments.data() + record.first,
                                      data.segment_count(static_cast<std::size_t>(path), mode),
                                      static_cast<double>(x), static_cast<double>(y));
                node = place.segment + 1 < record.node_count ? place.segment + 1 : 0;
            }
            put(agents, Stream::segment, slot, place.segment);
            put(agents, Stream::segment_distance, slot, place.distance);
            put(agents, Stream::node, slot, node);
            put(agents, Stream::direction, slot, std::int32_t{1});
            put(agents, Stream::finished, slot, std::uint32_t{0});
        });
    });
    return {};
}

}  // namespace wend

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "wend/start_on_paths.hpp"

#include <cmath>
#include <cstring>
#include <span>

#include "columns/column_memory.hpp"
#include "columns/elements.hpp"
#include "float_environment.hpp"
#include "paths/path_data.hpp"
#include "stage/contract.hpp"

namespace wend {
namespace {

constexpr StreamSet written =
    stream_set(Stream::segment, Stream::segment_distance, Stream::node, Stream::direction, Stream::finished);

Status check(const AgentView& agents, PathStart start) {
    StreamSet needed = stream_set(Stream::path);
    if (start == PathStart::nearest) needed |= stream_set(Stream::position_x, Stream::position_y);
    for (StreamSet left = needed | (written & agents.bound()); left != 0; left &= left - 1) {
        const auto stream = first_stream(left);
        if (!agents.has(stream)) return {.code = Code::missing_stream, .subject = name(stream).data()};
        if (Status s = detail::check_column(agents, stream, detail::has(written, stream)); !s) return s;
    }
    return detail::check_selection(agents);
}

/// Calls function(slot) for the agents of the selection.
template <class Function>
void for_each_selected(const AgentView& agents, const Function& function) {
    const Selection& selection = agents.selection();
    if (selection.kind == Selection::Kind::slots) {
        for (const std::uint32_t slot :
             std::span(static_cast<const std::uint32_t*>(selection.data), selection.count))
            if (slot < agents.size()) function(slot);
        return;
    }
    for (std::size_t slot = 0; slot < agents.size(); ++slot)
        if (detail::takes_part(selection, slot)) function(slot);
}

/// The first of the nearest places on a path.
PathLocation nearest_place(const detail::SegmentRecord* segments, std::uint32_t count, double x, double y) {
    PathLocation best;
    double least = HUGE_VAL;
    for (std::uint32_t i = 0; i < count; ++i) {
        const detail::SegmentRecord& segment = segments[i];
        const double dx = x - static_cast<double>(segment.node_x);
        const double dy = y - static_cast<double>(segment.node_y);
        const auto tx = static_cast<double>(segment.tangent_x), ty = static_cast<double>(segment.tangent_y);
        const auto length = static_cast<double>(segment.length);
        const double along = dx * tx + dy * ty;
        const double t = along < 0 ? 0 : along > length ? length : along;
        const double away_x = dx - tx * t, away_y = dy - ty * t;
        const double squared = away_x * away_x + away_y * away_y;
        if (squared < least) {
            least = squared;
            best = {i, t};
        }
    }
    return best;
}

template <class T>
void put(const AgentView& agents, Stream stream, std::size_t slot, T value) {
    if (agents.has(stream))
        std::memcpy(detail::element_at(agents.column(stream), slot), &value, sizeof value);
}

bool is_legal(float component) { return std::fabs(component) <= component_limit; }

}  // namespace

Status start_on_paths(const AgentView& agents, const PathSet& paths, PathMode mode,
                      PathStart start) noexcept {
    if (Status s = check(agents, start); !s) return s;
    const detail::PathData& data = detail::PathDataAccess::data(paths);
    detail::in_default_float_environment([&] {
        for_each_selected(agents, [&](std::size_t slot) {
            const auto path = detail::value_at<std::int32_t>(agents.column(Stream::path), slot);
            if (path < 0 || static_cast<std::size_t>(path) >= data.paths.size()) return;
            const detail::PathRecord& record = data.paths[static_cast<std::size_t>(path)];
            if (record.node_count == 0) return;
            PathLocation place;
            std::uint32_t node = 0;
            if (start == PathStart::nearest) {
                const auto x = detail::value_at<float>(agents.column(Stream::position_x), slot);
                const auto y = detail::value_at<float>(agents.column(Stream::position_y), slot);
                if (!is_legal(x) || !is_legal(y)) return;
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

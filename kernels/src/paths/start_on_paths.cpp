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
    if (start == PathStart::node) needed |= stream_set(Stream::node);
    return detail::check_streams(agents, needed | (written & agents.bound()), written);
}

/// Calls function(slot, path) for the agents of the selection that have a path of the set.
template <class Function>
void for_each_on_a_path(const AgentView& agents, const detail::PathData& data, const Function& function) {
    detail::for_each_selected(agents, [&](std::size_t slot) {
        const auto path = detail::value_at<std::int32_t>(agents.column(Stream::path), slot);
        if (path < 0 || static_cast<std::size_t>(path) >= data.paths.size()) return;
        if (data.paths[static_cast<std::size_t>(path)].node_count != 0)
            function(slot, static_cast<std::size_t>(path));
    });
}

/// Whether each agent's node is one of its path.
Status check_nodes(const AgentView& agents, const detail::PathData& data) {
    Status status;
    for_each_on_a_path(agents, data, [&](std::size_t slot, std::size_t path) {
        const auto node = detail::value_at<std::uint32_t>(agents.column(Stream::node), slot);
        const std::uint32_t count = data.paths[path].node_count;
        if (node < count || !status) return;
        status = {.code = Code::parameter_out_of_range,
                  .subject = name(Stream::node).data(),
                  .other = "agent",
                  .value = static_cast<double>(node),
                  .high = static_cast<double>(count),
                  .high_excluded = true,
                  .index = slot};
    });
    return status;
}

/// The first of the nearest places on a path. Scalar, in double: segment_distance is a double, and in float
/// the errors would choose between segments that are nearly equally near. 1,000 agents in a frame take 0.1
/// ms.
PathLocation nearest_place(std::span<const detail::SegmentRecord> segments, double x, double y) {
    PathLocation best;
    double least = HUGE_VAL;
    for (std::uint32_t i = 0; i < segments.size(); ++i) {
        const auto [along, squared] =
            detail::nearest_on_segment(segments[i], static_cast<double>(segments[i].length), x, y);
        if (squared < least) {
            least = squared;
            best = {i, along};
        }
    }
    return best;
}

/// The end of the last segment where none begins at the node.
PathLocation place_of_node(std::span<const detail::SegmentRecord> segments, std::uint32_t node) {
    if (node < segments.size() || segments.empty()) return {node, 0};
    return {node - 1, static_cast<double>(segments[node - 1].length)};
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
    if (start == PathStart::node)
        if (Status s = check_nodes(agents, data); !s) return s;
    detail::in_default_float_environment([&] {
        for_each_on_a_path(agents, data, [&](std::size_t slot, std::size_t path) {
            const detail::PathRecord& record = data.paths[path];
            const std::span segments = data.segments.subspan(record.first, data.segment_count(path, mode));
            PathLocation place;
            std::uint32_t node = 0;
            if (start == PathStart::nearest) {
                const auto x = detail::value_at<float>(agents.column(Stream::position_x), slot);
                const auto y = detail::value_at<float>(agents.column(Stream::position_y), slot);
                if (!detail::is_legal_position(x, y)) return;
                place = nearest_place(segments, static_cast<double>(x), static_cast<double>(y));
                node = place.segment + 1 < record.node_count ? place.segment + 1 : 0;
            } else if (start == PathStart::node) {
                node = detail::value_at<std::uint32_t>(agents.column(Stream::node), slot);
                place = place_of_node(segments, node);
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

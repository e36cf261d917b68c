// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "support/oracle.hpp"
#include "support/shape_formulas.hpp"

namespace wend::test {
namespace {

/// A path as one mode sees it: a line from 0 to `total`.
struct Line {
    const PathSet& paths;
    std::size_t path;
    PathMode mode;
    double total;

    [[nodiscard]] std::uint32_t segment_at(double s) const {
        std::uint32_t segment = 0;
        while (segment + 1 < paths.segment_count(path, mode) && paths.segment_start(path, segment + 1) <= s)
            ++segment;
        return segment;
    }
};

OracleVector point_at(const Line& line, double s) {
    const std::uint32_t segment = line.segment_at(s);
    const std::uint32_t next = segment + 1 == line.paths.node_count(line.path) ? 0 : segment + 1;
    const Point from = line.paths.node(line.path, segment);
    const Point to = line.paths.node(line.path, next);
    const double u = (s - line.paths.segment_start(line.path, segment)) /
                     static_cast<double>(line.paths.segment_length(line.path, segment));
    return {std::lerp(from.x, to.x, u), std::lerp(from.y, to.y, u),
            std::max({std::abs(from.x), std::abs(from.y), std::abs(to.x), std::abs(to.y),
                      std::abs(to.x - from.x), std::abs(to.y - from.y)})};
}

}  // namespace

bool is_shaped(const WaypointAdvance& advance) {
    if (advance.ease != Ease::none || advance.offset) return true;
    for (std::size_t path = 0; path < advance.paths.size(); ++path)
        for (std::uint32_t segment = 0; segment < advance.paths.node_count(path); ++segment)
            if (advance.paths.segment_offset(path, segment) != 0) return true;
    return false;
}

OracleVector oracle_point(const WaypointAdvance& advance, std::size_t path, const PathLocation& location) {
    const Point from = advance.paths.node(path, location.segment);
    const std::uint32_t next =
        location.segment + 1 == advance.paths.node_count(path) ? 0 : location.segment + 1;
    const Point to = advance.paths.node(path, next);
    const float part =
        static_cast<float>(location.distance) / advance.paths.segment_length(path, location.segment);
    const double u = static_cast<double>(std::clamp(part, 0.0f, 1.0f));
    const double e = eased(advance, u);
    const double way = std::hypot(to.x - from.x, to.y - from.y);
    const bool right =
        advance.offset && advance.offset_sign == OffsetSign::alternating && location.segment % 2 == 1;
    const double offset =
        static_cast<double>(advance.offset.value_or(advance.paths.segment_offset(path, location.segment))) *
        (right ? -1 : 1);
    const double lateral = offset * bell(advance, e) / way;
    return {std::lerp(from.x, to.x, e) - (to.y - from.y) * lateral,
            std::lerp(from.y, to.y, e) + (to.x - from.x) * lateral,
            std::max(
                {std::abs(from.x), std::abs(from.y), std::abs(to.x), std::abs(to.y), way, std::abs(offset)})};
}

OracleWaypoint oracle_waypoint(const WaypointAdvance& advance, const Population& start, std::size_t slot,
                               float dt) {
    const auto path = static_cast<std::size_t>(start.get<Stream::path>(slot));
    const Line line{advance.paths, path, advance.mode, advance.paths.length(path, advance.mode)};
    const float speed = advance.speed ? *advance.speed : start.get<Stream::speed>(slot);
    const double step = static_cast<double>(static_cast<float>(speed * dt));

    OracleWaypoint result;
    const bool ping_pong = advance.mode == PathMode::ping_pong;
    if (ping_pong) result.direction = start.get<Stream::direction>(slot);
    const double s0 = advance.paths.segment_start(path, start.get<Stream::segment>(slot)) +
                      start.get<Stream::segment_distance>(slot);
    double s = s0 + step * static_cast<double>(result.direction);
    result.s_tolerance = 0x1p-50 * (std::abs(s) + line.total);

    if (advance.mode == PathMode::once) s = std::clamp(s, 0.0, line.total);
    if (advance.mode == PathMode::loop) {
        s = std::fmod(s, line.total);
        if (s < 0) s += line.total;
        if (s >= line.total) s = 0;
    }
    if (ping_pong) {
        const double laps = std::floor(s / line.total);
        const double offset = s - laps * line.total;
        result.may_turn = std::min(offset, line.total - offset) <= branch_margin * line.total;
        const bool turned = std::fmod(laps, 2.0) != 0;
        if (turned) result.direction = -result.direction;
        s = std::clamp(turned ? line.total - offset : offset, 0.0, line.total);
    }
    result.s = s;
    result.position = point_at(line, s);
    return result;
}

}  // namespace wend::test

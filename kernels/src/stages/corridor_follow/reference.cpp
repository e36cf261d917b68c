// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <array>
#include <optional>

#include "paths/path_data.hpp"
#include "reference/reference.hpp"
#include "wend/corridor_follow.hpp"

namespace wend::detail::reference {

namespace {

constexpr int most_segments = 8;

/// A path in one mode.
struct Spine {
    const SegmentRecord* segments;
    std::uint32_t node_count;
    std::uint32_t count;
    bool round;

    [[nodiscard]] const SegmentRecord& operator[](std::uint32_t i) const { return segments[i]; }
    [[nodiscard]] Vector start_of(std::uint32_t i) const { return {segments[i].node_x, segments[i].node_y}; }
    [[nodiscard]] Vector end_of(std::uint32_t i) const { return start_of((i + 1) % node_count); }

    [[nodiscard]] std::optional<std::uint32_t> beside(std::uint32_t i, int direction) const {
        const std::int64_t next = std::int64_t{i} + direction;
        if (next >= 0 && next < std::int64_t{count}) return static_cast<std::uint32_t>(next);
        if (!round) return std::nullopt;
        return next < 0 ? count - 1 : 0;
    }
};

struct Foot {
    std::uint32_t segment;
    float t;
    float square;  ///< of the distance
};

Foot foot_on(const Spine& spine, std::uint32_t i, Vector future) {
    const SegmentRecord& segment = spine[i];
    const float rx = future.x - segment.node_x;
    const float ry = future.y - segment.node_y;
    const float along_x = rx * segment.tangent_x;
    const float along_y = ry * segment.tangent_y;
    float t = along_x + along_y;
    Vector c;
    if (t <= 0) {
        t = 0;
        c = spine.start_of(i);
    } else if (t >= segment.length) {
        t = segment.length;
        c = spine.end_of(i);
    } else {
        const float way_x = segment.tangent_x * t;
        const float way_y = segment.tangent_y * t;
        c = {segment.node_x + way_x, segment.node_y + way_y};
    }
    return {i, t, squared_length(future.x - c.x, future.y - c.y)};
}

Foot nearest_foot(const Spine& spine, std::uint32_t from, int direction, Vector future) {
    Foot foot = foot_on(spine, from, future);
    for (const int way : std::array{direction, -direction}) {
        for (int walked = 0; walked < most_segments; ++walked) {
            const std::optional<std::uint32_t> next = spine.beside(foot.segment, way);
            if (!next) break;
            const Foot other = foot_on(spine, *next, future);
            if (other.square >= foot.square) break;
            foot = other;
        }
        if (foot.segment != from) break;
    }
    return foot;
}

Vector aim_from(const Spine& spine, const Foot& foot, int direction, float ahead) {
    std::uint32_t i = foot.segment;
    float s = direction == 1 ? foot.t + ahead : foot.t - ahead;
    for (int walked = 0; walked < most_segments; ++walked) {
        if (s >= 0 && s <= spine[i].length) break;
        const int way = s < 0 ? -1 : 1;
        const std::optional<std::uint32_t> next = spine.beside(i, way);
        if (!next) break;
        s = way == 1 ? s - spine[i].length : s + spine[*next].length;
        i = *next;
    }
    if (s < 0) s = 0;
    if (s > spine[i].length) s = spine[i].length;
    const float way_x = spine[i].tangent_x * s;
    const float way_y = spine[i].tangent_y * s;
    return {spine[i].node_x + way_x, spine[i].node_y + way_y};
}

bool goes_on(const CorridorFollow& stage, const Spine& spine, const Foot& foot, int direction, Vector v) {
    const SegmentRecord& segment = spine[foot.segment];
    const float along_x = segment.tangent_x * v.x;
    const float along_y = segment.tangent_y * v.y;
    const float along = along_x + along_y;
    const bool with_the_path = direction == 1 ? along >= 0 : along <= 0;
    return with_the_path && foot.square <= stage.radius * stage.radius;
}

bool at_end(const Spine& spine, const Foot& foot, int direction) {
    if (direction == 1) return foot.segment == spine.count - 1 && foot.t == spine[foot.segment].length;
    return foot.segment == 0 && foot.t == 0;
}

}  // namespace

template <>
StageResult run<CorridorFollow>(const StageInput& in, StageOutput& out) {
    const CorridorFollow& stage = in.stage<CorridorFollow>();
    const PathData& data = PathDataAccess::data(stage.paths);
    const bool ping_pong = stage.mode == PathMode::ping_pong;
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Motion motion(in, slot);
        const std::int32_t path = in.get<Stream::path>()[slot];
        const std::uint32_t segment = in.get<Stream::segment>()[slot];
        const std::int32_t direction = in.get<Stream::direction>()[slot];
        // An agent without a path is checked like all others; its segment and direction are not used.
        if (motion.bad()) return false;
        if (path < -1 || path >= static_cast<std::ptrdiff_t>(data.paths.size())) return false;
        if (path == -1 || data.paths[static_cast<std::size_t>(path)].node_count == 0) {
            out.get<Stream::segment>()[slot] = segment;
            if (ping_pong) out.get<Stream::direction>()[slot] = direction;
            return add_force(in, out, slot,
                             stage.brake_without_path ? braking_force(motion.velocity) : Vector{0, 0});
        }
        const PathRecord& record = data.paths[static_cast<std::size_t>(path)];
        const Spine spine{data.segments.data() + record.first, record.node_count,
                          data.segment_count(static_cast<std::size_t>(path), stage.mode),
                          stage.mode == PathMode::loop};
        if (segment >= spine.count || (direction != 1 && direction != -1)) return false;

        const Vector p = motion.position;
        const Vector v = motion.velocity;
        const float step_x = v.x * stage.prediction;
        const float step_y = v.y * stage.prediction;
        const Foot foot = nearest_foot(spine, segment, direction, {p.x + step_x, p.y + step_y});
        out.get<Stream::segment>()[slot] = foot.segment;
        if (ping_pong)
            out.get<Stream::direction>()[slot] = at_end(spine, foot, direction) ? -direction : direction;
        if (goes_on(stage, spine, foot, direction, v)) return add_force(in, out, slot, {0, 0});
        const Vector aim = aim_from(spine, foot, direction, stage.ahead);
        return add_force(in, out, slot, seek_force({aim.x - p.x, aim.y - p.y}, v, motion.max_speed, 0));
    });
}

}  // namespace wend::detail::reference

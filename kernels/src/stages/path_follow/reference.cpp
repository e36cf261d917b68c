// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "reference/reference.hpp"
#include "paths/path_data.hpp"
#include "wend/path_follow.hpp"

namespace wend::detail::reference {

namespace {

struct Route {
    const SegmentRecord* nodes;
    std::uint32_t count;
    PathMode mode;
};

struct Progress {
    std::uint32_t node;
    std::int32_t direction;
    bool finished;
};

/// The agent's position and, if swept, its last step.
struct Trace {
    Vector position;
    Vector previous;
    Vector step;
    bool swept;
    bool finish_line;
};

bool at_end(const Route& route, const Progress& progress) {
    return progress.node == (progress.direction == 1 ? route.count - 1 : 0);
}

bool crossed(const SegmentRecord& node, const Trace& trace, float square) {
    const Vector& step = trace.step;
    const float length = squared_length(step.x, step.y);
    if (!(length > 0)) return false;
    const float wx = node.node_x - trace.previous.x;
    const float wy = node.node_y - trace.previous.y;
    const float along_x = wx * step.x;
    const float along_y = wy * step.y;
    const float along = along_x + along_y;
    float t = along / max_keep_nan(length, squared_length_floor);
    if (t < 0) t = 0;
    if (t > 1) t = 1;
    const float way_x = step.x * t;
    const float way_y = step.y * t;
    return squared_length(wx - way_x, wy - way_y) <= square;
}

/// The normal of the finish line, in the agent's direction: 0 where there is none.
Vector line_normal(const Route& route, const Progress& progress) {
    const std::uint32_t node = progress.node;
    const bool closes = route.mode == PathMode::loop;
    const auto tangent = [&](std::uint32_t segment) {
        return Vector{route.nodes[segment].tangent_x, route.nodes[segment].tangent_y};
    };
    Vector before{0, 0}, after{0, 0};
    if (node > 0)
        before = tangent(node - 1);
    else if (closes)
        before = tangent(route.count - 1);
    if (node < route.count - 1 || closes) after = tangent(node);
    const float x = before.x * after.x;
    const float y = before.y * after.y;
    if (x + y < -0.5f) return {before.x - after.x, before.y - after.y};
    const float sign = progress.direction == 1 ? 1.0f : -1.0f;
    return {(before.x + after.x) * sign, (before.y + after.y) * sign};
}

bool passed(const Route& route, const Progress& progress, const Vector& to_node) {
    const Vector normal = line_normal(route, progress);
    const float x = to_node.x * normal.x;
    const float y = to_node.y * normal.y;
    return x + y < 0;
}

bool reached(const Route& route, const Progress& progress, const Trace& trace, float radius) {
    const SegmentRecord& node = route.nodes[progress.node];
    const float square = radius * radius;
    const Vector to_node{node.node_x - trace.position.x, node.node_y - trace.position.y};
    if (squared_length(to_node.x, to_node.y) <= square) return true;
    if (trace.finish_line && passed(route, progress, to_node)) return true;
    return trace.swept && crossed(node, trace, square);
}

/// Advances from a node that was reached.
void move_on(const Route& route, Progress& progress) {
    if (!at_end(route, progress)) {
        progress.node = progress.direction == 1 ? progress.node + 1 : progress.node - 1;
        return;
    }
    switch (route.mode) {
        case PathMode::once: progress.finished = true; break;
        case PathMode::loop: progress.node = progress.direction == 1 ? 0 : route.count - 1; break;
        case PathMode::ping_pong: progress.direction = -progress.direction; break;
    }
}

void follow(const Route& route, const Trace& trace, float radius, Progress& progress) {
    progress.finished = false;
    const int most = trace.swept ? 8 : 1;
    for (int moves = 0; moves < most && !progress.finished; ++moves) {
        if (!reached(route, progress, trace, radius)) return;
        move_on(route, progress);
    }
}

/// Writes every agent, unchanged ones too: outputs may be other memory than inputs.
void write(const StageInput& in, const StageOutput& out, std::size_t slot, const Progress& progress) {
    out.get<Stream::node>()[slot] = progress.node;
    const PathMode mode = in.stage<PathFollow>().mode;
    if (mode == PathMode::ping_pong) out.get<Stream::direction>()[slot] = progress.direction;
    if (mode != PathMode::once) return;
    if (std::uint32_t* finished = out.get<Stream::finished>(); finished != nullptr)
        finished[slot] = progress.finished ? 1 : in.get<Stream::finished>()[slot];
}

}  // namespace

template <>
StageResult run<PathFollow>(const StageInput& in, StageOutput& out) {
    const PathFollow& stage = in.stage<PathFollow>();
    const PathData& data = PathDataAccess::data(stage.paths);
    const std::int32_t* paths = in.get<Stream::path>();
    const std::uint32_t* nodes = in.get<Stream::node>();
    const std::int32_t* directions = in.get<Stream::direction>();

    return for_each_agent(in, out, [&](std::size_t slot) {
        const Motion motion(in, slot);
        const Vector p = motion.position;
        Trace trace{p, {0, 0}, {0, 0}, stage.swept, stage.finish_line};
        if (stage.swept) {
            trace.previous = read_vector<Stream::previous_x, Stream::previous_y>(in, slot);
            if (!in.moved_outside)
                trace.step = read_vector<Stream::step_x, Stream::step_y>(in, slot);
            else if (trace.previous.x != 0 || trace.previous.y != 0)
                trace.step = {store(p.x - trace.previous.x), store(p.y - trace.previous.y)};
        }
        // An agent without a path is checked like all others; its node and direction are not used.
        if (motion.bad() || bad(trace.previous) || (!in.moved_outside && bad(trace.step))) return false;
        const std::int32_t path = paths[slot];
        const Progress progress{nodes[slot], directions[slot], false};
        if (path < -1 || path >= static_cast<std::ptrdiff_t>(data.paths.size())) return false;
        if (path == -1 || data.paths[static_cast<std::size_t>(path)].node_count == 0) {
            write(in, out, slot, progress);
            return add_force(in, out, slot,
                             stage.brake_without_path ? braking_force(motion.velocity) : Vector{0, 0});
        }
        const PathRecord& record = data.paths[static_cast<std::size_t>(path)];
        if (progress.node >= record.node_count || (progress.direction != 1 && progress.direction != -1))
            return false;
        const Route route{data.segments.data() + record.first, record.node_count, stage.mode};

        Progress next = progress;
        follow(route, trace, stage.radius, next);
        // The last step may have led past the node: back to it would be the wrong way.
        const Progress& sought = stage.swept ? next : progress;
        const SegmentRecord& node = route.nodes[sought.node];
        const bool slows = stage.slowing_radius && stage.mode == PathMode::once && at_end(route, sought);
        const Vector force = seek_force({node.node_x - p.x, node.node_y - p.y}, motion.velocity,
                                        motion.max_speed, slows ? *stage.slowing_radius : 0.0f);
        write(in, out, slot, next);
        return add_force(in, out, slot, force);
    });
}

}  // namespace wend::detail::reference

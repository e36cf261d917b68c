// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "reference/reference.hpp"
#include "paths/path_data.hpp"

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

/// Where the agent is and, when that counts, how it got there.
struct Trace {
    Vector position;
    Vector previous;
    Vector step;
    bool swept;
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
    float t = along / floored(length, squared_length_floor);
    if (t < 0) t = 0;
    if (t > 1) t = 1;
    const float way_x = step.x * t;
    const float way_y = step.y * t;
    return squared_length(wx - way_x, wy - way_y) <= square;
}

bool reached(const SegmentRecord& node, const Trace& trace, float radius) {
    const float square = radius * radius;
    const float dx = node.node_x - trace.position.x;
    const float dy = node.node_y - trace.position.y;
    if (squared_length(dx, dy) <= square) return true;
    return trace.swept && crossed(node, trace, square);
}

/// On from a node that was reached.
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
        if (!reached(route.nodes[progress.node], trace, radius)) return;
        move_on(route, progress);
    }
}

/// Every agent is written, the unchanged one too: outputs may lie elsewhere than inputs.
void write(const StageCall& call, std::size_t slot, const Progress& progress) {
    call.output<Stream::node>()[slot] = progress.node;
    if (call.stages[0].path_follow.mode == PathMode::ping_pong)
        call.output<Stream::direction>()[slot] = progress.direction;
    if (std::uint32_t* finished = call.output<Stream::finished>(); finished != nullptr)
        finished[slot] = progress.finished ? 1 : call.input<Stream::finished>()[slot];
}

}  // namespace

void path_follow(const StageCall& call) {
    const PathFollowParameters& parameters = call.stages[0].path_follow;
    const PathData& data = *parameters.paths;
    const float* position_x = call.input<Stream::position_x>();
    const float* position_y = call.input<Stream::position_y>();
    const float* velocity_x = call.input<Stream::velocity_x>();
    const float* velocity_y = call.input<Stream::velocity_y>();
    const float* max_speeds = call.input<Stream::max_speed>();
    const float* previous_x = call.input<Stream::previous_x>();
    const float* previous_y = call.input<Stream::previous_y>();
    const float* step_x = call.input<Stream::step_x>();
    const float* step_y = call.input<Stream::step_y>();
    const std::int32_t* paths = call.input<Stream::path>();
    const std::uint32_t* nodes = call.input<Stream::node>();
    const std::int32_t* directions = call.input<Stream::direction>();

    for (std::size_t slot = 0; slot < agent_count(call); ++slot) {
        if (sits_out(call, slot)) continue;
        Trace trace{{read(position_x[slot]), read(position_y[slot])}, {0, 0}, {0, 0}, parameters.swept};
        if (parameters.swept) {
            trace.previous = {read(previous_x[slot]), read(previous_y[slot])};
            trace.step = {read(step_x[slot]), read(step_y[slot])};
        }
        const Vector velocity{read(velocity_x[slot]), read(velocity_y[slot])};
        const float max_speed = read_or(max_speeds, slot, call.max_speed);
        // Whoever has no path is looked at like everybody else; node and direction mean nothing then.
        if (bad(trace.position.x) || bad(trace.position.y) || bad(trace.previous.x) ||
            bad(trace.previous.y) || bad(trace.step.x) || bad(trace.step.y) || bad(velocity.x) ||
            bad(velocity.y) || bad(max_speed) || max_speed < 0) {
            set_fault(call, slot);
            continue;
        }
        const std::int32_t path = paths[slot];
        Progress progress{nodes[slot], directions[slot], false};
        if (path == -1) {
            add_force(call, slot, {0, 0});
            write(call, slot, progress);
            continue;
        }
        if (path < -1 || static_cast<std::size_t>(path) >= data.paths.size()) {
            set_fault(call, slot);
            continue;
        }
        const PathRecord& record = data.paths[static_cast<std::size_t>(path)];
        if (progress.node >= record.node_count || (progress.direction != 1 && progress.direction != -1)) {
            set_fault(call, slot);
            continue;
        }
        const Route route{data.segments.data() + record.first, record.node_count, parameters.mode};

        const SegmentRecord& node = route.nodes[progress.node];
        const bool slows = parameters.mode == PathMode::once && at_end(route, progress);
        add_force(call, slot,
                  seek_force({node.node_x - trace.position.x, node.node_y - trace.position.y}, velocity,
                             max_speed, slows ? parameters.slowing_radius : 0.0f));
        follow(route, trace, parameters.radius, progress);
        write(call, slot, progress);
    }
}

}  // namespace wend::detail::reference

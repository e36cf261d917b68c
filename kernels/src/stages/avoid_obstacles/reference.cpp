// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "obstacles/obstacle_data.hpp"
#include "reference/reference.hpp"
#include "wend/avoid_obstacles.hpp"

// kernels/docs/math.md, "Avoidance of obstacles": every agent and every obstacle, without a grid.
namespace wend::detail::reference {
namespace {

/// The time at which a disc touches, and the unit vector to the touching point.
struct Touched {
    float time = std::numeric_limits<float>::infinity();
    Vector normal{};
    float depth = 0;  ///< of an overlap at time 0
};

Vector step(Vector d, Vector velocity, float time) {
    const float x = velocity.x * time;
    const float y = velocity.y * time;
    return {d.x - x, d.y - y};
}

/// The depth of a disc's overlap times reach / distance, a factor of at most 64.
float pressed_in(float reach, float distance) {
    if (!(distance < reach)) return 0;
    const float least = reach * 0x1p-6f;
    return (reach - distance) * (reach / (distance < least ? least : distance));
}

/// `end`: relative to the agent's position.
Touched touch_end(Vector end, Vector velocity, float reach, float horizon) {
    const float closing = dot(end, velocity);
    const float turned = cross(end, velocity);
    const float most = reach * reach * squared_length(velocity.x, velocity.y);
    const float square_of_turned = turned * turned;
    const float square = most - square_of_turned;
    if (!(closing > 0) || !(square > 0) || !finite(square)) return {};
    const float outside = squared_length(end.x, end.y) - reach * reach;
    const float time = max_keep_nan(outside / (std::sqrt(square) + closing), 0);
    if (!(time < horizon)) return {};
    const Vector at = step(end, velocity, time);
    const float k = 1.0f / std::sqrt(max_keep_nan(squared_length(at.x, at.y), squared_length_floor));
    const float distance = std::sqrt(squared_length(at.x, at.y));
    return {time, {at.x * k, at.y * k}, time <= 0 ? pressed_in(reach, distance) : 0};
}

/// `from`: relative to the agent's position; `along`: from there to the wall's other end.
Touched touch_line(Vector from, Vector along, Vector velocity, float reach, float horizon) {
    const float side = -cross(along, from);
    const float across = cross(along, velocity);
    if (!(side > 0 && across < 0) && !(side < 0 && across > 0)) return {};
    const float square = squared_length(along.x, along.y);
    const float length = std::sqrt(square);
    const float outside = reach * length;
    const float time = max_keep_nan((magnitude(side) - outside) / magnitude(across), 0);
    const Vector ahead = step(from, velocity, time);
    const float foot = dot({-ahead.x, -ahead.y}, along);
    if (!(time < horizon) || !(foot >= 0) || !(foot <= square)) return {};
    const float k = (side > 0 ? 1.0f : -1.0f) / length;
    const float distance = magnitude(side) / length;
    return {time, {along.y * k, -along.x * k}, time <= 0 ? pressed_in(reach, distance) : 0};
}

/// A velocity as seen from an obstacle, which may move.
Vector velocity_beside(const Obstacle& one, Vector v) { return {v.x - one.velocity_x, v.y - one.velocity_y}; }

/// Of an obstacle's line and ends the one that is touched first.
Touched touch_of(const Obstacle& one, Vector p, Vector v, float body, float horizon) {
    const float reach = one.radius + body;
    const Vector from = {one.from_x - p.x, one.from_y - p.y};
    const Vector to = {one.to_x - p.x, one.to_y - p.y};
    const Vector along = {one.to_x - one.from_x, one.to_y - one.from_y};
    Touched touch = touch_line(from, along, v, reach, horizon);
    for (const Touched& end : {touch_end(from, v, reach, horizon), touch_end(to, v, reach, horizon)})
        if (end.time < touch.time) touch = end;
    return touch;
}

}  // namespace

template <>
StageResult run<AvoidObstacles>(const StageInput& in, StageOutput& out) {
    const AvoidObstacles& stage = in.stage<AvoidObstacles>();
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Vector p = read_vector<Stream::position_x, Stream::position_y>(in, slot);
        const Vector v = read_vector<Stream::velocity_x, Stream::velocity_y>(in, slot);
        const float body = read_or(in.get<Stream::body_radius>(), slot, stage.body_radius);
        if (bad(p) || bad(v) || !(body >= 0 && body <= stage.body_radius)) return false;
        const float soon = stage.horizon * 0x1p-6f;
        const ObstacleData& obstacles = ObstacleDataAccess::data(stage.obstacles);
        Touched first;
        float first_closing = 0;
        const Obstacle* avoided = nullptr;
        for (const Obstacle& one : obstacles.obstacles) {
            const Vector w = velocity_beside(one, v);
            if (!(squared_length(w.x, w.y) >= squared_length_floor)) continue;
            const Touched touch = touch_of(one, p, w, body, stage.horizon);
            if (!(touch.time < stage.horizon)) continue;
            const bool now = touch.time <= soon;
            const float closing = now ? dot(w, touch.normal) : 0;
            const bool both_now = now && first.time <= soon;
            const bool before = both_now ? closing > first_closing
                                : now    ? first.time > soon
                                         : touch.time < first.time;
            const bool equal =
                avoided != nullptr && (both_now ? closing == first_closing : touch.time == first.time);
            if (!before && !(equal && obstacles.precedes(one, *avoided))) continue;
            first = touch;
            first_closing = closing;
            avoided = &one;
        }
        if (!(first.time < stage.horizon)) return add_force(in, out, slot, {0, 0});
        const Vector n = first.normal;
        const Vector seen = velocity_beside(*avoided, v);
        const float closing = dot(seen, n);
        if (!(closing > 0)) return add_force(in, out, slot, {0, 0});
        const float late = max_keep_nan(first.time, soon);
        const float brake = closing / (late + late);
        const float push = brake + first.depth / (late * late * 4);
        const float turns = 1.0f - soon * 0.75f / late;
        const float way = cross(seen, n) < 0 ? -turns : turns;
        Vector force{push * (way * n.y - n.x), push * (-(way * n.x) - n.y)};
        if (first.time <= soon) {
            const float part_x = n.x * closing;
            const float part_y = n.y * closing;
            const Vector along{v.x - part_x, v.y - part_y};
            Touched second;
            float fastest = 0;
            avoided = nullptr;
            for (const Obstacle& one : obstacles.obstacles) {
                const Vector w = velocity_beside(one, v);
                if (!(squared_length(w.x, w.y) >= squared_length_floor)) continue;
                const Touched touch = touch_of(one, p, w, body, stage.horizon);
                if (!(touch.time <= soon)) continue;
                const float least = squared_length(w.x, w.y) * 0x1p-20f;
                const float speed = dot(velocity_beside(one, along), touch.normal);
                if (!(speed * speed > least && speed > 0)) continue;
                const bool equal = avoided != nullptr && speed == fastest;
                if (!(speed > fastest) && !(equal && obstacles.precedes(one, *avoided))) continue;
                second = touch;
                fastest = speed;
                avoided = &one;
            }
            if (fastest > 0) {
                const float more = fastest / (soon + soon) + second.depth / (soon * soon * 4);
                const float back_x = more * second.normal.x;
                const float back_y = more * second.normal.y;
                force = {force.x - back_x, force.y - back_y};
            }
        }
        return add_force(in, out, slot, force);
    });
}

}  // namespace wend::detail::reference

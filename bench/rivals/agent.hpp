// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "bench/rivals/frame.hpp"

/// An agent and its locomotion, for the loops over separate arrays; in each of their objects by itself.
namespace wend::bench::rivals {
namespace {

using Int = std::int32_t;
using Word = std::uint32_t;

/// How a loop truncates vectors.
enum class Limits : std::uint8_t {
    select,  ///< by the quotient where one is too long, otherwise by 1
    max,     ///< by the quotient with the larger of length and limit
    rare     ///< as max; blocks of which none is too long skip root and division
};
struct Agent {
    Vector2 position, velocity;
};

[[gnu::always_inline]] inline float dot(Vector2 v) { return v.x * v.x + v.y * v.y; }

[[gnu::always_inline]] inline float length_of(Vector2 v) { return __builtin_sqrtf(dot(v)); }

template <Limits limits>
[[gnu::always_inline]] inline Vector2 truncated(Vector2 v, float limit) {
    const float squared = dot(v);
    const float most = limit * limit;
    if constexpr (limits == Limits::select) {
        const float shrunk = limit / __builtin_sqrtf(squared);
        const float k = squared > most ? shrunk : 1.0f;
        return {v.x * k, v.y * k};
    } else {
        const float k = limit / __builtin_sqrtf(squared > most ? squared : most);
        return {v.x * k, v.y * k};
    }
}

/// For steps shorter than the world.
[[gnu::always_inline]] inline float wrapped(float value, float min, float max) {
    const float size = max - min;
    const float up = value < min ? value + size : value;
    return up >= max ? up - size : up;
}

[[gnu::always_inline]] inline Agent agent_at(const Streams& s, Int i) {
    return {{s.position_x[i], s.position_y[i]}, {s.velocity_x[i], s.velocity_y[i]}};
}

/// At a velocity.
[[gnu::always_inline]] inline Agent moved_at(Vector2 position, Vector2 v, const World& w) {
    return {{wrapped(position.x + v.x * w.dt, w.min.x, w.max.x),
             wrapped(position.y + v.y * w.dt, w.min.y, w.max.y)},
            v};
}

/// The velocity after a tick of a force, before it is truncated.
[[gnu::always_inline]] inline Vector2 pushed_by(Vector2 velocity, Vector2 force, const World& w) {
    const float per_force = w.dt / w.mass;
    return {velocity.x + force.x * per_force, velocity.y + force.y * per_force};
}

template <Limits limits>
[[gnu::always_inline]] inline Vector2 pushed(Agent agent, Vector2 force, const World& w) {
    return truncated<limits>(pushed_by(agent.velocity, truncated<limits>(force, w.max_force), w),
                             w.max_speed);
}

template <Limits limits>
[[gnu::always_inline]] inline Agent moved(Agent agent, Vector2 force, const World& w) {
    return moved_at(agent.position, pushed<limits>(agent, force, w), w);
}

[[gnu::always_inline]] inline void store(const Streams& s, Int i, Agent agent) {
    s.position_x[i] = agent.position.x;
    s.position_y[i] = agent.position.y;
    s.velocity_x[i] = agent.velocity.x;
    s.velocity_y[i] = agent.velocity.y;
}

}  // namespace
}  // namespace wend::bench::rivals

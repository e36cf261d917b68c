// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The plain loop over separate arrays, written so that compilers vectorise it. Compiled by several compilers
// and with several flags.
#include <math.h>

#include "bench/rivals/frame.hpp"

namespace wend::bench::rivals {

namespace {

using Int = std::int32_t;
using Word = std::uint32_t;

/// Agents per block: rare work (choosing a walk-to point, passing nodes) is skipped for whole blocks.
constexpr Int block = 64;

struct Agent {
    Vector2 position, velocity;
};

/// Cheaper than wend's generator, and of lower quality.
inline Word hash(Int agent, Word tick, Word purpose) {
    Word h = static_cast<Word>(agent) * 0x9e3779b9u + (tick + purpose) * 0x85ebca6bu;
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    h *= 0x846ca68bu;
    return h ^ h >> 16;
}

/// Uniform in [-1/2, 1/2).
inline float draw(Int agent, Word tick, Word purpose) {
    return static_cast<float>(static_cast<Int>(hash(agent, tick, purpose)) >> 8) * 0x1p-24f;
}

/// Polynomials of the half angle, for a point on a circle whose last bits do not matter: off by at most 2e-5.
/// With libmvec's functions, by GCC and Clang, the loop of wander took 1.51 ns instead of 0.82 (AVX-512); and
/// without -ffast-math no compiler here calls them.
inline Vector2 on_circle(float angle) {
    const float half = 0.5f * (angle - 6.28318531f * __builtin_rintf(angle * 0.159154943f));
    const float h = half * half;
    const float s = half + half * h * (-0.166656807f + h * (8.31236597e-3f + h * -1.84921810e-4f));
    const float c = 1 + h * (-0.499935627f + h * (4.15070653e-2f + h * -1.27575197e-3f));
    return {1 - 2 * s * s, 2 * s * c};
}

inline float dot(Vector2 v) { return v.x * v.x + v.y * v.y; }

inline float length_of(Vector2 v) { return __builtin_sqrtf(dot(v)); }

inline Vector2 truncated(Vector2 v, float limit) {
    const float squared = dot(v);
    const float shrunk = limit / __builtin_sqrtf(squared);
    const float k = squared > limit * limit ? shrunk : 1.0f;
    return {v.x * k, v.y * k};
}

/// `v` scaled to the length `size`; 0 for a zero vector.
inline Vector2 scaled_to(Vector2 v, float size) {
    const float l = length_of(v);
    const float quotient = size / l;
    const float k = l > 0 ? quotient : 0.0f;
    return {v.x * k, v.y * k};
}

/// For steps shorter than the world.
inline float wrapped(float value, float min, float max) {
    const float size = max - min;
    const float up = value < min ? value + size : value;
    return up >= max ? up - size : up;
}

inline Agent agent_at(const Streams& s, Int i) {
    return {{s.position_x[i], s.position_y[i]}, {s.velocity_x[i], s.velocity_y[i]}};
}

inline Vector2 pushed(Agent agent, Vector2 force, const World& w) {
    const float per_force = w.dt / w.mass;
    const Vector2 f = truncated(force, w.max_force);
    return truncated({agent.velocity.x + f.x * per_force, agent.velocity.y + f.y * per_force}, w.max_speed);
}

inline Agent moved(Agent agent, Vector2 force, const World& w) {
    const Vector2 v = pushed(agent, force, w);
    return {{wrapped(agent.position.x + v.x * w.dt, w.min.x, w.max.x),
             wrapped(agent.position.y + v.y * w.dt, w.min.y, w.max.y)},
            v};
}

inline void store(const Streams& s, Int i, Agent agent) {
    s.position_x[i] = agent.position.x;
    s.position_y[i] = agent.position.y;
    s.velocity_x[i] = agent.velocity.x;
    s.velocity_y[i] = agent.velocity.y;
}

inline Vector2 towards(Agent agent, Vector2 target) {
    return {target.x - agent.position.x, target.y - agent.position.y};
}

inline Vector2 seek_force(Agent agent, Vector2 target, const World& w) {
    const Vector2 desired = scaled_to(towards(agent, target), w.max_speed);
    return {desired.x - agent.velocity.x, desired.y - agent.velocity.y};
}

inline Vector2 flee_force(Agent agent, Vector2 target, const World& w) {
    const Vector2 desired = scaled_to(towards(agent, target), -w.max_speed);
    return {desired.x - agent.velocity.x, desired.y - agent.velocity.y};
}

inline Vector2 arrive_force(Agent agent, Vector2 target, const World& w) {
    const Vector2 to_target = towards(agent, target);
    const float l = length_of(to_target);
    const float full = w.max_speed / l;
    const float k = l < w.slowing_radius ? w.max_speed / w.slowing_radius : full;
    return {to_target.x * k - agent.velocity.x, to_target.y * k - agent.velocity.y};
}

inline Vector2 ahead_of(Vector2 place, Vector2 velocity, float time) {
    return {place.x + velocity.x * time, place.y + velocity.y * time};
}

inline Vector2 pursue_force(Agent agent, Vector2 target, Vector2 target_velocity, const World& w) {
    const float time = length_of(towards(agent, target)) / w.max_speed;
    return seek_force(agent, ahead_of(target, target_velocity, time), w);
}

inline Vector2 wander_force(Agent agent, float angle, const World& w) {
    const Vector2 center = scaled_to(agent.velocity, w.circle_distance);
    const Vector2 point = on_circle(angle);
    return {center.x + w.circle_radius * point.x, center.y + w.circle_radius * point.y};
}

inline Vector2 between(Vector2 a, Vector2 b, float share) {
    return {a.x * (1 - share) + b.x * share, a.y * (1 - share) + b.y * share};
}

/// The force, truncated to what is left of `force_budget`.
inline Vector2 within_budget(Vector2 force, float& force_budget) {
    const float strength = length_of(force);
    const float part = force_budget / strength;
    const float k = strength > force_budget ? part : 1.0f;
    force_budget = strength > force_budget ? 0.0f : force_budget - strength;
    return {force.x * k, force.y * k};
}

/// Calls `tick_of(streams, world, slot)` for all agents, in any order. The copies keep the compiler from
/// assuming that stores change them.
template <class Body>
inline void each(const Streams& streams, const World& world, const Body& tick_of) {
    const Streams s = streams;
    const World w = world;
#pragma omp simd
    for (Int i = 0; i < s.agents; ++i) tick_of(s, w, i);
}

/// One agent with its inputs.
struct Inputs {
    const Streams& s;
    const World& w;
    Int i;
    Agent agent;

    Vector2 target() const { return {s.target_x[i], s.target_y[i]}; }
    Vector2 target_velocity() const { return {s.target_velocity_x[i], s.target_velocity_y[i]}; }
};

template <auto force_of>
void steer(const Streams& streams, const World& world, Word) {
    each(streams, world, [](const Streams& s, const World& w, Int i) {
        const Agent agent = agent_at(s, i);
        store(s, i, moved(agent, force_of({s, w, i, agent}), w));
    });
}

/// The same for forces that need the wander angle.
template <auto force_of>
void steer_and_turn(const Streams& streams, const World& world, Word tick) {
    each(streams, world, [tick](const Streams& s, const World& w, Int i) {
        const Agent agent = agent_at(s, i);
        const float angle = s.wander_angle[i];
        store(s, i, moved(agent, force_of({s, w, i, agent}, angle), w));
        s.wander_angle[i] = angle + draw(i, tick, 0) * w.angle_change;
    });
}

inline Vector2 wander(Inputs in, float angle) { return wander_force(in.agent, angle, in.w); }

inline Vector2 weighted(Inputs in, float angle) {
    const Vector2 first = wander_force(in.agent, angle, in.w);
    const Vector2 second = seek_force(in.agent, in.target(), in.w);
    return {first.x * in.w.wander_weight + second.x, first.y * in.w.wander_weight + second.y};
}

inline Vector2 prioritised(Inputs in, float angle) {
    float force_budget = in.w.max_force;
    const Vector2 first = within_budget(seek_force(in.agent, in.target(), in.w), force_budget);
    const Vector2 second = within_budget(wander_force(in.agent, angle, in.w), force_budget);
    return {first.x + second.x, first.y + second.y};
}

inline Vector2 seek(Inputs in) { return seek_force(in.agent, in.target(), in.w); }

inline Vector2 flee(Inputs in) { return flee_force(in.agent, in.target(), in.w); }

inline Vector2 arrive(Inputs in) { return arrive_force(in.agent, in.target(), in.w); }

inline Vector2 pursue(Inputs in) { return pursue_force(in.agent, in.target(), in.target_velocity(), in.w); }

inline Vector2 evade(Inputs in) {
    const float time = length_of(towards(in.agent, in.target())) / in.w.max_speed;
    return flee_force(in.agent, ahead_of(in.target(), in.target_velocity(), time), in.w);
}

inline Vector2 offset_pursue(Inputs in) {
    const Vector2 velocity = in.target_velocity();
    const float speed = length_of(velocity);
    const float inverse = 1 / speed;
    const Vector2 heading{speed > 0 ? velocity.x * inverse : 1.0f, speed > 0 ? velocity.y * inverse : 0.0f};
    const Vector2 offset{in.s.offset_x[in.i], in.s.offset_y[in.i]};
    const Vector2 place{in.target().x + offset.x * heading.x - offset.y * heading.y,
                        in.target().y + offset.x * heading.y + offset.y * heading.x};
    return pursue_force(in.agent, place, velocity, in.w);
}

inline Vector2 interpose(Inputs in) {
    const Vector2 b{in.s.other_target_x[in.i], in.s.other_target_y[in.i]};
    const Vector2 b_velocity{in.s.other_target_velocity_x[in.i], in.s.other_target_velocity_y[in.i]};
    const float time = length_of(towards(in.agent, between(in.target(), b, in.w.share))) / in.w.max_speed;
    const Vector2 a_then = ahead_of(in.target(), in.target_velocity(), time);
    return seek_force(in.agent, between(a_then, ahead_of(b, b_velocity, time), in.w.share), in.w);
}

inline Vector2 external_force(Inputs in) {
    return {in.s.external_force_x[in.i], in.s.external_force_y[in.i]};
}

void seek_structs(Boat* __restrict boats, const float* __restrict target_x, const float* __restrict target_y,
                  Int agents, const World& world) {
    const World w = world;
#pragma omp simd
    for (Int i = 0; i < agents; ++i) {
        const Agent agent{{boats[i].x, boats[i].y}, {boats[i].velocity_x, boats[i].velocity_y}};
        const Vector2 v = pushed(agent, seek_force(agent, {target_x[i], target_y[i]}, w), w);
        boats[i].x = agent.position.x + v.x * w.dt;
        boats[i].y = agent.position.y + v.y * w.dt;
        boats[i].velocity_x = v.x;
        boats[i].velocity_y = v.y;
    }
}

void pursue_agent(const Streams& streams, const World& world, Word) {
    each(streams, world, [](const Streams& s, const World& w, Int i) {
        const Agent agent = agent_at(s, i);
        const Agent quarry = agent_at(s, s.target_agent[i]);
        const Agent after = moved(agent, pursue_force(agent, quarry.position, quarry.velocity, w), w);
        s.moved_x[i] = after.position.x;
        s.moved_y[i] = after.position.y;
        s.turned_x[i] = after.velocity.x;
        s.turned_y[i] = after.velocity.y;
    });
}

void retarget(const Streams& streams, const World& world, Word tick) {
    each(streams, world, [tick](const Streams& s, const World& w, Int i) {
        const Agent agent = agent_at(s, i);
        const bool due = s.seconds_left[i] <= 0;
        const Vector2 drawn{w.min.x + (draw(i, tick, 0) + 0.5f) * (w.max.x - w.min.x),
                            w.min.y + (draw(i, tick, 1u << 31) + 0.5f) * (w.max.y - w.min.y)};
        const Vector2 target{due ? drawn.x : s.target_x[i], due ? drawn.y : s.target_y[i]};
        s.target_x[i] = target.x;
        s.target_y[i] = target.y;
        s.seconds_left[i] = (due ? w.target_interval : s.seconds_left[i]) - w.dt;
        store(s, i, moved(agent, seek_force(agent, target, w), w));
    });
}

/// Without a branch, so that GCC vectorises it too.
inline Int at_point(float x, float y, float point_x, float point_y) {
    return static_cast<Int>(x == point_x) & static_cast<Int>(y == point_y);
}

/// A step towards the target, in a cone that narrows as the target comes nearer.
void choose(const Streams& s, const World& w, Int i, Word tick) {
    const Vector2 to_target{s.target_x[i] - s.position_x[i], s.target_y[i] - s.position_y[i]};
    const float distance = length_of(to_target);
    float step = w.step_fraction * distance;
    step = step < w.min_step ? w.min_step : step > w.max_step ? w.max_step : step;
    if (step > distance) {
        s.walk_x[i] = s.target_x[i];
        s.walk_y[i] = s.target_y[i];
        return;
    }
    const float angle = draw(i, tick, 0) * w.max_fov *
                        ((distance < w.aggro_radius ? distance : w.aggro_radius) / w.aggro_radius);
    const float k = step / distance;
    const float c = cosf(angle) * k;
    const float n = sinf(angle) * k;
    s.walk_x[i] = s.position_x[i] + to_target.x * c - to_target.y * n;
    s.walk_y[i] = s.position_y[i] + to_target.x * n + to_target.y * c;
}

/// A separate function: GCC does not vectorise a loop whose body holds a structure.
inline void move_to_walk_point(const Streams& s, const World& w, Int i) {
    const Vector2 to_point{s.walk_x[i] - s.position_x[i], s.walk_y[i] - s.position_y[i]};
    const float distance = length_of(to_point);
    const float travel = s.speed[i] * w.dt;
    const float k = travel / distance;
    const bool there = travel >= distance;
    s.position_x[i] = there ? s.walk_x[i] : s.position_x[i] + to_point.x * k;
    s.position_y[i] = there ? s.walk_y[i] : s.position_y[i] + to_point.y * k;
}

void approach(const Streams& streams, const World& world, Word tick) {
    const Streams s = streams;
    const World w = world;
    for (Int begin = 0; begin < s.agents; begin += block) {
        const Int end = begin + block < s.agents ? begin + block : s.agents;
        Int choosing = 0;
#pragma omp simd reduction(| : choosing)
        for (Int i = begin; i < end; ++i)
            choosing |= at_point(s.position_x[i], s.position_y[i], s.walk_x[i], s.walk_y[i]);
        if (choosing != 0)
            for (Int i = begin; i < end; ++i)
                if (at_point(s.position_x[i], s.position_y[i], s.walk_x[i], s.walk_y[i]) != 0 &&
                    at_point(s.position_x[i], s.position_y[i], s.target_x[i], s.target_y[i]) == 0)
                    choose(s, w, i, tick);
#pragma omp simd
        for (Int i = begin; i < end; ++i) move_to_walk_point(s, w, i);
    }
}

inline Int next_of(const Streams& s, Int record) { return __builtin_bit_cast(Int, s.records[record + next]); }

inline bool near(Agent agent, Vector2 node, const World& w) {
    return dot(towards(agent, node)) <= w.path_radius * w.path_radius;
}

void follow(const Streams& streams, const World& world, Word) {
    each(streams, world, [](const Streams& s, const World& w, Int i) {
        const Agent agent = agent_at(s, i);
        const Int record = s.record[i];
        const Vector2 node{s.records[record + node_x], s.records[record + node_y]};
        const Int after = next_of(s, record);
        s.record[i] = near(agent, node, w) ? after : record;
        store(s, i, moved(agent, seek_force(agent, node, w), w));
    });
}

/// The point of a segment that is nearest to another point.
struct Foot {
    float along, squared_distance;
};

/// The end is the next node itself: beyond a corner two segments are equally near, to the bit.
inline Foot foot_on(const Streams& s, Int record, Vector2 point) {
    const float* const from = s.records + record;
    const float* const to = s.records + next_of(s, record);
    const float dx = point.x - from[node_x];
    const float dy = point.y - from[node_y];
    const float along = dx * from[tangent_x] + dy * from[tangent_y];
    const float end = from[length];
    const float ex = along >= end ? point.x - to[node_x] : along > 0 ? dx - from[tangent_x] * along : dx;
    const float ey = along >= end ? point.y - to[node_y] : along > 0 ? dy - from[tangent_y] * along : dy;
    return {along >= end ? end : along > 0 ? along : 0.0f, ex * ex + ey * ey};
}

inline Int previous_of(const Streams& s, Int record) {
    return __builtin_bit_cast(Int, s.records[record + previous]);
}

/// Segments that a search looks at in a tick, and that the aim may be away.
constexpr int most_segments = 8;

/// Searches from the agent's segment on, along the path and, if nothing there is nearer, against it; then the
/// force, 0 for an agent inside its corridor that moves along it.
inline Vector2 corridor_force(const Streams& s, const World& w, Int i) {
    const Agent agent = agent_at(s, i);
    const Vector2 future = ahead_of(agent.position, agent.velocity, w.prediction);
    Int record = s.record[i];
    Foot best = foot_on(s, record, future);
    const auto descend = [&](const auto& neighbour_of) {
        int walked = 0;
        for (; walked < most_segments; ++walked) {
            const Int neighbour = neighbour_of(s, record);
            const Foot foot = foot_on(s, neighbour, future);
            if (foot.squared_distance >= best.squared_distance) break;
            best = foot;
            record = neighbour;
        }
        return walked > 0;
    };
    if (!descend(next_of)) descend(previous_of);
    s.record[i] = record;
    const float* at = s.records + record;
    const bool goes_along = at[tangent_x] * agent.velocity.x + at[tangent_y] * agent.velocity.y >= 0;
    if (best.squared_distance <= w.corridor_radius * w.corridor_radius && goes_along) return {0, 0};
    float along = best.along + w.ahead;
    for (int walked = 0; walked < most_segments && along > at[length]; ++walked) {
        along -= at[length];
        at = s.records + next_of(s, static_cast<Int>(at - s.records));
    }
    along = along > at[length] ? at[length] : along;
    return seek_force(agent, {at[node_x] + at[tangent_x] * along, at[node_y] + at[tangent_y] * along}, w);
}

/// Most agents are nearest to the segment that they are on, inside their corridor: that is looked at without
/// a branch, and the search is for the others.
void follow_corridor(const Streams& streams, const World& world, Word) {
    const Streams s = streams;
    const World w = world;
    for (Int begin = 0; begin < s.agents; begin += block) {
        const Int count = begin + block < s.agents ? block : s.agents - begin;
        float force_x[block];
        float force_y[block];
        Int searches[block];
#pragma omp simd
        for (Int j = 0; j < count; ++j) {
            const Agent agent = agent_at(s, begin + j);
            const Int record = s.record[begin + j];
            const Vector2 point = ahead_of(agent.position, agent.velocity, w.prediction);
            const float squared = foot_on(s, record, point).squared_distance;
            const float along = s.records[record + tangent_x] * agent.velocity.x +
                                s.records[record + tangent_y] * agent.velocity.y;
            const float after = foot_on(s, next_of(s, record), point).squared_distance;
            const float before = foot_on(s, previous_of(s, record), point).squared_distance;
            searches[j] = static_cast<Int>(after < squared) | static_cast<Int>(before < squared) |
                          static_cast<Int>(squared > w.corridor_radius * w.corridor_radius) |
                          static_cast<Int>(along < 0);
            force_x[j] = 0;
            force_y[j] = 0;
        }
        for (Int j = 0; j < count; ++j) {
            if (searches[j] == 0) continue;
            const Vector2 force = corridor_force(s, w, begin + j);
            force_x[j] = force.x;
            force_y[j] = force.y;
        }
#pragma omp simd
        for (Int j = 0; j < count; ++j)
            store(s, begin + j, moved(agent_at(s, begin + j), {force_x[j], force_y[j]}, w));
    }
}

/// Moves all agents along their segments, moves those beyond a segment node by node, then calls `place`.
template <class Place>
inline void travel(const Streams& streams, const World& world, const Place& place) {
    const Streams s = streams;
    const World w = world;
    for (Int begin = 0; begin < s.agents; begin += block) {
        const Int end = begin + block < s.agents ? begin + block : s.agents;
        Int beyond = 0;
#pragma omp simd reduction(| : beyond)
        for (Int i = begin; i < end; ++i) {
            const float d = s.distance[i] + s.speed[i] * w.dt;
            s.distance[i] = d;
            beyond |= d >= s.records[s.record[i] + length];
        }
        if (beyond != 0)
            for (Int i = begin; i < end; ++i)
                while (s.distance[i] >= s.records[s.record[i] + length]) {
                    s.distance[i] -= s.records[s.record[i] + length];
                    s.record[i] = next_of(s, s.record[i]);
                }
#pragma omp simd
        for (Int i = begin; i < end; ++i) place(s, w, i);
    }
}

void advance(const Streams& streams, const World& world, Word) {
    travel(streams, world, [](const Streams& s, const World&, Int i) {
        const Int record = s.record[i];
        s.position_x[i] = s.records[record + node_x] + s.records[record + tangent_x] * s.distance[i];
        s.position_y[i] = s.records[record + node_y] + s.records[record + tangent_y] * s.distance[i];
    });
}

void advance_shaped(const Streams& streams, const World& world, Word) {
    travel(streams, world, [](const Streams& s, const World& w, Int i) {
        const Int record = s.record[i];
        const Vector2 along{s.records[record + tangent_x], s.records[record + tangent_y]};
        const float l = s.records[record + length];
        const float u = s.distance[i] / l;
        const float e = 1 / (1 + powf((1 - u) / u, w.ease_power));
        const float forward = l * e;
        const float left = s.records[record + offset] * 4 * e * (1 - e);
        s.position_x[i] = s.records[record + node_x] + along.x * forward - along.y * left;
        s.position_y[i] = s.records[record + node_y] + along.y * forward + along.x * left;
    });
}

}  // namespace

extern const Loops WEND_RIVAL;
const Loops WEND_RIVAL{
    .of = {{KernelId::wander, steer_and_turn<wander>},
           {KernelId::seek, steer<seek>},
           {KernelId::flee, steer<flee>},
           {KernelId::arrive, steer<arrive>},
           {KernelId::pursue, steer<pursue>},
           {KernelId::pursue_agent, pursue_agent},
           {KernelId::evade, steer<evade>},
           {KernelId::offset_pursue, steer<offset_pursue>},
           {KernelId::interpose, steer<interpose>},
           {KernelId::external_force, steer<external_force>},
           {KernelId::retarget_wander, retarget},
           {KernelId::weighted, steer_and_turn<weighted>},
           {KernelId::prioritised, steer_and_turn<prioritised>},
           {KernelId::approach, approach},
           {KernelId::approach_brisk, approach},
           {KernelId::path_follow, follow},
           {KernelId::corridor_follow, follow_corridor},
           {KernelId::waypoint_advance, advance},
           {KernelId::waypoint_advance_long, advance},
           {KernelId::waypoint_advance_shaped, advance_shaped}},
    .seek_structs = seek_structs,
};

}  // namespace wend::bench::rivals

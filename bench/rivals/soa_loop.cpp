// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Plain loops over separate arrays, written so that compilers vectorise them, in several forms. Compiled by
// several compilers and with several flags: bench/rivals/CMakeLists.txt.
#include <math.h>

#include <cstddef>

#include "bench/rivals/agent.hpp"

namespace wend::bench::rivals {

namespace {

/// Agents per block: rare work (choosing a walk-to point, passing nodes) is skipped for whole blocks.
constexpr Int block = 64;
/// Agents that are steered together, one in each lane of a vector of 512 bits.
constexpr Int width = 16;

/// The source of random numbers.
enum class Draws : std::uint8_t {
    none,
    hash,  ///< of agent and tick
    lanes  ///< a linear congruential generator a lane
};
struct Form {
    Limits limits;
    Draws draws;
};

/// Cheaper than wend's generator, and of lower quality.
[[gnu::always_inline]] inline Word hash(Int agent, Word tick, Word purpose) {
    Word h = static_cast<Word>(agent) * 0x9e3779b9u + (tick + purpose) * 0x85ebca6bu;
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    h *= 0x846ca68bu;
    return h ^ h >> 16;
}

/// Uniform in [-1/2, 1/2).
[[gnu::always_inline]] inline float draw_of(Word word) {
    return static_cast<float>(static_cast<Int>(word) >> 8) * 0x1p-24f;
}

[[gnu::always_inline]] inline float draw(Int agent, Word tick, Word purpose) {
    return draw_of(hash(agent, tick, purpose));
}

/// Polynomials of the half angle, off by at most 4.5e-7. With libmvec's functions, by GCC and Clang, the loop
/// of wander took 1.51 ns instead of 0.82 (AVX-512); and without -ffast-math no compiler here calls them.
[[gnu::always_inline]] inline Vector2 on_circle(float angle) {
    const float half = 0.5f * (angle - 6.28318531f * __builtin_rintf(angle * 0.159154943f));
    const float h = half * half;
    const float s =
        half +
        half * h * (-0.1666665971f + h * (8.333086967e-3f + h * (-1.981106034e-4f + h * 2.608821433e-6f)));
    const float c =
        1 + h * (-0.4999993145f + h * (4.166397825e-2f + h * (-1.385585871e-3f + h * 2.319294981e-5f)));
    return {1 - 2 * s * s, 2 * s * c};
}

/// `v` scaled to the length `size`; 0 for a zero vector.
[[gnu::always_inline]] inline Vector2 scaled_to(Vector2 v, float size) {
    const float squared = dot(v);
    const float k = size / __builtin_sqrtf(squared > 1e-30f ? squared : 1e-30f);
    return {v.x * k, v.y * k};
}

[[gnu::always_inline]] inline Vector2 towards(Agent agent, Vector2 target) {
    return {target.x - agent.position.x, target.y - agent.position.y};
}

[[gnu::always_inline]] inline Vector2 seek_force(Agent agent, Vector2 target, const World& w) {
    const Vector2 desired = scaled_to(towards(agent, target), w.max_speed);
    return {desired.x - agent.velocity.x, desired.y - agent.velocity.y};
}

[[gnu::always_inline]] inline Vector2 flee_force(Agent agent, Vector2 target, const World& w) {
    const Vector2 desired = scaled_to(towards(agent, target), -w.max_speed);
    return {desired.x - agent.velocity.x, desired.y - agent.velocity.y};
}

[[gnu::always_inline]] inline Vector2 arrive_force(Agent agent, Vector2 target, const World& w) {
    const Vector2 to_target = towards(agent, target);
    const float l = length_of(to_target);
    const float k = w.max_speed / (l < w.slowing_radius ? w.slowing_radius : l);
    return {to_target.x * k - agent.velocity.x, to_target.y * k - agent.velocity.y};
}

[[gnu::always_inline]] inline Vector2 ahead_of(Vector2 place, Vector2 velocity, float time) {
    return {place.x + velocity.x * time, place.y + velocity.y * time};
}

[[gnu::always_inline]] inline float time_to(Agent agent, Vector2 target, const World& w) {
    return length_of(towards(agent, target)) * (1 / w.max_speed);
}

[[gnu::always_inline]] inline Vector2 pursue_force(Agent agent, Vector2 target, Vector2 target_velocity,
                                                   const World& w) {
    return seek_force(agent, ahead_of(target, target_velocity, time_to(agent, target, w)), w);
}

[[gnu::always_inline]] inline Vector2 between(Vector2 a, Vector2 b, float share) {
    return {a.x * (1 - share) + b.x * share, a.y * (1 - share) + b.y * share};
}

/// The force, truncated to what is left of `force_budget`.
[[gnu::always_inline]] inline Vector2 within_budget(Vector2 force, float& force_budget) {
    const float strength = length_of(force);
    const float part = force_budget / strength;
    const float k = strength > force_budget ? part : 1.0f;
    force_budget = strength > force_budget ? 0.0f : force_budget - strength;
    return {force.x * k, force.y * k};
}

/// Calls body(i, drawn) for each agent i in [begin, end); returns the disjunction of its results.
template <Draws draws, class Body>
[[gnu::always_inline]] inline Int for_agents(Int begin, Int end, Word tick, Word* lanes, const Body& body) {
    Int flags = 0;
    if constexpr (draws == Draws::lanes) {
        Int first = begin;
        for (; first + width <= end; first += width) {
#pragma omp simd reduction(| : flags)
            for (Int lane = 0; lane < width; ++lane) {
                lanes[lane] = lanes[lane] * 1664525u + 1013904223u;
                flags |= body(first + lane, draw_of(lanes[lane]));
            }
        }
        begin = first;
    }
#pragma omp simd reduction(| : flags)
    for (Int i = begin; i < end; ++i) flags |= body(i, draws == Draws::none ? 0.0f : draw(i, tick, 0));
    return flags;
}

/// One agent with its inputs.
struct Inputs {
    const Streams& s;
    const World& w;
    Int i;
    Agent agent;
    float drawn;

    Vector2 target() const { return {s.target_x[i], s.target_y[i]}; }
    Vector2 target_velocity() const { return {s.target_velocity_x[i], s.target_velocity_y[i]}; }
};

/// Work of a behaviour beside its force; most have none.
struct Behaviour {
    static constexpr bool has_events = false;  ///< is_event and handle
    [[gnu::always_inline]] static Int is_event(const Inputs&) { return 0; }
    static void handle(const Streams&, Int) {}
    /// Before the forces of a block.
    static void prepare(const Streams&, const World&, Int, Int, Word) {}
};

/// Flags of an agent.
constexpr Int too_strong = 1, event = 2;

/// Forces, limits and motion of the agents in [begin, end).
template <class Of, Form form>
[[gnu::always_inline]] inline void steer_block(const Streams& s, const World& w, Int begin, Int end,
                                               Word tick, Word* lanes) {
    Of::prepare(s, w, begin, end, tick);
    Int events[block];
    float x[block];
    float y[block];
    const Int flags = for_agents<form.draws>(begin, end, tick, lanes, [&](Int i, float drawn) {
        const Agent agent = agent_at(s, i);
        const Inputs in{s, w, i, agent, drawn};
        const Vector2 force = Of::force(in);
        Int flag = 0;
        if constexpr (Of::has_events) {
            events[i - begin] = Of::is_event(in);
            flag = events[i - begin] * event;
        }
        if constexpr (form.limits == Limits::rare) {
            x[i - begin] = force.x;
            y[i - begin] = force.y;
            flag |= static_cast<Int>(dot(force) > w.max_force * w.max_force);
        } else {
            store(s, i, moved<form.limits>(agent, force, w));
        }
        return flag;
    });
    if constexpr (form.limits == Limits::rare) {
        // Roundings do not make an agent at full speed too fast.
        const float most = w.max_speed * w.max_speed * 1.000001f;
        const auto push = [&](Int i, Vector2 force) {
            const Vector2 v = pushed_by({s.velocity_x[i], s.velocity_y[i]}, force, w);
            x[i - begin] = v.x;
            y[i - begin] = v.y;
            return static_cast<Int>(dot(v) > most);
        };
        const Int is_fast =
            (flags & too_strong) != 0
                ? for_agents<Draws::none>(
                      begin, end, tick, lanes,
                      [&](Int i, float) {
                          return push(i, truncated<Limits::max>({x[i - begin], y[i - begin]}, w.max_force));
                      })
                : for_agents<Draws::none>(begin, end, tick, lanes, [&](Int i, float) {
                      return push(i, {x[i - begin], y[i - begin]});
                  });
        const auto move = [&](Int i, Vector2 v) {
            store(s, i, moved_at({s.position_x[i], s.position_y[i]}, v, w));
            return 0;
        };
        if (is_fast != 0)
            for_agents<Draws::none>(begin, end, tick, lanes, [&](Int i, float) {
                return move(i, truncated<Limits::max>({x[i - begin], y[i - begin]}, w.max_speed));
            });
        else
            for_agents<Draws::none>(begin, end, tick, lanes, [&](Int i, float) {
                return move(i, {x[i - begin], y[i - begin]});
            });
    }
    if (Of::has_events && (flags & event) != 0)
        for (Int i = begin; i < end; ++i)
            if (events[i - begin] != 0) Of::handle(s, i);
}

template <class Of, Form form>
void steer(const Streams& streams, const World& world, Word tick) {
    // The copies keep the compiler from assuming that stores change them.
    const Streams s = streams;
    const World w = world;
    Word lanes[width];
    for (Int lane = 0; lane < width; ++lane) lanes[lane] = hash(lane, tick, 1);
    for (Int begin = 0; begin < s.agents; begin += block)
        steer_block<Of, form>(s, w, begin, begin + block < s.agents ? begin + block : s.agents, tick, lanes);
}

struct Wander : Behaviour {
    [[gnu::always_inline]] static Vector2 force(const Inputs& in) {
        const Vector2 center = scaled_to(in.agent.velocity, in.w.circle_distance);
        const float angle = in.s.wander_angle[in.i];
        const Vector2 point = on_circle(angle);
        in.s.wander_angle[in.i] = angle + in.drawn * in.w.angle_change;
        return {center.x + in.w.circle_radius * point.x, center.y + in.w.circle_radius * point.y};
    }
};

struct Weighted : Behaviour {
    [[gnu::always_inline]] static Vector2 force(const Inputs& in) {
        const Vector2 first = Wander::force(in);
        const Vector2 second = seek_force(in.agent, in.target(), in.w);
        return {first.x * in.w.wander_weight + second.x, first.y * in.w.wander_weight + second.y};
    }
};

struct Prioritised : Behaviour {
    [[gnu::always_inline]] static Vector2 force(const Inputs& in) {
        float force_budget = in.w.max_force;
        const Vector2 first = within_budget(seek_force(in.agent, in.target(), in.w), force_budget);
        const Vector2 second = within_budget(Wander::force(in), force_budget);
        return {first.x + second.x, first.y + second.y};
    }
};

struct Seek : Behaviour {
    [[gnu::always_inline]] static Vector2 force(const Inputs& in) {
        return seek_force(in.agent, in.target(), in.w);
    }
};

struct Flee : Behaviour {
    [[gnu::always_inline]] static Vector2 force(const Inputs& in) {
        return flee_force(in.agent, in.target(), in.w);
    }
};

struct Arrive : Behaviour {
    [[gnu::always_inline]] static Vector2 force(const Inputs& in) {
        return arrive_force(in.agent, in.target(), in.w);
    }
};

struct Pursue : Behaviour {
    [[gnu::always_inline]] static Vector2 force(const Inputs& in) {
        return pursue_force(in.agent, in.target(), in.target_velocity(), in.w);
    }
};

struct Evade : Behaviour {
    [[gnu::always_inline]] static Vector2 force(const Inputs& in) {
        const float time = time_to(in.agent, in.target(), in.w);
        return flee_force(in.agent, ahead_of(in.target(), in.target_velocity(), time), in.w);
    }
};

struct OffsetPursue : Behaviour {
    [[gnu::always_inline]] static Vector2 force(const Inputs& in) {
        const Vector2 velocity = in.target_velocity();
        const float speed = length_of(velocity);
        const float inverse = 1 / speed;
        const Vector2 heading{speed > 0 ? velocity.x * inverse : 1.0f,
                              speed > 0 ? velocity.y * inverse : 0.0f};
        const Vector2 offset{in.s.offset_x[in.i], in.s.offset_y[in.i]};
        const Vector2 place{in.target().x + offset.x * heading.x - offset.y * heading.y,
                            in.target().y + offset.x * heading.y + offset.y * heading.x};
        return pursue_force(in.agent, place, velocity, in.w);
    }
};

struct Interpose : Behaviour {
    [[gnu::always_inline]] static Vector2 force(const Inputs& in) {
        const Vector2 b{in.s.other_target_x[in.i], in.s.other_target_y[in.i]};
        const Vector2 b_velocity{in.s.other_target_velocity_x[in.i], in.s.other_target_velocity_y[in.i]};
        const float time = time_to(in.agent, between(in.target(), b, in.w.share), in.w);
        const Vector2 a_then = ahead_of(in.target(), in.target_velocity(), time);
        return seek_force(in.agent, between(a_then, ahead_of(b, b_velocity, time), in.w.share), in.w);
    }
};

struct ExternalForce : Behaviour {
    [[gnu::always_inline]] static Vector2 force(const Inputs& in) {
        return {in.s.external_force_x[in.i], in.s.external_force_y[in.i]};
    }
};

struct RetargetWander : Behaviour {
    /// Few agents are due in a tick.
    static void prepare(const Streams& s, const World& w, Int begin, Int end, Word tick) {
        const Int any_due = for_agents<Draws::none>(begin, end, tick, nullptr, [&](Int i, float) {
            return static_cast<Int>(s.seconds_left[i] <= 0);
        });
        for (Int i = begin; any_due != 0 && i < end; ++i) {
            if (s.seconds_left[i] > 0) continue;
            s.target_x[i] = w.min.x + (draw(i, tick, 0) + 0.5f) * (w.max.x - w.min.x);
            s.target_y[i] = w.min.y + (draw(i, tick, 1u << 31) + 0.5f) * (w.max.y - w.min.y);
            s.seconds_left[i] = w.target_interval;
        }
    }
    [[gnu::always_inline]] static Vector2 force(const Inputs& in) {
        in.s.seconds_left[in.i] -= in.w.dt;
        return Seek::force(in);
    }
};

[[gnu::always_inline]] inline Int next_of(const Streams& s, Int record) {
    return __builtin_bit_cast(Int, s.records[record + next]);
}

/// Copies the record of an agent's segment or node beside the agent.
[[gnu::always_inline]] inline void keep_record(const Streams& s, Int i) {
    const float* const record = s.records + s.record[i];
    s.kept_x[i] = record[node_x];
    s.kept_y[i] = record[node_y];
    s.kept_tangent_x[i] = record[tangent_x];
    s.kept_tangent_y[i] = record[tangent_y];
    s.kept_length[i] = record[length];
    s.kept_offset[i] = record[offset];
}

struct PathFollow : Behaviour {
    static constexpr bool has_events = true;
    [[gnu::always_inline]] static Int is_event(const Inputs& in) {
        return static_cast<Int>(dot(towards(in.agent, node(in))) <= in.w.path_radius * in.w.path_radius);
    }
    static void handle(const Streams& s, Int i) {
        s.record[i] = next_of(s, s.record[i]);
        s.kept_x[i] = s.records[s.record[i] + node_x];
        s.kept_y[i] = s.records[s.record[i] + node_y];
    }
    [[gnu::always_inline]] static Vector2 node(const Inputs& in) {
        return {in.s.kept_x[in.i], in.s.kept_y[in.i]};
    }
    [[gnu::always_inline]] static Vector2 force(const Inputs& in) {
        return seek_force(in.agent, node(in), in.w);
    }
};

void seek_structs(Boat* __restrict boats, const float* __restrict target_x, const float* __restrict target_y,
                  Int agents, const World& world) {
    const World w = world;
#pragma omp simd
    for (Int i = 0; i < agents; ++i) {
        const Agent agent{{boats[i].x, boats[i].y}, {boats[i].velocity_x, boats[i].velocity_y}};
        const Vector2 v = pushed<Limits::max>(agent, seek_force(agent, {target_x[i], target_y[i]}, w), w);
        boats[i].x = agent.position.x + v.x * w.dt;
        boats[i].y = agent.position.y + v.y * w.dt;
        boats[i].velocity_x = v.x;
        boats[i].velocity_y = v.y;
    }
}

template <Limits limits>
void pursue_agent(const Streams& streams, const World& world, Word tick) {
    const Streams s = streams;
    const World w = world;
    for_agents<Draws::none>(0, s.agents, tick, nullptr, [&](Int i, float) {
        const Agent agent = agent_at(s, i);
        const Agent quarry = agent_at(s, s.target_agent[i]);
        const Agent after = moved<limits>(agent, pursue_force(agent, quarry.position, quarry.velocity, w), w);
        s.moved_x[i] = after.position.x;
        s.moved_y[i] = after.position.y;
        s.turned_x[i] = after.velocity.x;
        s.turned_y[i] = after.velocity.y;
        return 0;
    });
}

/// Without a branch, so that GCC vectorises it too.
[[gnu::always_inline]] inline Int at_point(float x, float y, float point_x, float point_y) {
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
[[gnu::always_inline]] inline void move_to_walk_point(const Streams& s, const World& w, Int i) {
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

/// The point of a segment that is nearest to another point.
struct Foot {
    float along, squared_distance;
};

/// The end is the next node itself: beyond a corner two segments are equally near, to the bit.
[[gnu::always_inline]] inline Foot foot_on(const Streams& s, Int record, Vector2 point) {
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

[[gnu::always_inline]] inline Int previous_of(const Streams& s, Int record) {
    return __builtin_bit_cast(Int, s.records[record + previous]);
}

/// Segments that a search looks at in a tick, and that the aim may be away.
constexpr int most_segments = 8;

/// Searches from the agent's segment on, along the path and, if nothing there is nearer, against it; then the
/// force, 0 for an agent inside its corridor that moves along it.
[[gnu::always_inline]] inline Vector2 corridor_force(const Streams& s, const World& w, Int i) {
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
            store(s, begin + j, moved<Limits::max>(agent_at(s, begin + j), {force_x[j], force_y[j]}, w));
    }
}

/// Moves all agents along their segments by place(i), and those that leave one, node by node, once more.
template <class Place>
[[gnu::always_inline]] inline void travel(const Streams& s, const World& w, Word tick, const Place& place) {
    for (Int begin = 0; begin < s.agents; begin += block) {
        const Int end = begin + block < s.agents ? begin + block : s.agents;
        const Int beyond = for_agents<Draws::none>(begin, end, tick, nullptr, [&](Int i, float) {
            s.distance[i] += s.speed[i] * w.dt;
            place(i);
            return static_cast<Int>(s.distance[i] >= s.kept_length[i]);
        });
        for (Int i = begin; beyond != 0 && i < end; ++i) {
            if (s.distance[i] < s.kept_length[i]) continue;
            do {
                s.distance[i] -= s.records[s.record[i] + length];
                s.record[i] = next_of(s, s.record[i]);
            } while (s.distance[i] >= s.records[s.record[i] + length]);
            keep_record(s, i);
            place(i);
        }
    }
}

void advance(const Streams& streams, const World& world, Word tick) {
    const Streams s = streams;
    const World w = world;
    travel(s, w, tick, [&](Int i) {
        s.position_x[i] = s.kept_x[i] + s.kept_tangent_x[i] * s.distance[i];
        s.position_y[i] = s.kept_y[i] + s.kept_tangent_y[i] * s.distance[i];
    });
}

void advance_shaped(const Streams& streams, const World& world, Word tick) {
    const Streams s = streams;
    const World w = world;
    travel(s, w, tick, [&](Int i) {
        const float l = s.kept_length[i];
        const float u = s.distance[i] / l;
        const float e = 1 / (1 + powf((1 - u) / u, w.ease_power));
        const float forward = l * e;
        const float left = s.kept_offset[i] * 4 * e * (1 - e);
        s.position_x[i] = s.kept_x[i] + s.kept_tangent_x[i] * forward - s.kept_tangent_y[i] * left;
        s.position_y[i] = s.kept_y[i] + s.kept_tangent_y[i] * forward + s.kept_tangent_x[i] * left;
    });
}

constexpr Loops all_loops() {
    Loops loops{};
    std::size_t size = 0;
    const auto add = [&](KernelId kernel, Frame frame, const char* form = "") {
        loops.of[size++] = {.kernel = kernel, .frame = frame, .form = form};
    };
    const auto add_forms = [&]<class Of>(KernelId kernel, Of) {
        add(kernel, steer<Of, Form{Limits::select, Draws::none}>, "_select");
        add(kernel, steer<Of, Form{Limits::max, Draws::none}>, "_max");
        add(kernel, steer<Of, Form{Limits::rare, Draws::none}>, "_rare");
    };
    const auto add_draws = [&]<class Of>(KernelId kernel, Of) {
        add(kernel, steer<Of, Form{Limits::select, Draws::hash}>, "_select_hash");
        add(kernel, steer<Of, Form{Limits::max, Draws::hash}>, "_max_hash");
        add(kernel, steer<Of, Form{Limits::max, Draws::lanes}>, "_max_lanes");
        add(kernel, steer<Of, Form{Limits::rare, Draws::lanes}>, "_rare_lanes");
    };
    add_forms(KernelId::seek, Seek{});
    add_forms(KernelId::flee, Flee{});
    add_forms(KernelId::arrive, Arrive{});
    add_forms(KernelId::pursue, Pursue{});
    add_forms(KernelId::evade, Evade{});
    add_forms(KernelId::offset_pursue, OffsetPursue{});
    add_forms(KernelId::interpose, Interpose{});
    add_forms(KernelId::external_force, ExternalForce{});
    add_forms(KernelId::retarget_wander, RetargetWander{});
    add_forms(KernelId::path_follow, PathFollow{});
    add_draws(KernelId::wander, Wander{});
    add_draws(KernelId::weighted, Weighted{});
    add_draws(KernelId::prioritised, Prioritised{});
    add(KernelId::pursue_agent, pursue_agent<Limits::select>, "_select");
    add(KernelId::pursue_agent, pursue_agent<Limits::max>, "_max");
    add(KernelId::approach, approach);
    add(KernelId::approach_brisk, approach);
    add(KernelId::corridor_follow, follow_corridor);
    add(KernelId::waypoint_advance, advance);
    add(KernelId::waypoint_advance_long, advance);
    add(KernelId::waypoint_advance_shaped, advance_shaped);
    loops.seek_structs = seek_structs;
    return loops;
}

}  // namespace

extern const Loops WEND_RIVAL;
constinit const Loops WEND_RIVAL = all_loops();

}  // namespace wend::bench::rivals

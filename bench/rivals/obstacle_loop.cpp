// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Avoidance of obstacles (wend/avoid_obstacles.hpp) over a grid: one agent after the other with early exits,
// or in two phases, pairs of agents and obstacles and then their times in lanes.
#include "bench/rivals/agent.hpp"
#include "bench/rivals/obstacle_grid.hpp"

namespace wend::bench::rivals {
namespace {

inline float root(float value) { return __builtin_sqrtf(value); }
inline float least(float a, float b) { return a < b ? a : b; }
inline float most(float a, float b) { return a > b ? a : b; }

struct Touch {
    float time;
    Vector2 normal;
    float depth;  ///< of an overlap
};

inline float pressed_in(float reach, float distance) {
    return distance < reach ? (reach - distance) * (reach / most(distance, reach * 0x1p-6f)) : 0;
}

/// Of a circle at `to`, if it is touched before `touch`.
inline bool touch_end(Vector2 to, Vector2 velocity, float reach, Touch& touch) {
    const float closing = to.x * velocity.x + to.y * velocity.y;
    if (!(closing > 0)) return false;
    const float turned = to.x * velocity.y - to.y * velocity.x;
    const float square = reach * reach * dot(velocity) - turned * turned;
    if (!(square > 0)) return false;
    const float time = most((dot(to) - reach * reach) / (root(square) + closing), 0);
    if (!(time < touch.time)) return false;
    const Vector2 at{to.x - velocity.x * time, to.y - velocity.y * time};
    const float distance = length_of(at);
    const float k = 1 / most(distance, 1e-18f);
    touch = {time, {at.x * k, at.y * k}, time <= 0 ? pressed_in(reach, distance) : 0};
    return true;
}

inline bool touch_line(Vector2 to, Vector2 along, Vector2 velocity, float reach, Touch& touch) {
    const float side = along.y * to.x - along.x * to.y;
    const float across = along.x * velocity.y - along.y * velocity.x;
    if (!(side * across < 0)) return false;
    const float square = dot(along);
    const float size = root(square);
    const float time = most((__builtin_fabsf(side) - reach * size) / __builtin_fabsf(across), 0);
    const float foot = (velocity.x * time - to.x) * along.x + (velocity.y * time - to.y) * along.y;
    if (!(time < touch.time) || !(foot >= 0) || !(foot <= square)) return false;
    const float k = (side > 0 ? 1.0f : -1.0f) / size;
    touch = {
        time, {along.y * k, -along.x * k}, time <= 0 ? pressed_in(reach, __builtin_fabsf(side) / size) : 0};
    return true;
}

template <bool circles>
inline bool touch_first(const Capsule& capsule, const Agent& agent, Touch& touch) {
    const Vector2 from{capsule.from_x - agent.position.x, capsule.from_y - agent.position.y};
    bool found = false;
    if constexpr (!circles) {
        const Vector2 to{capsule.to_x - agent.position.x, capsule.to_y - agent.position.y};
        found = touch_line(from, {to.x - from.x, to.y - from.y}, agent.velocity, capsule.reach, touch);
        found = touch_end(to, agent.velocity, capsule.reach, touch) || found;
    }
    return touch_end(from, agent.velocity, capsule.reach, touch) || found;
}

inline float dot(Vector2 a, Vector2 b) { return a.x * b.x + a.y * b.y; }

inline Int cell_of(float value, float per_cell, Int cells) {
    const float cell = value * per_cell;
    return cell < 0 ? 0 : cell >= static_cast<float>(cells) ? cells - 1 : static_cast<Int>(cell);
}

/// The bounding box of the way in `seconds`.
inline Box box_of(const Agent& agent, float seconds) {
    const Vector2 p = agent.position;
    const Vector2 end{p.x + agent.velocity.x * seconds, p.y + agent.velocity.y * seconds};
    return {least(p.x, end.x), least(p.y, end.y), most(p.x, end.x), most(p.y, end.y)};
}

inline bool overlap(const Box& a, const Box& b) {
    return (a.min_x <= b.max_x) & (a.max_x >= b.min_x) & (a.min_y <= b.max_y) & (a.max_y >= b.min_y);
}

/// Calls use(begin, end) for the runs of entries near the box.
template <class Use>
inline void for_runs(const ObstacleGrid& grid, const Box& box, const Use& use) {
    const Int left = cell_of(box.min_x - grid.min_x, grid.per_cell, grid.columns);
    const Int right = cell_of(box.max_x - grid.min_x, grid.per_cell, grid.columns);
    const Int last = cell_of(box.max_y - grid.min_y, grid.per_cell, grid.rows);
    for (Int row = cell_of(box.min_y - grid.min_y, grid.per_cell, grid.rows); row <= last; ++row)
        use(grid.first[row * grid.columns + left], grid.first[row * grid.columns + right + 1]);
}

/// Calls use(entry) for the obstacles whose box overlaps the way's.
template <class Use>
inline void for_entries(const ObstacleGrid& grid, const Box& box, const Use& use) {
    for_runs(grid, box, [&](Word begin, Word end) {
        for (Word entry = begin; entry < end; ++entry)
            if (overlap(grid.boxes[entry], box)) use(entry);
    });
}

/// The other wall of a corner.
template <bool circles>
inline Vector2 second_force(const ObstacleGrid& grid, const Agent& agent, Vector2 normal) {
    const float soon = grid.horizon / 64;
    const float closing = dot(agent.velocity, normal);
    const Vector2 along{agent.velocity.x - normal.x * closing, agent.velocity.y - normal.y * closing};
    Touch second{};
    float fastest = 0;
    for_entries(grid, box_of(agent, soon), [&](Word entry) {
        Touch touch{grid.horizon, {}, 0};
        if (!touch_first<circles>(grid.capsules[entry], agent, touch) || touch.time > soon) return;
        const float speed = dot(along, touch.normal);
        if (speed <= fastest || speed * speed <= dot(agent.velocity) * 0x1p-20f) return;
        second = touch;
        fastest = speed;
    });
    const float push = fastest / (soon + soon) + second.depth / (soon * soon * 4);
    return {-push * second.normal.x, -push * second.normal.y};
}

template <bool circles>
inline Vector2 force_of(const ObstacleGrid& grid, const Agent& agent, const Touch& touch) {
    const float soon = grid.horizon / 64;
    const Vector2 n = touch.normal;
    const float closing = dot(agent.velocity, n);
    if (!(closing > 0)) return {0, 0};
    const float late = most(touch.time, soon);
    const float push = closing / (late + late) + touch.depth / (late * late * 4);
    const float turns = 1 - soon * 0.75f / late;
    const float way = agent.velocity.x * n.y - agent.velocity.y * n.x < 0 ? -turns : turns;
    const Vector2 force{push * (way * n.y - n.x), push * (-way * n.x - n.y)};
    if (touch.time > soon) return force;
    const Vector2 more = second_force<circles>(grid, agent, n);
    return {force.x + more.x, force.y + more.y};
}

template <bool circles>
inline void avoid_by_agents(const Streams& s, const World& w, const ObstacleGrid& grid) {
    const float soon = grid.horizon / 64;
    for (Int i = 0; i < s.agents; ++i) {
        const Agent agent = agent_at(s, i);
        Touch first{grid.horizon, {}, 0};
        float before = grid.horizon, fastest = 0;
        for_entries(grid, box_of(agent, grid.horizon), [&](Word entry) {
            Touch touch{before, {}, 0};
            if (!touch_first<circles>(grid.capsules[entry], agent, touch)) return;
            if (touch.time <= soon) {
                const float closing = dot(agent.velocity, touch.normal);
                if (closing <= fastest) return;
                fastest = closing;
                touch.time = least(touch.time, soon);
                before = soon * 1.0000001f;
            } else {
                before = touch.time;
            }
            first = touch;
        });
        const Vector2 force =
            first.time < grid.horizon ? force_of<circles>(grid, agent, first) : Vector2{0, 0};
        store(s, i, moved<Limits::max>(agent, force, w));
    }
}

constexpr Int pair_block = 512;
constexpr Int most_pairs = 4096;

struct Pairs {
    Int agent[most_pairs];
    Word entry[most_pairs];
    float time[most_pairs];
};

/// Later than any horizon.
constexpr float never = 1e30f;

inline float time_of_end(Vector2 to, Vector2 velocity, float reach) {
    const float closing = to.x * velocity.x + to.y * velocity.y;
    const float turned = to.x * velocity.y - to.y * velocity.x;
    const float square = reach * reach * dot(velocity) - turned * turned;
    const float time = most((dot(to) - reach * reach) / (root(most(square, 0)) + closing), 0);
    return ((closing > 0) & (square > 0)) ? time : never;
}

template <bool circles>
inline void find_times(const Streams& s, const ObstacleGrid& grid, Pairs& pairs, Int count) {
    const Capsule* const capsules = grid.capsules;
#pragma omp simd
    for (Int k = 0; k < count; ++k) {
        const Int i = pairs.agent[k];
        const Capsule& capsule = capsules[pairs.entry[k]];
        const Vector2 v{s.velocity_x[i], s.velocity_y[i]};
        const Vector2 from{capsule.from_x - s.position_x[i], capsule.from_y - s.position_y[i]};
        float time = time_of_end(from, v, capsule.reach);
        if constexpr (!circles) {
            const Vector2 to{capsule.to_x - s.position_x[i], capsule.to_y - s.position_y[i]};
            const Vector2 along{to.x - from.x, to.y - from.y};
            const float side = along.y * from.x - along.x * from.y;
            const float across = along.x * v.y - along.y * v.x;
            const float square = dot(along);
            const float line =
                most((__builtin_fabsf(side) - capsule.reach * root(square)) / __builtin_fabsf(across), 0);
            const float foot = (v.x * line - from.x) * along.x + (v.y * line - from.y) * along.y;
            time = least(time, time_of_end(to, v, capsule.reach));
            time = least(time, ((side * across < 0) & (foot >= 0) & (foot <= square)) ? line : never);
        }
        pairs.time[k] = time;
    }
}

template <bool circles>
inline void avoid_by_pairs(const Streams& s, const World& w, const ObstacleGrid& grid) {
    const float soon = grid.horizon / 64;
    constexpr Word none = ~0u;
    Pairs pairs;
    float time[pair_block], fastest[pair_block];
    Word entry_of[pair_block];
    for (Int begin = 0; begin < s.agents; begin += pair_block) {
        const Int end = begin + pair_block < s.agents ? begin + pair_block : s.agents;
        for (Int i = 0; i < end - begin; ++i) {
            time[i] = grid.horizon;
            fastest[i] = 0;
            entry_of[i] = none;
        }
        Int count = 0;
        const auto flush = [&] {
            find_times<circles>(s, grid, pairs, count);
            for (Int k = 0; k < count; ++k) {
                if (!(pairs.time[k] < grid.horizon)) continue;
                const Int i = pairs.agent[k] - begin;
                if (pairs.time[k] <= soon) {
                    const Agent agent = agent_at(s, pairs.agent[k]);
                    Touch touch{grid.horizon, {}, 0};
                    if (!touch_first<circles>(grid.capsules[pairs.entry[k]], agent, touch)) continue;
                    const float closing = dot(agent.velocity, touch.normal);
                    if (closing <= fastest[i]) continue;
                    fastest[i] = closing;
                    time[i] = 0;
                } else if (pairs.time[k] < time[i]) {
                    time[i] = pairs.time[k];
                } else {
                    continue;
                }
                entry_of[i] = pairs.entry[k];
            }
            count = 0;
        };
        for (Int i = begin; i < end; ++i) {
            const Box box = box_of(agent_at(s, i), grid.horizon);
            for_runs(grid, box, [&](Word first, Word behind) {
                for (Word entry = first; entry < behind; ++entry) {
                    pairs.agent[count] = i;
                    pairs.entry[count] = entry;
                    count += overlap(grid.boxes[entry], box) ? 1 : 0;
                    if (count == most_pairs) flush();
                }
            });
        }
        flush();
        for (Int i = begin; i < end; ++i) {
            const Agent agent = agent_at(s, i);
            Vector2 force{0, 0};
            if (entry_of[i - begin] != none) {
                Touch touch{grid.horizon, {}, 0};
                if (touch_first<circles>(grid.capsules[entry_of[i - begin]], agent, touch))
                    force = force_of<circles>(grid, agent, touch);
            }
            store(s, i, moved<Limits::max>(agent, force, w));
        }
    }
}

void by_agents(const Streams& streams, const World& world, Word) {
    streams.obstacles->are_circles ? avoid_by_agents<true>(streams, world, *streams.obstacles)
                                   : avoid_by_agents<false>(streams, world, *streams.obstacles);
}

void by_pairs(const Streams& streams, const World& world, Word) {
    streams.obstacles->are_circles ? avoid_by_pairs<true>(streams, world, *streams.obstacles)
                                   : avoid_by_pairs<false>(streams, world, *streams.obstacles);
}

}  // namespace

extern const Loops WEND_RIVAL;
constinit const Loops WEND_RIVAL{
    .of = {{.kernel = KernelId::avoid_obstacles, .frame = by_agents, .form = "_scalar"},
           {.kernel = KernelId::avoid_obstacles, .frame = by_pairs, .form = "_pairs"}}};

}  // namespace wend::bench::rivals

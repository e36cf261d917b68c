// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/loops/tutorial_loop.hpp"

#include <algorithm>
#include <cmath>

namespace wend::bench::tutorial {

namespace {

Vector2 operator+(Vector2 a, Vector2 b) { return {a.x + b.x, a.y + b.y}; }
Vector2 operator-(Vector2 a, Vector2 b) { return {a.x - b.x, a.y - b.y}; }
Vector2 operator*(Vector2 v, float s) { return {v.x * s, v.y * s}; }
Vector2 operator/(Vector2 v, float s) { return {v.x / s, v.y / s}; }
bool operator==(Vector2 a, Vector2 b) { return a.x == b.x && a.y == b.y; }

float length(Vector2 v) { return std::sqrt(v.x * v.x + v.y * v.y); }

Vector2 normalized(Vector2 v) {
    const float l = length(v);
    return l > 0 ? v / l : Vector2{};
}

Vector2 truncated(Vector2 v, float limit) {
    const float l = length(v);
    return l > limit ? v / l * limit : v;
}

float wrapped(float value, float min, float max) {
    if (value < min) return value + (max - min);
    if (value >= max) return value - (max - min);
    return value;
}

/// Uniform in [0, 1).
float uniform(std::mt19937& random) {
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    return unit(random);
}

Vector2 wander_force(Agent& agent, const World& world, std::mt19937& random) {
    const Vector2 circle_center = normalized(agent.velocity) * world.circle_distance;
    const Vector2 displacement =
        Vector2{std::cos(agent.wander_angle), std::sin(agent.wander_angle)} * world.circle_radius;
    agent.wander_angle += (uniform(random) - 0.5f) * world.angle_change;
    return circle_center + displacement;
}

template <class Body>
Vector2 seek_force(const Body& agent, Vector2 target, const World& world) {
    const Vector2 desired_velocity = normalized(target - agent.position) * world.max_speed;
    return desired_velocity - agent.velocity;
}

template <class Body>
Vector2 flee_force(const Body& agent, Vector2 target, const World& world) {
    const Vector2 desired_velocity = normalized(agent.position - target) * world.max_speed;
    return desired_velocity - agent.velocity;
}

Vector2 arrive_force(const Agent& agent, Vector2 target, const World& world) {
    const Vector2 to_target = target - agent.position;
    const float distance = length(to_target);
    Vector2 desired_velocity = normalized(to_target) * world.max_speed;
    if (distance < world.slowing_radius)
        desired_velocity = desired_velocity * (distance / world.slowing_radius);
    return desired_velocity - agent.velocity;
}

Vector2 pursue_force(const Hunter& agent, Vector2 target, Vector2 target_velocity, const World& world) {
    const float time_ahead = length(target - agent.position) / world.max_speed;
    return seek_force(agent, target + target_velocity * time_ahead, world);
}

Vector2 retarget_force(Agent& agent, const World& world, std::mt19937& random) {
    if (agent.seconds_left <= 0) {
        agent.target.x = world.min.x + uniform(random) * (world.max.x - world.min.x);
        agent.target.y = world.min.y + uniform(random) * (world.max.y - world.min.y);
        agent.seconds_left = world.target_interval;
    }
    agent.seconds_left -= world.dt;
    return seek_force(agent, agent.target, world);
}

Vector2 follow_force(Agent& agent, const World& world) {
    const Vector2 node = agent.waypoint->position;
    if (length(node - agent.position) <= world.path_radius) agent.waypoint = agent.waypoint->next;
    return seek_force(agent, node, world);
}

/// Adds the force, truncated to what is left of `force_budget`.
Vector2 add_within_budget(Vector2 sum, Vector2 force, float& force_budget) {
    const float strength = length(force);
    if (strength > force_budget) force = truncated(force, force_budget);
    force_budget = strength > force_budget ? 0 : force_budget - strength;
    return sum + force;
}

Vector2 prioritised_force(Agent& agent, const World& world, std::mt19937& random) {
    float force_budget = world.max_force;
    const Vector2 first = add_within_budget({}, seek_force(agent, agent.target, world), force_budget);
    return add_within_budget(first, wander_force(agent, world, random), force_budget);
}

template <class Body>
void apply_force(Body& agent, Vector2 force, const World& world) {
    const Vector2 acceleration = truncated(force, world.max_force) / world.mass;
    agent.velocity = truncated(agent.velocity + acceleration * world.dt, world.max_speed);
    agent.position = agent.position + agent.velocity * world.dt;
    agent.position.x = wrapped(agent.position.x, world.min.x, world.max.x);
    agent.position.y = wrapped(agent.position.y, world.min.y, world.max.y);
}

/// A step towards the target, in a cone that narrows as the target comes nearer.
Vector2 next_walk_point(const Walker& agent, const World& world, std::mt19937& random) {
    const Vector2 to_target = agent.target - agent.position;
    const float distance = length(to_target);
    const float step = std::clamp(world.step_fraction * distance, world.min_step, world.max_step);
    if (step > distance) return agent.target;
    const float fov = world.max_fov * (std::min(distance, world.aggro_radius) / world.aggro_radius) / 2;
    const float angle = (uniform(random) * 2 - 1) * fov;
    const Vector2 forward = normalized(to_target) * step;
    const float c = std::cos(angle);
    const float s = std::sin(angle);
    return agent.position + Vector2{forward.x * c - forward.y * s, forward.x * s + forward.y * c};
}

void walk(Walker& agent, const World& world, std::mt19937& random) {
    if (agent.position == agent.target) return;
    if (agent.position == agent.walk_to) agent.walk_to = next_walk_point(agent, world, random);
    const Vector2 to_point = agent.walk_to - agent.position;
    const float distance = length(to_point);
    const float travel = agent.speed * world.dt;
    if (travel >= distance)
        agent.position = agent.walk_to;
    else
        agent.position = agent.position + to_point * (travel / distance);
}

void travel(Agent& agent, const World& world) {
    agent.distance += agent.speed * world.dt;
    while (agent.distance >= agent.waypoint->distance_to_next) {
        agent.distance -= agent.waypoint->distance_to_next;
        agent.waypoint = agent.waypoint->next;
    }
}

void advance_along_path(Agent& agent, const World& world) {
    travel(agent, world);
    const Vector2 from = agent.waypoint->position;
    const Vector2 to = agent.waypoint->next->position;
    agent.position = from + (to - from) * (agent.distance / agent.waypoint->distance_to_next);
}

float eased(float u, float power) { return u <= 0 ? 0 : 1 / (1 + std::pow((1 - u) / u, power)); }

void advance_along_curve(Agent& agent, const World& world) {
    travel(agent, world);
    const Waypoint& behind = *agent.waypoint;
    const Vector2 segment = behind.next->position - behind.position;
    const Vector2 left = Vector2{-segment.y, segment.x} / behind.distance_to_next;
    const float e = eased(agent.distance / behind.distance_to_next, world.ease_power);
    agent.position = behind.position + segment * e + left * (behind.offset * 4 * e * (1 - e));
}

void wander(std::vector<Agent>& agents, const World& world, std::mt19937& random) {
    for (Agent& agent : agents) apply_force(agent, wander_force(agent, world, random), world);
}

void seek(std::vector<Agent>& agents, const World& world, std::mt19937&) {
    for (Agent& agent : agents) apply_force(agent, seek_force(agent, agent.target, world), world);
}

void flee(std::vector<Agent>& agents, const World& world, std::mt19937&) {
    for (Agent& agent : agents) apply_force(agent, flee_force(agent, agent.target, world), world);
}

void arrive(std::vector<Agent>& agents, const World& world, std::mt19937&) {
    for (Agent& agent : agents) apply_force(agent, arrive_force(agent, agent.target, world), world);
}

void retarget(std::vector<Agent>& agents, const World& world, std::mt19937& random) {
    for (Agent& agent : agents) apply_force(agent, retarget_force(agent, world, random), world);
}

void weighted(std::vector<Agent>& agents, const World& world, std::mt19937& random) {
    for (Agent& agent : agents)
        apply_force(
            agent,
            wander_force(agent, world, random) * world.wander_weight + seek_force(agent, agent.target, world),
            world);
}

void prioritised(std::vector<Agent>& agents, const World& world, std::mt19937& random) {
    for (Agent& agent : agents) apply_force(agent, prioritised_force(agent, world, random), world);
}

void follow(std::vector<Agent>& agents, const World& world, std::mt19937&) {
    for (Agent& agent : agents) apply_force(agent, follow_force(agent, world), world);
}

void advance(std::vector<Agent>& agents, const World& world, std::mt19937&) {
    for (Agent& agent : agents) advance_along_path(agent, world);
}

void advance_shaped(std::vector<Agent>& agents, const World& world, std::mt19937&) {
    for (Agent& agent : agents) advance_along_curve(agent, world);
}

void pursue(std::vector<Hunter>& agents, const World& world, std::mt19937&) {
    for (Hunter& agent : agents)
        apply_force(agent, pursue_force(agent, agent.target, agent.target_velocity, world), world);
}

void evade(std::vector<Hunter>& agents, const World& world, std::mt19937&) {
    for (Hunter& agent : agents) {
        const float time_ahead = length(agent.target - agent.position) / world.max_speed;
        const Vector2 aim = agent.target + agent.target_velocity * time_ahead;
        apply_force(agent, flee_force(agent, aim, world), world);
    }
}

void pursue_agent(std::vector<Hunter>& agents, const World& world, std::mt19937&) {
    for (Hunter& agent : agents)
        apply_force(agent, pursue_force(agent, agent.quarry->position, agent.quarry->velocity, world), world);
}

void approach(std::vector<Walker>& agents, const World& world, std::mt19937& random) {
    for (Walker& agent : agents) walk(agent, world, random);
}

}  // namespace

const Loop WEND_TUTORIAL_LOOP{.name = WEND_TUTORIAL_NAME,
                              .flags = WEND_TUTORIAL_FLAGS,
                              .rows = {{KernelId::wander, wander},
                                       {KernelId::seek, seek},
                                       {KernelId::flee, flee},
                                       {KernelId::arrive, arrive},
                                       {KernelId::pursue, pursue},
                                       {KernelId::pursue_agent, pursue_agent},
                                       {KernelId::evade, evade},
                                       {KernelId::retarget_wander, retarget},
                                       {KernelId::weighted, weighted},
                                       {KernelId::prioritised, prioritised},
                                       {KernelId::approach, approach},
                                       {KernelId::approach_brisk, approach},
                                       {KernelId::path_follow, follow},
                                       {KernelId::waypoint_advance, advance},
                                       {KernelId::waypoint_advance_long, advance},
                                       {KernelId::waypoint_advance_shaped, advance_shaped}}};

}  // namespace wend::bench::tutorial

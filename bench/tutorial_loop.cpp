// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/tutorial_loop.hpp"

#include <cmath>

namespace wend::bench::tutorial {

namespace {

Vector2 operator+(Vector2 a, Vector2 b) {
    return {a.x + b.x, a.y + b.y};
}
Vector2 operator-(Vector2 a, Vector2 b) {
    return {a.x - b.x, a.y - b.y};
}
Vector2 operator*(Vector2 v, float s) {
    return {v.x * s, v.y * s};
}
Vector2 operator/(Vector2 v, float s) {
    return {v.x / s, v.y / s};
}

float length(Vector2 v) {
    return std::sqrt(v.x * v.x + v.y * v.y);
}

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

Vector2 wander_force(Agent& agent, const World& world, std::mt19937& random) {
    const Vector2 circle_center = normalized(agent.velocity) * world.circle_distance;
    const Vector2 displacement =
        Vector2{std::cos(agent.wander_angle), std::sin(agent.wander_angle)} * world.circle_radius;
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    agent.wander_angle += (unit(random) - 0.5f) * world.angle_change;
    return circle_center + displacement;
}

Vector2 seek_force(const Agent& agent, const World& world) {
    const Vector2 desired_velocity = normalized(agent.target - agent.position) * world.max_speed;
    return desired_velocity - agent.velocity;
}

void apply_force(Agent& agent, Vector2 force, const World& world) {
    const Vector2 acceleration = truncated(force, world.max_force) / world.mass;
    agent.velocity = truncated(agent.velocity + acceleration * world.dt, world.max_speed);
    agent.position = agent.position + agent.velocity * world.dt;
    agent.position.x = wrapped(agent.position.x, world.min.x, world.max.x);
    agent.position.y = wrapped(agent.position.y, world.min.y, world.max.y);
}

void advance_along_path(Agent& agent, const World& world) {
    agent.distance += agent.speed * world.dt;
    while (agent.distance >= agent.waypoint->distance_to_next) {
        agent.distance -= agent.waypoint->distance_to_next;
        agent.waypoint = agent.waypoint->next;
    }
    const Vector2 from = agent.waypoint->position;
    const Vector2 to = agent.waypoint->next->position;
    agent.position = from + (to - from) * (agent.distance / agent.waypoint->distance_to_next);
}

void wander(std::vector<Agent>& agents, const World& world, std::mt19937& random) {
    for (Agent& agent : agents) apply_force(agent, wander_force(agent, world, random), world);
}

void seek(std::vector<Agent>& agents, const World& world) {
    for (Agent& agent : agents) apply_force(agent, seek_force(agent, world), world);
}

void advance(std::vector<Agent>& agents, const World& world) {
    for (Agent& agent : agents) advance_along_path(agent, world);
}

}  // namespace

const Loop WEND_TUTORIAL_LOOP{WEND_TUTORIAL_NAME, WEND_TUTORIAL_FLAGS, wander, seek, advance};

}  // namespace wend::bench::tutorial

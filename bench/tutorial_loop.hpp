// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <random>
#include <string_view>
#include <vector>

/// The tutorial's loop: what popular articles on steering teach, and what most games began with. An array of
/// objects, one after the other. tutorial_loop.cpp is compiled twice, at -O2 and at -O3; the header line of
/// `wend bench` shows how.
namespace wend::bench::tutorial {

struct Vector2 {
    float x = 0;
    float y = 0;
};

struct Waypoint {
    Vector2 position;
    float distance_to_next = 0;
    const Waypoint* next = nullptr;
};

struct Agent {
    Vector2 position;
    Vector2 velocity;
    float wander_angle = 0;
    Vector2 target;
    const Waypoint* waypoint = nullptr;  ///< the one behind; the agent travels to its `next`
    float distance = 0;                  ///< travelled since then
    float speed = 0;                     ///< along the path
};

struct World {
    float dt;
    float max_speed, max_force, mass;
    float circle_distance, circle_radius, angle_change;
    Vector2 min, max;
};

/// One frame of all agents, as compiled one way.
struct Loop {
    std::string_view name;   ///< as in benchmark names
    std::string_view flags;  ///< compiler flags that matter
    void (*wander)(std::vector<Agent>& agents, const World& world, std::mt19937& random);
    void (*seek)(std::vector<Agent>& agents, const World& world);
    void (*advance)(std::vector<Agent>& agents, const World& world);
};

inline constexpr std::string_view source_file = "bench/tutorial_loop.cpp";
extern const Loop loop_o2;
extern const Loop loop_o3;

}  // namespace wend::bench::tutorial

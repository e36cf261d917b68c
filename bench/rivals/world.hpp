// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

/// The parameters that all agents share, in the rivals' form.
namespace wend::bench {

struct Vector2 {
    float x = 0;
    float y = 0;
};

struct World {
    float dt;
    float max_speed, max_force, mass;
    float circle_distance, circle_radius, angle_change;
    float wander_weight;
    float slowing_radius;
    float target_interval;
    float path_radius;
    float corridor_radius, prediction, ahead;
    float share;
    float step_fraction, min_step, max_step, max_fov, aggro_radius;
    float ease_power;
    Vector2 min, max;
};

struct Input;

/// The input's parameters; without draws no agent turns by chance.
[[nodiscard]] World make_world(const Input& input);

}  // namespace wend::bench

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/rivals/world.hpp"

#include "bench/cases/input.hpp"
#include "wend/wend.hpp"

namespace wend::bench {

World make_world(const Input& input) {
    const Wander wander;
    const Approach approach;
    const CorridorFollow corridor;
    return {.dt = dt,
            .max_speed = max_speed,
            .max_force = max_force_of(input.start),
            .mass = mass,
            .circle_distance = wander.circle_distance,
            .circle_radius = wander.circle_radius,
            .angle_change = input.draws ? wander.angle_change : 0,
            .wander_weight = wander_weight,
            .slowing_radius = slowing_radius,
            .target_interval = RetargetWander{}.interval,
            .path_radius = path_radius,
            .corridor_radius = corridor.radius,
            .prediction = corridor.prediction,
            .ahead = corridor.ahead,
            .share = Interpose{}.share,
            .step_fraction = approach.step_fraction,
            .min_step = approach.min_step,
            .max_step = approach.max_step,
            .max_fov = input.draws ? approach.max_fov : 0,
            .aggro_radius = approach.aggro_radius,
            .ease_power = ease_power,
            .min = {area.min_x, area.min_y},
            .max = {area.max_x, area.max_y}};
}

}  // namespace wend::bench

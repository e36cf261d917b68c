// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>

#include "reference/angle_reference.hpp"
#include "reference/reference.hpp"
#include "stages/locomotion/edges_reference.hpp"
#include "wend/locomotion.hpp"

namespace wend::detail::reference {

namespace {

/// Sine and cosine of the largest turn of a velocity in a tick; `set` if there is such a limit.
struct TurnLimit {
    bool set = false;
    float sine = 0;
    float cosine = 1;
};

TurnLimit turn_limit(const Locomotion& stage, float dt) {
    if (!stage.max_turn_rate) return {};
    const float angle = *stage.max_turn_rate * dt;
    if (!(angle < pi_f)) return {};
    const auto [s, c] = sine_cosine(angle * 0.5f);
    const float less = c - s;
    const float more = c + s;
    const float twice = 2.0f * s;
    return {.set = true, .sine = twice * c, .cosine = less * more};
}

Vector limit_turn(const TurnLimit& limit, Vector v, Vector w) {
    const float squared = squared_length(v.x, v.y);
    const float x_by_y = v.x * w.y;
    const float y_by_x = v.y * w.x;
    const float cross = x_by_y - y_by_x;
    const float x_by_x = v.x * w.x;
    const float y_by_y = v.y * w.y;
    const float dot = x_by_x + y_by_y;
    const float across = magnitude(cross) * limit.cosine;
    const float along = dot * limit.sine;
    if (!(squared > 0) || !(across >= along)) return w;

    const float k =
        std::sqrt(squared_length(w.x, w.y)) / std::sqrt(max_keep_nan(squared, squared_length_floor));
    const Vector u{v.x * k, v.y * k};
    const float sine = cross < 0 ? -limit.sine : limit.sine;
    const float x_cosine = u.x * limit.cosine;
    const float y_sine = u.y * sine;
    const float y_cosine = u.y * limit.cosine;
    const float x_sine = u.x * sine;
    return {x_cosine - y_sine, y_cosine + x_sine};
}

Vector raise_speed(float min_speed, Vector v, Vector w) {
    const bool rest = squared_length(w.x, w.y) == 0;
    const Vector base = rest ? v : w;
    const float squared = squared_length(base.x, base.y);
    if (squared == 0) return {min_speed, 0};
    const float length = std::sqrt(max_keep_nan(squared, squared_length_floor));
    if (!rest && !(length < min_speed)) return w;
    const float k = min_speed / length;
    return {base.x * k, base.y * k};
}

}  // namespace

template <>
StageResult run<Locomotion>(const StageInput& in, StageOutput& out) {
    const Locomotion& stage = in.stage<Locomotion>();
    const float dt = in.ticks.dt;
    const TurnLimit turn = turn_limit(stage, dt);
    const float min_speed = read(stage.min_speed.value_or(0));
    const float* max_forces = in.get<Stream::max_force>();
    const float* masses = in.get<Stream::mass>();
    float* new_position_x = out.get<Stream::position_x>();
    float* new_position_y = out.get<Stream::position_y>();
    float* new_velocity_x = out.get<Stream::velocity_x>();
    float* new_velocity_y = out.get<Stream::velocity_y>();
    float* previous_x = out.get<Stream::previous_x>();
    float* previous_y = out.get<Stream::previous_y>();
    float* step_x = out.get<Stream::step_x>();
    float* step_y = out.get<Stream::step_y>();
    const float* old_heading_x = in.get<Stream::heading_x>();
    const float* old_heading_y = in.get<Stream::heading_y>();
    const auto put = [&]<Stream S>(std::size_t slot, float value) {
        if (float* const to = out.get<S>()) to[slot] = value;
    };

    return for_each_agent(in, out, [&](std::size_t slot) {
        const Motion motion(in, slot);
        const float max_force = read_or(max_forces, slot, in.limits.max_force);
        const float mass = read_or(masses, slot, in.limits.mass);
        if (motion.bad() || bad(max_force) || bad(mass) || max_force < 0 || mass <= 0) return false;

        const Driven by_force =
            driven(in, out.force, slot, motion.velocity, max_force, motion.max_speed, mass);
        Vector w = picked_or(in, slot, by_force.velocity);
        if (turn.set) w = limit_turn(turn, motion.velocity, w);
        if (stage.min_speed) w = raise_speed(min_speed, motion.velocity, w);

        Axis x{0, store(w.x)};
        Axis y{0, store(w.y)};
        float way_x = x.velocity * dt;
        float way_y = y.velocity * dt;
        const StepEnd end =
            end_of_step(stage, motion.position, {motion.position.x + way_x, motion.position.y + way_y},
                        {x.velocity, y.velocity});
        x = end.x;
        y = end.y;
        if (end.held) {
            way_x = end.way.x;
            way_y = end.way.y;
        }
        if (!finite(x.position) || !finite(y.position)) return false;

        new_position_x[slot] = store(x.position);
        new_position_y[slot] = store(y.position);
        new_velocity_x[slot] = store(x.velocity);
        new_velocity_y[slot] = store(y.velocity);
        put.operator()<Stream::force_x>(slot, store(out.force.x[slot]));
        put.operator()<Stream::force_y>(slot, store(out.force.y[slot]));
        put.operator()<Stream::steering_force_x>(slot, store(by_force.steering_force.x));
        put.operator()<Stream::steering_force_y>(slot, store(by_force.steering_force.y));
        const float squared = squared_length(store(x.velocity), store(y.velocity));
        const float unit = 1.0f / std::sqrt(max_keep_nan(squared, squared_length_floor));
        put.operator()<Stream::heading_x>(slot, squared > 0     ? store(store(x.velocity) * unit)
                                                : old_heading_x ? old_heading_x[slot]
                                                                : 0.0f);
        put.operator()<Stream::heading_y>(slot, squared > 0     ? store(store(y.velocity) * unit)
                                                : old_heading_y ? old_heading_y[slot]
                                                                : 0.0f);
        if (in.keep_step) {
            previous_x[slot] = motion.position.x;
            previous_y[slot] = motion.position.y;
            step_x[slot] = store(way_x);
            step_y[slot] = store(way_y);
        }
        return true;
    });
}

}  // namespace wend::detail::reference

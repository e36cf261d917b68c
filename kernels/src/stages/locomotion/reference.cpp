// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <cmath>

#include "reference/reference.hpp"

namespace wend::detail::reference {

namespace {

/// One component of an agent's motion.
struct Axis {
    float position;
    float velocity;
};

void wrap(Axis& axis, float min, float max) {
    if (!(axis.position < min || axis.position >= max)) return;
    const float size = max - min;
    const float offset = axis.position - min;
    const float n = std::floor(offset / size);
    const float whole = n * size;
    float q = axis.position - whole;
    if (q >= max) q = min;
    if (q < min) q = min;
    axis.position = q;
}

void bounce(Axis& axis, float min, float max) {
    if (!(axis.position < min || axis.position > max)) return;
    const float size = max - min;
    const float period = 2.0f * size;
    const float offset = axis.position - min;
    const float t = offset / period;
    const float fraction = t - std::floor(t);
    const float m = fraction * 2.0f;
    if (m > 1) {
        const float back = (m - 1.0f) * size;
        axis.position = max - back;
        axis.velocity = -axis.velocity;
    } else {
        const float ahead = m * size;
        axis.position = min + ahead;
    }
    if (axis.position < min) axis.position = min;
    if (axis.position > max) axis.position = max;
}

void apply(Bounds bounds, Axis& axis, float min, float max) {
    if (bounds == Bounds::wrap) wrap(axis, min, max);
    if (bounds == Bounds::bounce) bounce(axis, min, max);
}

}  // namespace

void locomotion(const StageCall& call) {
    const LocomotionParameters& parameters = call.stages[0].locomotion;
    const Rectangle& area = parameters.area;
    const float* position_x = call.input<Stream::position_x>();
    const float* position_y = call.input<Stream::position_y>();
    const float* velocity_x = call.input<Stream::velocity_x>();
    const float* velocity_y = call.input<Stream::velocity_y>();
    const float* max_forces = call.input<Stream::max_force>();
    const float* max_speeds = call.input<Stream::max_speed>();
    const float* masses = call.input<Stream::mass>();
    float* new_position_x = call.output<Stream::position_x>();
    float* new_position_y = call.output<Stream::position_y>();
    float* new_velocity_x = call.output<Stream::velocity_x>();
    float* new_velocity_y = call.output<Stream::velocity_y>();
    float* previous_x = call.output<Stream::previous_x>();
    float* previous_y = call.output<Stream::previous_y>();
    float* step_x = call.output<Stream::step_x>();
    float* step_y = call.output<Stream::step_y>();

    for (std::size_t slot = 0; slot < agent_count(call); ++slot) {
        if (sits_out(call, slot)) continue;
        const float px = read(position_x[slot]);
        const float py = read(position_y[slot]);
        const float vx = read(velocity_x[slot]);
        const float vy = read(velocity_y[slot]);
        const float max_force = read_or(max_forces, slot, call.max_force);
        const float max_speed = read_or(max_speeds, slot, call.max_speed);
        const float mass = read_or(masses, slot, call.mass);
        if (bad(px) || bad(py) || bad(vx) || bad(vy) || bad(max_force) || bad(max_speed) || bad(mass) ||
            max_force < 0 || max_speed < 0 || mass <= 0) {
            set_fault(call, slot);
            continue;
        }

        const float fx = call.force_x[slot];
        const float fy = call.force_y[slot];
        const float k = call.dt / mass;
        const float s = limit_scale(max_force, squared_length(fx, fy));
        const float g = s * k;
        const float change_x = fx * g;
        const float change_y = fy * g;
        const float wx = vx + change_x;
        const float wy = vy + change_y;
        const float r = limit_scale(max_speed, squared_length(wx, wy));

        Axis x{0, store(wx * r)};
        Axis y{0, store(wy * r)};
        const float way_x = x.velocity * call.dt;
        const float way_y = y.velocity * call.dt;
        x.position = px + way_x;
        y.position = py + way_y;
        apply(parameters.bounds, x, area.min_x, area.max_x);
        apply(parameters.bounds, y, area.min_y, area.max_y);
        if (!finite(x.position) || !finite(y.position)) {
            set_fault(call, slot);
            continue;
        }

        new_position_x[slot] = store(x.position);
        new_position_y[slot] = store(y.position);
        new_velocity_x[slot] = store(x.velocity);
        new_velocity_y[slot] = store(y.velocity);
        if (call.swept) {
            previous_x[slot] = px;
            previous_y[slot] = py;
            step_x[slot] = store(way_x);
            step_y[slot] = store(way_y);
        }
    }
}

}  // namespace wend::detail::reference

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <cmath>

#include "constants/angle_constants.hpp"
#include "reference/angle_reference.hpp"
#include "reference/reference.hpp"
#include "wend/random.hpp"

namespace wend::detail::reference {

namespace {

/// The angle as the formulas take it, in [-pi_f, pi_f].
float brought_home(float angle) {
    if (magnitude(angle) <= pi_f) return angle;
    if (magnitude(angle) > far_angle_limit) return 0;
    const double a = static_cast<double>(angle);
    const double turns = a * inverse_turn;
    const double n = (turns + round_d) - round_d;
    const double high = n * turn_high;
    const double low = n * turn_low;
    const double r = (a - high) - low;
    const float home = static_cast<float>(r);
    return magnitude(home) > pi_f ? 0.0f : home;
}

/// (u - 1/2) * angle_change, in [-pi_f, pi_f].
float change_of(std::uint32_t word, float angle_change) {
    const std::int32_t b = static_cast<std::int32_t>(word ^ 0x80000000u) >> 8;
    const float unit = angle_change * 0x1p-24f;
    float delta = static_cast<float>(b) * unit;
    if (angle_change > two_pi_f) {
        const float turns = delta * inverse_turn_f;
        const float n = (turns + round_f) - round_f;
        const float high = n * turn_high_f;
        const float low = n * turn_low_f;
        delta = (delta - high) - low;
        if (delta < -pi_f) delta = -pi_f;
        if (delta > pi_f) delta = pi_f;
    }
    return delta;
}

float moved(float angle, float delta) {
    const float b = angle + delta;
    if (b >= pi_f) return b - two_pi_f;
    if (b < -pi_f) return b + two_pi_f;
    return b;
}

/// The circle's point at the angle, from the sine and cosine of half of it.
void circle_point(float radius, float angle, float& x, float& y) {
    const float h = angle * 0.5f;
    const auto [s, c] = sine_cosine(h);
    const float diameter = 2.0f * radius;
    const float w = diameter * s;
    const float difference = c - s;
    const float sum = c + s;
    const float cosine = difference * sum;
    x = radius * cosine;
    y = w * c;
}

}  // namespace

void wander(const StageCall& call) {
    const WanderParameters& parameters = call.stages[0].wander;
    const float* velocity_x = call.input<Stream::velocity_x>();
    const float* velocity_y = call.input<Stream::velocity_y>();
    const float* angles = call.input<Stream::wander_angle>();
    float* new_angles = call.output<Stream::wander_angle>();

    for (std::size_t slot = 0; slot < agent_count(call); ++slot) {
        if (sits_out(call, slot)) continue;
        const float vx = read(velocity_x[slot]);
        const float vy = read(velocity_y[slot]);
        const float read_angle = read(angles[slot]);
        if (bad(vx) || bad(vy) || bad(read_angle)) {
            set_fault(call, slot);
            continue;
        }

        const float speed = std::sqrt(floored(squared_length(vx, vy), squared_length_floor));
        const float k = parameters.circle_distance / speed;
        const float angle = brought_home(read_angle);
        float cx;
        float cy;
        circle_point(parameters.circle_radius, angle, cx, cy);

        if (parameters.frame == WanderFrame::heading) {
            const bool at_rest = vx == 0 && vy == 0;
            const float i = 1.0f / speed;
            const float hx = at_rest ? 1.0f : vx * i;
            const float hy = at_rest ? 0.0f : vy * i;
            const float cx_hx = cx * hx;
            const float cy_hy = cy * hy;
            const float cx_hy = cx * hy;
            const float cy_hx = cy * hx;
            cx = cx_hx - cy_hy;
            cy = cx_hy + cy_hx;
        }
        const float ahead_x = vx * k;
        const float ahead_y = vy * k;
        add_force(call, slot, {ahead_x + cx, ahead_y + cy});

        const std::uint32_t word = draw(call.seed, id_of(call, slot), call.tick, parameters.purpose);
        new_angles[slot] = store(moved(angle, change_of(word, parameters.angle_change)));
    }
}

}  // namespace wend::detail::reference

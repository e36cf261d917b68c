// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <cmath>

#include "constants/angle_constants.hpp"
#include "reference/angle_reference.hpp"
#include "reference/reference.hpp"
#include "wend/random.hpp"
#include "wend/wander.hpp"

namespace wend::detail::reference {

namespace {

/// The range of a tick's change.
float change_in(const Wander& wander, float dt) {
    if (!wander.reference_dt) return wander.angle_change;
    const float scaled = wander.angle_change * std::sqrt(dt / *wander.reference_dt);
    return scaled > 1000 ? 1000 : scaled;
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

/// The circle's point at the angle, from the sine and cosine of half the angle.
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

template <>
StageResult run<Wander>(const StageInput& in, StageOutput& out) {
    const Wander& wander = in.stage<Wander>();
    const float angle_change = change_in(wander, in.ticks.dt);
    const std::uint32_t purpose = wend::purpose(Purpose::wander, in.ordinal);
    const float* angles = in.get<Stream::wander_angle>();
    float* new_angles = out.get<Stream::wander_angle>();

    return for_each_agent(in, out, [&](std::size_t slot) {
        const Vector v = read_vector<Stream::velocity_x, Stream::velocity_y>(in, slot);
        const float read_angle = read(angles[slot]);
        if (bad(v) || bad(read_angle)) return false;

        const float speed = std::sqrt(max_keep_nan(squared_length(v.x, v.y), squared_length_floor));
        const float k = wander.circle_distance / speed;
        const float angle = wrap_angle(read_angle);
        float cx;
        float cy;
        circle_point(wander.circle_radius, angle, cx, cy);

        if (wander.frame == WanderFrame::heading) {
            const bool at_rest = v.x == 0 && v.y == 0;
            const float i = 1.0f / speed;
            const float hx = at_rest ? 1.0f : v.x * i;
            const float hy = at_rest ? 0.0f : v.y * i;
            const float cx_hx = cx * hx;
            const float cy_hy = cy * hy;
            const float cx_hy = cx * hy;
            const float cy_hx = cy * hx;
            cx = cx_hx - cy_hy;
            cy = cx_hy + cy_hx;
        }
        const float ahead_x = v.x * k;
        const float ahead_y = v.y * k;

        const std::uint32_t word = random_bits(in.ticks.seed, id_of(in, slot), in.ticks.first, purpose);
        new_angles[slot] = store(within_turn(angle + change_of(word, angle_change)));
        return add_force(in, out, slot, {ahead_x + cx, ahead_y + cy});
    });
}

}  // namespace wend::detail::reference

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/orient.hpp"

#include <cmath>
#include <optional>

#include "reference/angle_reference.hpp"
#include "stages/quarry/quarry_reference.hpp"

// kernels/docs/math.md, "Orient".
namespace wend::detail::reference {
namespace {

/// The angle that an agent turns to.
struct Goal {
    bool fault = false;
    std::optional<float> angle{};  ///< none: it stops turning
};

Goal direction(Vector v, float min_speed) {
    const float least = min_speed * min_speed;
    if (squared_length(v.x, v.y) <= least) return {};
    return {.angle = angle_of(v)};
}

Goal goal_of(const StageInput& in, std::size_t slot, Vector position) {
    const Orient& stage = in.stage<Orient>();
    switch (stage.toward) {
        case Toward::velocity: {
            const Vector v = read_vector<Stream::velocity_x, Stream::velocity_y>(in, slot);
            if (bad(v)) return {.fault = true};
            return direction(v, read(stage.min_speed));
        }
        case Toward::target: {
            const Vector target = read_vector<Stream::target_x, Stream::target_y>(in, slot);
            if (bad(target)) return {.fault = true};
            return direction({target.x - position.x, target.y - position.y}, 0);
        }
        case Toward::agent: {
            if (bad(read_vector<Stream::velocity_x, Stream::velocity_y>(in, slot))) return {.fault = true};
            Seen seen;
            const Look look = see_agent(in, in.get<Stream::target_agent>()[slot], seen);
            if (look == Look::none) return {};
            if (look == Look::fault) return {.fault = true};
            return direction({seen.position.x - position.x, seen.position.y - position.y}, 0);
        }
        case Toward::angle: break;
    }
    const float angle =
        read_or(in.get<Stream::target_orientation>(), slot, read(stage.target_orientation.value_or(0)));
    if (bad(angle)) return {.fault = true};
    return {.angle = wrap_angle(angle)};
}

float clamped(float x, float low, float high) { return x < low ? low : x > high ? high : x; }

/// The rate of the next tick, by that of the last one and the angle to the goal.
float next_rate(const Orient& stage, float dt, float rate, float error) {
    const float change = stage.max_angular_acceleration * dt;
    const float half_turn = pi_f / dt;
    const float most = half_turn < stage.max_angular_speed ? half_turn : stage.max_angular_speed;

    const float unit = max_keep_nan(change * dt, 0x1p-60f);
    const float way = magnitude(error) * (1.0f / unit);
    const float root = std::sqrt(1.0f + 8.0f * way);
    const float ticks = std::floor((root - 1.0f) * 0.5f);
    const float share = way / (ticks + 1.0f);
    const float half = ticks * 0.5f;
    float speed = (share + half) * change;
    if (speed > most) speed = most;
    const float wanted = error < 0 ? -speed : speed;

    const float start = clamped(rate, -most, most);
    return clamped(wanted, start - change, start + change);
}

}  // namespace

template <>
StageResult run<Orient>(const StageInput& in, StageOutput& out) {
    const Orient& stage = in.stage<Orient>();
    const float dt = in.ticks.dt;
    const float* const orientations = in.get<Stream::orientation>();
    const float* const rates = in.get<Stream::angular_velocity>();
    float* const new_orientations = out.get<Stream::orientation>();
    float* const new_rates = out.get<Stream::angular_velocity>();
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Vector position = read_vector<Stream::position_x, Stream::position_y>(in, slot);
        const float read_angle = read(orientations[slot]);
        const float rate = read(rates[slot]);
        if (bad(position) || bad(read_angle) || bad(rate)) return false;
        const Goal goal = goal_of(in, slot, position);
        if (goal.fault) return false;

        const float orientation = wrap_angle(read_angle);
        const float error = goal.angle ? within_turn(*goal.angle - orientation) : 0.0f;
        const float next = next_rate(stage, dt, rate, error);
        const float step = next * dt;
        new_rates[slot] = store(next);
        new_orientations[slot] = store(within_turn(orientation + step));
        return true;
    });
}

}  // namespace wend::detail::reference

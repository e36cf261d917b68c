// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include "reference/angle_reference.hpp"
#include "reference/reference.hpp"
#include "stages/approach/parameters.hpp"
#include "wend/random.hpp"

/// One decision of approach, for the walk's reference and for wend::plan_approach.
namespace wend::detail::reference {

/// The owner of the draws.
struct Decision {
    std::uint64_t seed;
    std::uint32_t id;
    std::uint32_t number;

    [[nodiscard]] std::uint32_t word(Purpose kind) const {
        return random_bits(seed, id, number, purpose(kind));
    }
};

/// In [0, fov) to the left, or the negative of that to the right.
[[nodiscard]] inline float approach_angle(const ApproachParameters& parameters, float distance,
                                          std::uint32_t word) {
    const float within = distance > parameters.aggro_radius ? parameters.aggro_radius : distance;
    const float near = within / parameters.aggro_radius;
    const float cone = parameters.max_fov * near;
    const float fov = cone * 0.5f;
    const float v = static_cast<float>((word << 1) >> 8) * 0x1p-24f;
    const float angle = v * fov;
    return (word >> 31) != 0 ? -angle : angle;
}

[[nodiscard]] inline float approach_step(const ApproachParameters& parameters, float distance,
                                         const Decision& decision) {
    float step = parameters.step_fraction * distance;
    if (parameters.step_jitter != 0) {
        const float twice = 2.0f * random_unit(decision.word(Purpose::approach_jitter));
        const float jitter = parameters.step_jitter * (twice - 1.0f);
        step = step * (1.0f + jitter);
    }
    if (step < parameters.min_step) step = parameters.min_step;
    if (step > parameters.max_step) step = parameters.max_step;
    return step;
}

/// The next walk-to point. Both points as read, and not the same.
[[nodiscard]] inline Vector approach_pick(const ApproachParameters& parameters, Vector position,
                                          Vector target, const Decision& decision) {
    const float dx = target.x - position.x;
    const float dy = target.y - position.y;
    const float d = std::sqrt(max_keep_nan(squared_length(dx, dy), squared_length_floor));
    const float step = approach_step(parameters, d, decision);
    if (step > d) return target;

    const float angle = approach_angle(parameters, d, decision.word(Purpose::approach));
    const auto [sine, cosine] = sine_cosine(angle);
    const float k = step / d;
    const float ux = dx * k;
    const float uy = dy * k;
    const float ux_cos = ux * cosine;
    const float uy_sin = uy * sine;
    const float ux_sin = ux * sine;
    const float uy_cos = uy * cosine;
    const Vector walk{store(position.x + (ux_cos - uy_sin)), store(position.y + (ux_sin + uy_cos))};
    // The step may be below the position's resolution: no agent would ever leave.
    if (walk.x == position.x && walk.y == position.y) return target;
    return walk;
}

}  // namespace wend::detail::reference

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// A rival of one's own (bench/README.md): copy this file to bench/rivals/own/NAME.cpp and change the loop.
#include "bench/rivals/frame.hpp"

namespace wend::bench::rivals {
namespace {

inline Vector2 limited(Vector2 v, float most) {
    const float length = __builtin_sqrtf(v.x * v.x + v.y * v.y);
    const float k = length > most ? most / length : 1;
    return {v.x * k, v.y * k};
}

inline float wrapped(float v, float min, float max) {
    return v < min ? v + (max - min) : v >= max ? v - (max - min) : v;
}

/// One tick of all agents: seek and its locomotion.
void seek(const Streams& streams, const World& world, std::uint32_t) {
    const Streams s = streams;  // copies: stores do not change them
    const World w = world;
#pragma omp simd
    for (std::int32_t i = 0; i < s.agents; ++i) {
        const float x = s.target_x[i] - s.position_x[i];
        const float y = s.target_y[i] - s.position_y[i];
        const float distance = __builtin_sqrtf(x * x + y * y);
        const float k = distance > 0 ? w.max_speed / distance : 0;
        const Vector2 force = limited({x * k - s.velocity_x[i], y * k - s.velocity_y[i]}, w.max_force);
        const float t = w.dt / w.mass;
        const Vector2 v =
            limited({s.velocity_x[i] + force.x * t, s.velocity_y[i] + force.y * t}, w.max_speed);
        s.velocity_x[i] = v.x;
        s.velocity_y[i] = v.y;
        s.position_x[i] = wrapped(s.position_x[i] + v.x * w.dt, w.min.x, w.max.x);
        s.position_y[i] = wrapped(s.position_y[i] + v.y * w.dt, w.min.y, w.max.y);
    }
}

}  // namespace

extern const Loops WEND_RIVAL;
const Loops WEND_RIVAL{.of = {{KernelId::seek, seek}}};  // more kernels: bench/cases/kernel_id.hpp

}  // namespace wend::bench::rivals

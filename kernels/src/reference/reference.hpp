// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "driver/stage_call.hpp"

/// The plain scalar reference: kernels/docs/math.md read out loud, one agent after the other. Written without
/// a look at the kernels, so that their agreement means something; keep it that way.
namespace wend::detail::reference {

void wander(const StageCall& call);
void seek(const StageCall& call);
void flee(const StageCall& call);
void arrive(const StageCall& call);
void pursue(const StageCall& call);
void evade(const StageCall& call);
void retarget_wander(const StageCall& call);
void path_follow(const StageCall& call);
void locomotion(const StageCall& call);
void waypoint_advance(const StageCall& call);
void approach(const StageCall& call);

// std::fabs is one instruction where `x < 0 ? -x : x` was five: a third of wander's time, half of seek's.
[[nodiscard]] inline float magnitude(float x) { return std::fabs(x); }
[[nodiscard]] inline double magnitude(double x) { return std::fabs(x); }

/// NaN and infinity stay, for `bad` to find.
[[nodiscard]] inline float read(float x) { return magnitude(x) < component_floor ? 0.0f : x; }
[[nodiscard]] inline float store(float x) { return magnitude(x) < component_floor ? 0.0f : x; }

/// The stream's value where one is bound. The call's own is used as it is: the driver has checked it.
[[nodiscard]] inline float read_or(const float* stream, std::size_t slot, float uniform) {
    return stream != nullptr ? read(stream[slot]) : uniform;
}

/// Written to be true for NaN, as the next is to be false.
[[nodiscard]] inline bool bad(float x) { return !(magnitude(x) <= component_limit); }
[[nodiscard]] inline bool finite(float x) { return magnitude(x) <= std::numeric_limits<float>::max(); }

[[nodiscard]] inline float floored(float q, float m) { return q < m ? m : q; }

[[nodiscard]] inline float squared_length(float x, float y) {
    const float xx = x * x;
    const float yy = y * y;
    return xx + yy;
}

// Streams are aligned to 4 bytes at least, that of doubles too.
[[nodiscard]] inline double load_double(const void* stream, std::size_t slot) {
    double value;
    std::memcpy(&value, static_cast<const std::byte*>(stream) + slot * sizeof value, sizeof value);
    return value;
}
inline void store_double(void* stream, std::size_t slot, double value) {
    std::memcpy(static_cast<std::byte*>(stream) + slot * sizeof value, &value, sizeof value);
}

[[nodiscard]] inline std::size_t agent_count(const StageCall& call) { return call.groups * group_size; }

[[nodiscard]] inline bool sits_out(const StageCall& call, std::size_t slot) {
    return (call.faults[slot / group_size] >> (slot % group_size) & 1) != 0;
}
inline void set_fault(const StageCall& call, std::size_t slot) {
    call.faults[slot / group_size] |= std::uint64_t{1} << (slot % group_size);
}

[[nodiscard]] inline std::uint32_t id_of(const StageCall& call, std::size_t slot) {
    const std::uint32_t* ids = call.input<Stream::id>();
    return ids != nullptr ? ids[slot] : call.first_id + static_cast<std::uint32_t>(slot);
}

struct Vector {
    float x;
    float y;
};

/// What a vector of that squared length is to be multiplied by to be no longer than `limit`.
[[nodiscard]] inline float limit_scale(float limit, float squared) {
    const float square = limit * limit;
    return limit / std::sqrt(floored(squared, floored(square, squared_length_floor)));
}

/// Seek along (dx, dy). Closer than the slowing radius the wish falls with the distance; 0 is none.
[[nodiscard]] inline Vector seek_force(Vector d, Vector velocity, float max_speed, float slowing_radius) {
    const float squared = squared_length(d.x, d.y);
    const float square = slowing_radius * slowing_radius;
    const float k = max_speed / std::sqrt(floored(squared, floored(square, squared_length_floor)));
    const float desired_x = d.x * k;
    const float desired_y = d.y * k;
    return {desired_x - velocity.x, desired_y - velocity.y};
}

/// Cuts the force to what is left, and takes it from there.
[[nodiscard]] inline Vector granted(Vector force, float& rest) {
    const float squared = squared_length(force.x, force.y);
    const float length = std::sqrt(squared);
    if (length <= rest) {
        rest = rest - length;
        return force;
    }
    const float scale = limit_scale(rest, squared);
    rest = 0;
    return {force.x * scale, force.y * scale};
}

inline void add_force(const StageCall& call, std::size_t slot, Vector force) {
    const float weight = call.stages[0].weight;
    force = {force.x * weight, force.y * weight};
    if (call.prioritised) {
        if (call.first_force) {
            const float max_force = read_or(call.input<Stream::max_force>(), slot, call.max_force);
            if (bad(max_force) || max_force < 0) {
                set_fault(call, slot);
                return;
            }
            call.rest[slot] = max_force;
        }
        force = granted(force, call.rest[slot]);
    }
    call.force_x[slot] = call.first_force ? force.x : call.force_x[slot] + force.x;
    call.force_y[slot] = call.first_force ? force.y : call.force_y[slot] + force.y;
}

}  // namespace wend::detail::reference

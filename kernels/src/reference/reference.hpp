// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "stage/contract.hpp"

/// The plain scalar reference: kernels/docs/math.md as code, one agent after the other. Written
/// independently of the kernels, so that their agreement is evidence; keep it so.
namespace wend::detail::reference {

// std::fabs is one instruction where `x < 0 ? -x : x` was five: a third of wander's time, half of seek's.
[[nodiscard]] inline float magnitude(float x) { return std::fabs(x); }
[[nodiscard]] inline double magnitude(double x) { return std::fabs(x); }

/// Keeps NaN and infinity, which `bad` finds.
[[nodiscard]] inline float read(float x) { return magnitude(x) < component_floor ? 0.0f : x; }
[[nodiscard]] inline float store(float x) { return magnitude(x) < component_floor ? 0.0f : x; }

/// The stream's value where one is bound, otherwise the call's value, which the driver has checked.
[[nodiscard]] inline float read_or(const float* stream, std::size_t slot, float uniform) {
    return stream != nullptr ? read(stream[slot]) : uniform;
}

/// True for NaN; `finite` is false for NaN.
[[nodiscard]] inline bool bad(float x) { return !(magnitude(x) <= component_limit); }
/// The limit of doubles is 1e18 itself, not the float next to it.
[[nodiscard]] inline bool bad(double x) { return !(magnitude(x) <= 1e18); }
[[nodiscard]] inline bool finite(float x) { return magnitude(x) <= std::numeric_limits<float>::max(); }

[[nodiscard]] inline float max_keep_nan(float q, float m) { return q < m ? m : q; }
[[nodiscard]] inline double max_keep_nan(double q, double m) { return q < m ? m : q; }

[[nodiscard]] inline float squared_length(float x, float y) {
    const float xx = x * x;
    const float yy = y * y;
    return xx + yy;
}

// Streams of doubles, too, are aligned to 4 bytes only.
[[nodiscard]] inline double load_double(const void* stream, std::size_t slot) {
    double value;
    std::memcpy(&value, static_cast<const std::byte*>(stream) + slot * sizeof value, sizeof value);
    return value;
}
inline void store_double(void* stream, std::size_t slot, double value) {
    std::memcpy(static_cast<std::byte*>(stream) + slot * sizeof value, &value, sizeof value);
}

/// Calls step(slot) for each agent without a fault so far; if it returns false, the agent is at fault.
template <class Step>
StageResult for_each_agent(const StageInput& in, StageOutput& out, const Step& step) {
    for (std::size_t slot = 0; slot < in.groups * group_size; ++slot) {
        std::uint64_t& faults = out.faults[slot / group_size];
        const std::uint64_t bit = std::uint64_t{1} << (slot % group_size);
        if ((faults & bit) == 0 && !step(slot)) faults |= bit;
    }
    return {};
}

[[nodiscard]] inline std::uint32_t id_of(const StageInput& in, std::size_t slot) {
    const std::uint32_t* ids = in.get<Stream::id>();
    return ids != nullptr ? ids[slot] : in.first_id + static_cast<std::uint32_t>(slot);
}

struct Vector {
    float x;
    float y;
};

[[nodiscard]] inline bool bad(Vector v) { return bad(v.x) || bad(v.y); }
[[nodiscard]] inline bool finite(Vector v) { return finite(v.x) && finite(v.y); }

[[nodiscard]] inline float dot(Vector a, Vector b) {
    const float along_x = a.x * b.x;
    const float along_y = a.y * b.y;
    return along_x + along_y;
}
[[nodiscard]] inline float cross(Vector a, Vector b) {
    const float first = a.x * b.y;
    const float second = a.y * b.x;
    return first - second;
}

template <Stream X, Stream Y>
[[nodiscard]] Vector read_vector(const StageInput& in, std::size_t slot) {
    return {read(in.get<X>()[slot]), read(in.get<Y>()[slot])};
}

/// The state of an agent for steering forces.
struct Motion {
    Vector position;
    Vector velocity;
    float max_speed;

    Motion(const StageInput& in, std::size_t slot)
        : position(read_vector<Stream::position_x, Stream::position_y>(in, slot)),
          velocity(read_vector<Stream::velocity_x, Stream::velocity_y>(in, slot)),
          max_speed(read_or(in.get<Stream::max_speed>(), slot, in.limits.max_speed)) {}

    [[nodiscard]] bool bad() const {
        return reference::bad(position) || reference::bad(velocity) || reference::bad(max_speed) ||
               max_speed < 0;
    }
};

/// The factor that shortens a vector of that squared length to at most `limit`.
[[nodiscard]] inline float limit_scale(float limit, float squared) {
    const float square = limit * limit;
    return limit / std::sqrt(max_keep_nan(squared, max_keep_nan(square, squared_length_floor)));
}

/// The composed force truncated to max_force, and the velocity truncated to max_speed that it leads to.
struct Driven {
    Vector steering_force;
    Vector velocity;
};
[[nodiscard]] inline Driven driven(const StageInput& in, const ForceSum& sum, std::size_t slot,
                                   Vector velocity, float max_force, float max_speed, float mass) {
    const float fx = sum.x[slot];
    const float fy = sum.y[slot];
    const float k = in.ticks.dt / mass;
    const float s = limit_scale(max_force, squared_length(fx, fy));
    const float g = s * k;
    const float change_x = fx * g;
    const float change_y = fy * g;
    const float wx = velocity.x + change_x;
    const float wy = velocity.y + change_y;
    const float r = limit_scale(max_speed, squared_length(wx, wy));
    return {{fx * s, fy * s}, {store(wx * r), store(wy * r)}};
}

/// The velocity that a stage picks for the agent; otherwise that by its force.
[[nodiscard]] inline Vector picked_or(const StageInput& in, std::size_t slot, Vector by_force) {
    if (in.picked_x == nullptr) return by_force;
    const Vector picked{in.picked_x[slot], in.picked_y[slot]};
    return std::isnan(picked.x) || std::isnan(picked.y) ? by_force : picked;
}

/// Seek along (dx, dy). Within the slowing radius the desired speed falls linearly; radius 0 disables that.
[[nodiscard]] inline Vector seek_force(Vector d, Vector velocity, float max_speed, float slowing_radius) {
    const float squared = squared_length(d.x, d.y);
    const float square = slowing_radius * slowing_radius;
    const float k = max_speed / std::sqrt(max_keep_nan(squared, max_keep_nan(square, squared_length_floor)));
    const float desired_x = d.x * k;
    const float desired_y = d.y * k;
    return {desired_x - velocity.x, desired_y - velocity.y};
}

/// The force to a desired velocity of 0.
[[nodiscard]] inline Vector braking_force(Vector velocity) { return {0 - velocity.x, 0 - velocity.y}; }

/// The force truncated to the budget, which it reduces.
[[nodiscard]] inline Vector granted(Vector force, float& force_budget) {
    const float squared = squared_length(force.x, force.y);
    const float length = std::sqrt(squared);
    if (length <= force_budget) {
        force_budget = force_budget - length;
        return force;
    }
    const float scale = limit_scale(force_budget, squared);
    force_budget = 0;
    return {force.x * scale, force.y * scale};
}

/// Adds the weighted force to the composition; returns false if max_force is a fault.
[[nodiscard]] inline bool add_force(const StageInput& in, StageOutput& out, std::size_t slot, Vector force) {
    const ForceSum& sum = out.force;
    force = {force.x * in.weight, force.y * in.weight};
    if (in.prioritised) {
        if (in.first_force) {
            const float max_force = read_or(in.get<Stream::max_force>(), slot, in.limits.max_force);
            if (bad(max_force) || max_force < 0) return false;
            sum.budget[slot] = max_force;
        }
        force = granted(force, sum.budget[slot]);
    }
    sum.x[slot] = in.first_force ? force.x : sum.x[slot] + force.x;
    sum.y[slot] = in.first_force ? force.y : sum.y[slot] + force.y;
    return true;
}

}  // namespace wend::detail::reference

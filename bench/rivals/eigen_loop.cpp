// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The plain loop over Eigen's arrays, in blocks whose temporaries fit an L1. Eigen 3.4 vectorises neither
// `select` nor indexed access nor the integer arithmetic of draws: minima and maxima replace the first, plain
// loops the others.
#include <Eigen/Core>

#include "bench/rivals/frame.hpp"

namespace wend::bench::rivals {

namespace {

using Int = std::int32_t;

constexpr Int block = 256;

using Floats = Eigen::Array<float, Eigen::Dynamic, 1, Eigen::ColMajor, block, 1>;
using Stream = Eigen::Map<Eigen::Array<float, Eigen::Dynamic, 1>>;
using Constants = Eigen::Map<const Eigen::Array<float, Eigen::Dynamic, 1>>;

/// Lower limit of squared lengths: it makes the direction of a zero vector 0.
constexpr float tiny = 1e-30f;

template <class Body>
void each_block(const Streams& s, const Body& body) {
    for (Int begin = 0; begin < s.agents; begin += block)
        body(begin, begin + block < s.agents ? block : s.agents - begin);
}

template <class X, class Y>
Floats scale_to(const X& x, const Y& y, float size) {
    return size * (x.square() + y.square()).max(tiny).rsqrt();
}

template <class X, class Y>
Floats truncation(const X& x, const Y& y, float limit) {
    return limit * (x.square() + y.square()).max(limit * limit).rsqrt();
}

void wrap(Stream& position, float min, float max) {
    position = position - (max - min) * ((position - min) * (1 / (max - min))).floor();
}

void move(const Streams& s, const World& w, Int begin, Int count, const Floats& force_x,
          const Floats& force_y) {
    Stream px(s.position_x + begin, count), py(s.position_y + begin, count), vx(s.velocity_x + begin, count),
        vy(s.velocity_y + begin, count);
    const Floats fit = truncation(force_x, force_y, w.max_force) * (w.dt / w.mass);
    vx += force_x * fit;
    vy += force_y * fit;
    const Floats slow = truncation(vx, vy, w.max_speed);
    vx *= slow;
    vy *= slow;
    px += vx * w.dt;
    py += vy * w.dt;
    wrap(px, w.min.x, w.max.x);
    wrap(py, w.min.y, w.max.y);
}

void wander(const Streams& s, const World& w, std::uint32_t tick) {
    each_block(s, [&](Int begin, Int count) {
        const Constants vx(s.velocity_x + begin, count), vy(s.velocity_y + begin, count);
        Stream angle(s.wander_angle + begin, count);
        const Floats center = scale_to(vx, vy, w.circle_distance);
        const Floats force_x = vx * center + w.circle_radius * angle.cos();
        const Floats force_y = vy * center + w.circle_radius * angle.sin();
        Floats turn(count);
        for (Int i = 0; i < count; ++i) {
            std::uint32_t h = static_cast<std::uint32_t>(begin + i) * 0x9e3779b9u + tick * 0x85ebca6bu;
            h = (h ^ h >> 16) * 0x7feb352du;
            h = (h ^ h >> 15) * 0x846ca68bu;
            turn[i] = static_cast<float>(static_cast<Int>(h ^ h >> 16) >> 8);
        }
        angle += turn * (w.angle_change * 0x1p-24f);
        move(s, w, begin, count, force_x, force_y);
    });
}

void seek(const Streams& s, const World& w, std::uint32_t) {
    each_block(s, [&](Int begin, Int count) {
        const Floats way_x = Constants(s.target_x + begin, count) - Constants(s.position_x + begin, count);
        const Floats way_y = Constants(s.target_y + begin, count) - Constants(s.position_y + begin, count);
        const Floats scale = scale_to(way_x, way_y, w.max_speed);
        move(s, w, begin, count, way_x * scale - Constants(s.velocity_x + begin, count),
             way_y * scale - Constants(s.velocity_y + begin, count));
    });
}

void arrive(const Streams& s, const World& w, std::uint32_t) {
    each_block(s, [&](Int begin, Int count) {
        const Floats way_x = Constants(s.target_x + begin, count) - Constants(s.position_x + begin, count);
        const Floats way_y = Constants(s.target_y + begin, count) - Constants(s.position_y + begin, count);
        const Floats scale = truncation(way_x, way_y, w.slowing_radius) * (w.max_speed / w.slowing_radius);
        move(s, w, begin, count, way_x * scale - Constants(s.velocity_x + begin, count),
             way_y * scale - Constants(s.velocity_y + begin, count));
    });
}

void advance(const Streams& s, const World& w, std::uint32_t) {
    each_block(s, [&](Int begin, Int count) {
        Stream distance(s.distance + begin, count);
        distance += Constants(s.speed + begin, count) * w.dt;
        Floats from_x(count), from_y(count), along_x(count), along_y(count);
        for (Int i = 0; i < count; ++i) {
            const float* node = s.records + s.record[begin + i];
            while (distance[i] >= node[length]) {
                distance[i] -= node[length];
                s.record[begin + i] = __builtin_bit_cast(Int, node[next]);
                node = s.records + s.record[begin + i];
            }
            from_x[i] = node[node_x];
            from_y[i] = node[node_y];
            along_x[i] = node[tangent_x];
            along_y[i] = node[tangent_y];
        }
        Stream(s.position_x + begin, count) = from_x + along_x * distance;
        Stream(s.position_y + begin, count) = from_y + along_y * distance;
    });
}

}  // namespace

extern const Loops WEND_RIVAL;
const Loops WEND_RIVAL{.of = {{KernelId::wander, wander},
                              {KernelId::seek, seek},
                              {KernelId::arrive, arrive},
                              {KernelId::waypoint_advance, advance},
                              {KernelId::waypoint_advance_long, advance}}};

}  // namespace wend::bench::rivals

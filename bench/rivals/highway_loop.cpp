// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Wander and waypoint advance, written by hand in Google's Highway for the one target of the flags.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include "bench/rivals/frame.hpp"

namespace wend::bench::rivals {

namespace {

namespace hn = hwy::HWY_NAMESPACE;

static_assert(HWY_TARGET == WEND_HIGHWAY_TARGET, "the compiler flags do not select this target");

using Int = std::int32_t;
using F = hn::ScalableTag<float>;
using I = hn::ScalableTag<std::int32_t>;
using U = hn::ScalableTag<std::uint32_t>;
using Floats = hn::Vec<F>;

constexpr F f;
constexpr I n;
constexpr U u;

/// Lower limit of squared lengths: it makes the direction of a zero vector 0.
constexpr float tiny = 1e-30f;

struct Pair {
    Floats x, y;
};

HWY_INLINE Floats squared_length(Pair v) { return hn::MulAdd(v.x, v.x, hn::Mul(v.y, v.y)); }

HWY_INLINE Pair scaled(Pair v, Floats k) { return {hn::Mul(v.x, k), hn::Mul(v.y, k)}; }

HWY_INLINE Pair truncated(Pair v, float limit) {
    return scaled(
        v, hn::Div(hn::Set(f, limit), hn::Sqrt(hn::Max(squared_length(v), hn::Set(f, limit * limit)))));
}

/// For steps shorter than the world.
HWY_INLINE Floats wrapped(Floats value, float min, float max) {
    const Floats size = hn::Set(f, max - min);
    const Floats up = hn::Add(value, hn::IfThenElseZero(hn::Lt(value, hn::Set(f, min)), size));
    return hn::Sub(up, hn::IfThenElseZero(hn::Ge(up, hn::Set(f, max)), size));
}

/// Uniform in [-1/2, 1/2) times 2^24.
HWY_INLINE Floats draw(Int first, std::uint32_t tick) {
    auto h = hn::Mul(hn::Iota(u, static_cast<std::uint32_t>(first)), hn::Set(u, 0x9e3779b9u));
    h = hn::Add(h, hn::Set(u, tick * 0x85ebca6bu));
    h = hn::Mul(hn::Xor(h, hn::ShiftRight<16>(h)), hn::Set(u, 0x7feb352du));
    h = hn::Mul(hn::Xor(h, hn::ShiftRight<15>(h)), hn::Set(u, 0x846ca68bu));
    h = hn::Xor(h, hn::ShiftRight<16>(h));
    return hn::ConvertTo(f, hn::ShiftRight<8>(hn::BitCast(n, h)));
}

void wander(const Streams& s, const World& world, std::uint32_t tick) {
    const World w = world;
    const auto lanes = static_cast<Int>(hn::Lanes(f));
    const Floats turn = hn::Set(f, w.angle_change * 0x1p-24f);
    for (Int i = 0; i < s.agents; i += lanes) {
        const auto count = static_cast<std::size_t>(s.agents - i < lanes ? s.agents - i : lanes);
        const bool whole = count == static_cast<std::size_t>(lanes);
        const auto mask = hn::FirstN(f, count);
        const auto load = [&](const float* from) {
            return whole ? hn::LoadU(f, from + i) : hn::MaskedLoad(mask, f, from + i);
        };
        const auto store = [&](Floats value, float* to) {
            whole ? hn::StoreU(value, f, to + i) : hn::BlendedStore(value, mask, f, to + i);
        };
        const Pair v{load(s.velocity_x), load(s.velocity_y)};
        const Floats angle = load(s.wander_angle);
        const Floats center =
            hn::Div(hn::Set(f, w.circle_distance), hn::Sqrt(hn::Max(squared_length(v), hn::Set(f, tiny))));
        const Floats radius = hn::Set(f, w.circle_radius);
        const Pair force = truncated({hn::MulAdd(v.x, center, hn::Mul(radius, hn::CallCos(f, angle))),
                                      hn::MulAdd(v.y, center, hn::Mul(radius, hn::CallSin(f, angle)))},
                                     w.max_force);
        const Floats per_force = hn::Set(f, w.dt / w.mass);
        const Pair after = truncated(
            {hn::MulAdd(force.x, per_force, v.x), hn::MulAdd(force.y, per_force, v.y)}, w.max_speed);
        const Floats dt = hn::Set(f, w.dt);
        store(wrapped(hn::MulAdd(after.x, dt, load(s.position_x)), w.min.x, w.max.x), s.position_x);
        store(wrapped(hn::MulAdd(after.y, dt, load(s.position_y)), w.min.y, w.max.y), s.position_y);
        store(after.x, s.velocity_x);
        store(after.y, s.velocity_y);
        store(hn::MulAdd(draw(i, tick), turn, angle), s.wander_angle);
    }
}

/// Moves an agent that is beyond its segment forward, node by node.
void pass_nodes(const Streams& s, Int i) {
    const float* node = s.records + s.record[i];
    while (s.distance[i] >= node[length]) {
        s.distance[i] -= node[length];
        s.record[i] = __builtin_bit_cast(Int, node[next]);
        node = s.records + s.record[i];
    }
}

void advance_one(const Streams& s, const World& w, Int i) {
    s.distance[i] += s.speed[i] * w.dt;
    pass_nodes(s, i);
    const float* node = s.records + s.record[i];
    s.position_x[i] = node[node_x] + node[tangent_x] * s.distance[i];
    s.position_y[i] = node[node_y] + node[tangent_y] * s.distance[i];
}

void advance(const Streams& s, const World& world, std::uint32_t) {
    const World w = world;
    const auto lanes = static_cast<Int>(hn::Lanes(f));
    const Floats dt = hn::Set(f, w.dt);
    Int i = 0;
    for (; i + lanes <= s.agents; i += lanes) {
        Floats distance = hn::MulAdd(hn::LoadU(f, s.speed + i), dt, hn::LoadU(f, s.distance + i));
        auto record = hn::LoadU(n, s.record + i);
        hn::StoreU(distance, f, s.distance + i);
        if (!hn::AllFalse(f, hn::Ge(distance, hn::GatherIndex(f, s.records + length, record)))) {
            for (Int k = i; k < i + lanes; ++k) pass_nodes(s, k);
            distance = hn::LoadU(f, s.distance + i);
            record = hn::LoadU(n, s.record + i);
        }
        const auto field = [&](Field which) { return hn::GatherIndex(f, s.records + which, record); };
        hn::StoreU(hn::MulAdd(field(tangent_x), distance, field(node_x)), f, s.position_x + i);
        hn::StoreU(hn::MulAdd(field(tangent_y), distance, field(node_y)), f, s.position_y + i);
    }
    for (; i < s.agents; ++i) advance_one(s, w, i);
}

}  // namespace

extern const Loops WEND_RIVAL;
const Loops WEND_RIVAL{.of = {{KernelId::wander, wander},
                              {KernelId::waypoint_advance, advance},
                              {KernelId::waypoint_advance_long, advance}}};

}  // namespace wend::bench::rivals

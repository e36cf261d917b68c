// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "reference/reference.hpp"
#include "wend/random.hpp"

// Separation, alignment and cohesion as kernels/docs/math.md, "Neighbours", has them: every agent against
// every other one, without a grid.
namespace wend::detail::reference {
namespace {

/// unit(velocity), 0 at rest.
Vector heading_of(Vector velocity) {
    const float squared = squared_length(velocity.x, velocity.y);
    const float k = 1.0f / std::sqrt(max_keep_nan(squared, squared_length_floor));
    return {velocity.x * k, velocity.y * k};
}

/// From one coordinate to the other, where the world of that width wraps to the nearest image.
float difference(float from, float to, float width) {
    const float d = to - from;
    if (width == 0) return d;
    const float half = width * 0.5f;
    if (d > half) return d - width;
    if (d < -half) return d + width;
    return d;
}

struct Neighbour {
    Vector offset;
    float squared;
    Vector velocity;
    std::uint32_t id;
};

/// Calls visit(neighbour) for all that the agent in `slot` sees within the radius; false where the agent is
/// at fault.
template <class Visit>
bool for_each_neighbour(const StageCall& call, std::size_t slot, float radius, float cosine,
                        const Visit& visit) {
    const Vector position = read_vector<Stream::position_x, Stream::position_y>(call, slot);
    const Vector velocity = read_vector<Stream::velocity_x, Stream::velocity_y>(call, slot);
    if (bad(position) || bad(velocity)) return false;
    const Vector heading = heading_of(velocity);
    const bool all_around = cosine <= -1 || (heading.x == 0 && heading.y == 0);
    float width = 0;
    float height = 0;
    if (call.locomotion != nullptr && call.locomotion->bounds == Bounds::wrap) {
        const Rectangle& area = call.locomotion->area;
        width = area.max_x - area.min_x;
        height = area.max_y - area.min_y;
    }
    const std::uint32_t* sees = call.input<Stream::seen_groups>();
    const Others& others = call.others;
    for (std::size_t other = 0; other < others.count; ++other) {
        const Vector there = {read(others.position_x[other * others.step[0]]),
                              read(others.position_y[other * others.step[1]])};
        const Vector moving = {read(others.velocity_x[other * others.step[2]]),
                               read(others.velocity_y[other * others.step[3]])};
        const std::uint32_t id = others.id_of(other);
        if (id == id_of(call, slot) || bad(there) || bad(moving)) continue;
        const std::uint32_t groups =
            others.groups == nullptr ? 0xffffffff : others.groups[other * others.groups_step];
        if ((groups & (sees == nullptr ? 0xffffffff : sees[slot])) == 0) continue;
        const Vector offset = {difference(position.x, there.x, width),
                               difference(position.y, there.y, height)};
        const float squared = squared_length(offset.x, offset.y);
        if (!(squared <= radius * radius)) continue;
        if (!all_around) {
            const float along = offset.x * heading.x;
            const float across = offset.y * heading.y;
            const float dot = along + across;
            if (!(dot * magnitude(dot) >= cosine * magnitude(cosine) * squared)) continue;
        }
        visit(Neighbour{offset, squared, moving, id});
    }
    return true;
}

/// Units of 2^-20, towards 0.
std::int64_t units(float share) { return static_cast<std::int32_t>(share); }

/// The force of a sum of integers; what it comes to is read as a stream's force is.
bool add_sum(const StageCall& call, std::size_t slot, Vector force) {
    force = {read(force.x), read(force.y)};
    return !bad(force) && add_force(call, slot, force);
}

/// What the pair of agents on one spot is apart, seen from the one with the smaller id, in radii / 64.
Vector draw_apart(const StageCall& call, std::uint32_t smaller, std::uint32_t larger) {
    const std::uint32_t counter[4] = {smaller, larger, static_cast<std::uint32_t>(call.ticks.first),
                                      static_cast<std::uint32_t>(call.ticks.first >> 32)};
    const std::uint32_t key[4] = {static_cast<std::uint32_t>(call.ticks.seed),
                                  static_cast<std::uint32_t>(call.ticks.seed >> 32),
                                  purpose(Purpose::separation, call.ordinal), 0};
    const Words4 words = threefry4x32_13(counter, key);
    return {2 * random_unit(words.word[0]) - 1, 2 * random_unit(words.word[1]) - 1};
}

}  // namespace

StageResult separation(const StageCall& call) {
    const Separation& stage = call.stage<Separation>();
    const float square = stage.radius * stage.radius;
    const float nearest = square * 0x1p-12f;
    const bool inverse = stage.falloff == Falloff::inverse;
    const float scale = inverse ? stage.radius * 0x1p14f : 0x1p20f / stage.radius;
    const float per_square = 1.0f / square;
    const auto share = [&](float d, float squared) {
        if (inverse) {
            const float quotient = d / std::max(squared, nearest);
            return units(quotient * scale);
        }
        const float falloff = 1.0f - squared * per_square;
        const float scaled = d * scale;
        return units(scaled * (falloff * falloff));
    };
    return for_each_agent(call, [&](std::size_t slot) {
        std::int64_t x = 0;
        std::int64_t y = 0;
        const bool fine = for_each_neighbour(
            call, slot, stage.radius, stage.cos_field_of_view, [&](const Neighbour& neighbour) {
                if (neighbour.offset.x == 0 && neighbour.offset.y == 0) {
                    const std::uint32_t own = id_of(call, slot);
                    const Vector apart =
                        draw_apart(call, std::min(own, neighbour.id), std::max(own, neighbour.id));
                    const float length = stage.radius * 0x1p-6f;
                    const float way = own < neighbour.id ? length : -length;
                    x += share(apart.x * way, nearest);
                    y += share(apart.y * way, nearest);
                } else {
                    x += share(neighbour.offset.x, neighbour.squared);
                    y += share(neighbour.offset.y, neighbour.squared);
                }
            });
        if (!fine) return false;
        const double wide = static_cast<double>(stage.radius);
        const double unit = inverse ? 0x1p-14 / wide : wide * 0x1p-20;
        return add_sum(call, slot,
                       {static_cast<float>(static_cast<double>(-x) * unit),
                        static_cast<float>(static_cast<double>(-y) * unit)});
    });
}

StageResult alignment(const StageCall& call) {
    const Alignment& stage = call.stage<Alignment>();
    return for_each_agent(call, [&](std::size_t slot) {
        std::int64_t x = 0;
        std::int64_t y = 0;
        std::int64_t count = 0;
        const bool fine = for_each_neighbour(call, slot, stage.radius, stage.cos_field_of_view,
                                             [&](const Neighbour& neighbour) {
                                                 const Vector heading = heading_of(neighbour.velocity);
                                                 x += units(heading.x * 0x1p20f);
                                                 y += units(heading.y * 0x1p20f);
                                                 ++count;
                                             });
        if (!fine) return false;
        if (count == 0) return add_sum(call, slot, {0, 0});
        const Vector own = heading_of(read_vector<Stream::velocity_x, Stream::velocity_y>(call, slot));
        const double unit = 0x1p-20 / static_cast<double>(count);
        const auto mean_x = static_cast<float>(static_cast<double>(x) * unit);
        const auto mean_y = static_cast<float>(static_cast<double>(y) * unit);
        return add_sum(call, slot, {mean_x - own.x, mean_y - own.y});
    });
}

StageResult cohesion(const StageCall& call) {
    const Cohesion& stage = call.stage<Cohesion>();
    const float scale = 0x1p20f / stage.radius;
    return for_each_agent(call, [&](std::size_t slot) {
        std::int64_t x = 0;
        std::int64_t y = 0;
        std::int64_t count = 0;
        const bool fine = for_each_neighbour(call, slot, stage.radius, stage.cos_field_of_view,
                                             [&](const Neighbour& neighbour) {
                                                 x += units(neighbour.offset.x * scale);
                                                 y += units(neighbour.offset.y * scale);
                                                 ++count;
                                             });
        if (!fine) return false;
        if (count == 0) return add_sum(call, slot, {0, 0});
        const double unit = static_cast<double>(stage.radius) * 0x1p-20 / static_cast<double>(count);
        return add_sum(call, slot,
                       {static_cast<float>(static_cast<double>(x) * unit),
                        static_cast<float>(static_cast<double>(y) * unit)});
    });
}

}  // namespace wend::detail::reference

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "stages/neighbours/neighbours_reference.hpp"
#include "wend/alignment.hpp"
#include "wend/cohesion.hpp"
#include "wend/random.hpp"
#include "wend/separation.hpp"

// Separation, alignment and cohesion: kernels/docs/math.md, "Neighbours".
namespace wend::detail::reference {
namespace {

/// Where agents on one spot count as standing, in integers of so many bits: a hash of the id, with factors
/// that are drawn for the tick.
class Places {
  public:
    Places(const StageInput& in, int bits) : shift_(32 - bits) {
        const std::uint32_t counter[4] = {static_cast<std::uint32_t>(in.ticks.first),
                                          static_cast<std::uint32_t>(in.ticks.first >> 32), 0, 0};
        const std::uint32_t key[4] = {static_cast<std::uint32_t>(in.ticks.seed),
                                      static_cast<std::uint32_t>(in.ticks.seed >> 32),
                                      purpose(Purpose::separation, in.ordinal), 0};
        const Words4 words = threefry4x32_13(counter, key);
        x_ = words.word[0] | 1;
        y_ = words.word[1] | 1;
    }

    [[nodiscard]] std::int64_t x(std::uint32_t id) const { return id * x_ >> shift_; }
    [[nodiscard]] std::int64_t y(std::uint32_t id) const { return id * y_ >> shift_; }

  private:
    int shift_;
    std::uint32_t x_, y_;
};

}  // namespace

template <>
StageResult run<Separation>(const StageInput& in, StageOutput& out) {
    const Separation& stage = in.stage<Separation>();
    const float square = stage.radius * stage.radius;
    const float nearest = square * 0x1p-12f;
    const bool inverse = stage.falloff == Falloff::inverse;
    const float scale = inverse ? stage.radius * 0x1p14f : 0x1p20f / stage.radius;
    const Places places(in, inverse ? 20 : 14);
    const auto share = [&](float d, float squared, float per_square) {
        if (inverse) {
            const float quotient = d / std::max(squared, nearest);
            return units(quotient * scale);
        }
        const float falloff = 1.0f - squared * per_square;
        const float scaled = d * scale;
        return units(scaled * (falloff * falloff));
    };
    return for_each_agent(in, out, [&](std::size_t slot) {
        const float body = body_radius_of(in, slot, stage);
        const std::optional<float> sight = radius_of_sight(in, slot, stage);
        std::int64_t x = 0;
        std::int64_t y = 0;
        const bool fine = for_each_neighbour(in, out, slot, stage, [&](const Neighbour& neighbour) {
            float reach = *sight;
            if (stage.body_radius) {
                const float two_bodies = *stage.body_radius + *stage.body_radius;
                reach = std::max(reach - (two_bodies - (body + neighbour.body_radius)), 0.0f);
            }
            const float square_of_reach = reach * reach;
            if (!(neighbour.squared <= square_of_reach)) return;
            if (neighbour.offset.x == 0 && neighbour.offset.y == 0) {
                const std::uint32_t own = id_of(in, slot);
                x += places.x(neighbour.id) - places.x(own);
                y += places.y(neighbour.id) - places.y(own);
            } else {
                const float per_square = 1.0f / std::max(square_of_reach, squared_length_floor);
                x += share(neighbour.offset.x, neighbour.squared, per_square);
                y += share(neighbour.offset.y, neighbour.squared, per_square);
            }
        });
        if (!fine) return false;
        const double wide = static_cast<double>(stage.radius);
        const double unit = inverse ? 0x1p-14 / wide : wide * 0x1p-20;
        return add_sum(in, out, slot,
                       {static_cast<float>(static_cast<double>(-x) * unit),
                        static_cast<float>(static_cast<double>(-y) * unit)});
    });
}

template <>
StageResult run<Alignment>(const StageInput& in, StageOutput& out) {
    const Alignment& stage = in.stage<Alignment>();
    return for_each_agent(in, out, [&](std::size_t slot) {
        std::int64_t x = 0;
        std::int64_t y = 0;
        std::int64_t count = 0;
        const bool fine = for_each_neighbour(in, out, slot, stage, [&](const Neighbour& neighbour) {
            const Vector heading = heading_of(neighbour.velocity);
            x += units(heading.x * 0x1p20f);
            y += units(heading.y * 0x1p20f);
            ++count;
        });
        if (!fine) return false;
        if (count == 0) return add_sum(in, out, slot, {0, 0});
        const Vector own = heading_of(read_vector<Stream::velocity_x, Stream::velocity_y>(in, slot));
        const double unit = 0x1p-20 / static_cast<double>(count);
        const auto mean_x = static_cast<float>(static_cast<double>(x) * unit);
        const auto mean_y = static_cast<float>(static_cast<double>(y) * unit);
        return add_sum(in, out, slot, {mean_x - own.x, mean_y - own.y});
    });
}

template <>
StageResult run<Cohesion>(const StageInput& in, StageOutput& out) {
    const Cohesion& stage = in.stage<Cohesion>();
    const float scale = 0x1p20f / stage.radius;
    return for_each_agent(in, out, [&](std::size_t slot) {
        std::int64_t x = 0;
        std::int64_t y = 0;
        std::int64_t count = 0;
        const bool fine = for_each_neighbour(in, out, slot, stage, [&](const Neighbour& neighbour) {
            x += units(neighbour.offset.x * scale);
            y += units(neighbour.offset.y * scale);
            ++count;
        });
        if (!fine) return false;
        if (count == 0) return add_sum(in, out, slot, {0, 0});
        const double unit = static_cast<double>(stage.radius) * 0x1p-20 / static_cast<double>(count);
        return add_sum(in, out, slot,
                       {static_cast<float>(static_cast<double>(x) * unit),
                        static_cast<float>(static_cast<double>(y) * unit)});
    });
}

}  // namespace wend::detail::reference

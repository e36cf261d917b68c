// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "bench/cases/stage_kinds.hpp"
#include "tools/verify/hard_agents.hpp"
#include "wend/stage.hpp"

namespace wend::verify {

/// A sequence of numbers from a seed.
class Dice {
  public:
    explicit Dice(std::uint64_t seed) : seed_(seed) {}
    std::uint64_t bits() { return bits_of(seed_, 3000, count_++); }
    std::uint64_t below(std::uint64_t count) { return bits() % count; }
    bool coin() { return (bits() & 1) != 0; }
    float between(float low, float high) { return low + unsigned_value(bits(), high - low); }
    double coordinate() { return static_cast<double>(signed_value(bits(), 512)); }

  private:
    std::uint64_t seed_;
    std::uint64_t count_ = 0;
};

/// Parameters of a drawn stage that are not drawn.
struct DrawnFrom {
    const PathSet& paths;
    PathMode mode = PathMode::once;
    Rectangle area;
};

/// A brake: force = -velocity / 4, the same under rotation, reflection and scaling.
[[nodiscard]] inline CustomForce sample_stage(CustomForce stage) {
    stage.reads = velocity_streams;
    stage.function = [](void*, const CustomCall& call) {
        const float* const x = call.read<Stream::velocity_x>();
        const float* const y = call.read<Stream::velocity_y>();
        for (std::size_t i = 0; i < call.count; ++i) {
            call.force_x[i] += x[i] * -0.25f;
            call.force_y[i] += y[i] * -0.25f;
        }
        return true;
    };
    return stage;
}

/// Drifts in a fluid: the force is a velocity.
[[nodiscard]] inline CustomLocomotion sample_stage(CustomLocomotion stage) {
    stage.function = [](void*, const CustomCall& call) {
        for (std::size_t i = 0; i < call.count; ++i) {
            call.write<Stream::velocity_x>()[i] = call.force_x[i];
            call.write<Stream::velocity_y>()[i] = call.force_y[i];
            call.write<Stream::position_x>()[i] += call.force_x[i] * call.dt;
            call.write<Stream::position_y>()[i] += call.force_y[i] * call.dt;
        }
    };
    return stage;
}

/// Grows with the distance from the middle of the area, the same under reflection and scaling.
[[nodiscard]] inline FlowField sample_field(const Rectangle& area) {
    const FlowGrid grid{area, 6, 6};
    std::vector<float> x, y;
    for (std::uint32_t row = 0; row < grid.rows; ++row)
        for (std::uint32_t column = 0; column < grid.columns; ++column) {
            x.push_back((area.max_x - area.min_x) * (static_cast<float>(column) - 2.5f) * 0x1p-9f);
            y.push_back((area.max_y - area.min_y) * (static_cast<float>(row) - 2.5f) * 0x1p-9f);
        }
    return *make_flow_field(grid, x, y);
}

namespace detail {

/// Values that suit agents some hundred metres from each other, within the parameter's range.
inline float draw_number(Dice& dice, const Range& range, Unit unit) {
    float low = 0.125f, high = 8;
    switch (unit) {
        case Unit::none: low = 0.125f, high = 0.875f; break;
        case Unit::metre: low = 1, high = 400; break;
        case Unit::metre_per_second: low = 0.5f, high = 64; break;
        case Unit::newton: low = 0.5f, high = 64; break;
        case Unit::kilogram: low = 0.5f, high = 4; break;
        case Unit::second: low = 0.0625f, high = 1; break;
        case Unit::radian: low = 0, high = 2; break;
        case Unit::radian_per_second:
        case Unit::radian_per_square_second: low = 0.125f, high = 4; break;
    }
    return dice.between(std::max(low, range.low), std::min(high, range.high));
}

template <class T>
void draw_value(Dice& dice, const char* name, T& value, const Range& range, Unit unit,
                const DrawnFrom& from) {
    // Newer than the golden hashes of drawn programs: not drawn.
    for (const std::string_view newer : {"arrival_radius", "max_neighbours", "height_band",
                                         "brake_without_path", "finish_line", "seen_groups"})
        if (name == newer) return;
    if constexpr (std::is_same_v<T, float>) {
        const bool weight = std::string_view(name) == "weight";
        value = !weight ? draw_number(dice, range, unit) : dice.coin() ? 1.0f : dice.between(-2, 2);
        if (std::string_view(name) == "body_radius") value /= 32;  // of an agent, not of a world
        if (std::string_view(name) == "horizon") value *= 16;      // to look ahead, not a tick
    } else if constexpr (std::is_same_v<T, std::optional<float>>) {
        if (std::string_view(name) == "body_radius") return;  // separation's is newer, too
        if (dice.coin()) value = draw_number(dice, range, unit);
    } else if constexpr (std::is_same_v<T, bool>) {
        value = dice.coin();
    } else if constexpr (std::is_same_v<T, PathMode>) {
        value = from.mode;
    } else if constexpr (std::is_enum_v<T>) {
        value = words_of(T{})[dice.below(words_of(T{}).size())].value;
    } else if constexpr (std::is_same_v<T, Rectangle>) {
        value = from.area;
    }
}

}  // namespace detail

/// The paths as walls. Without a closed one, PolygonContainment has none: it refuses the others.
template <class S>
[[nodiscard]] ObstacleSet obstacles_for(const PathSet& paths) {
    ObstacleSet walls = *ObstacleSetBuilder().add_walls(paths).build();
    if constexpr (std::is_same_v<S, PolygonContainment>) {
        for (std::size_t i = 0; i < walls.size(); ++i)
            if (walls.obstacle(i).of_polygon) return walls;
        return {};
    }
    return walls;
}

/// A stage whose parameters are all drawn: legal, and of a size that suits the cases' populations.
template <class S>
[[nodiscard]] S drawn_stage(Dice& dice, const DrawnFrom& from) {
    S stage = [&] {
        if constexpr (std::is_same_v<S, PortalFollow>)
            return S{.paths = make_corridors(1)};
        else if constexpr (requires(S with) { with.paths; })
            return S{.paths = from.paths};
        else if constexpr (Force<S> && requires(S with) { with.obstacles; })
            return S{.obstacles = obstacles_for<S>(from.paths)};
        else if constexpr (requires(S with) { with.field; })
            return S{.field = sample_field(from.area)};
        else if constexpr (requires(S with) { with.function; })
            return sample_stage(S{});
        else
            return S{};
    }();
    const auto draw = [&](const auto& parameter) {
        detail::draw_value(dice, parameter.name, stage.*parameter.member, parameter.range, parameter.unit,
                           from);
    };
    std::apply([&](const auto&... parameter) { (draw(parameter), ...); }, S::parameters());
    return stage;
}

/// The same for the stage of that kind (an index of wend::Stage).
[[nodiscard]] inline Stage drawn_stage(std::size_t kind, Dice& dice, const DrawnFrom& from) {
    return bench::with_kind(kind, [&]<class S>() -> Stage { return drawn_stage<S>(dice, from); });
}

}  // namespace wend::verify

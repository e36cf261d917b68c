// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <numbers>

#include "wend/rectangle.hpp"
#include "wend/streams.hpp"

/// The first values of each stream. A new stream has one row here, at the end.
namespace wend::bench {

/// The benchmarks' world.
inline constexpr Rectangle area{.min_x = 0, .min_y = 0, .max_x = 1000, .max_y = 1000};

/// Values are uniform in [low, high).
struct Interval {
    float low, high;
};

struct StreamRecipe {
    Stream stream;
    Interval game{-5, 5};     ///< the benchmarks' ordinary agents; in scenarios, where they have a default
    Interval tests{-64, 64};  ///< the ordinary agents among which `wend verify` and the tests put hard ones
    int draw = -1;            ///< number of the benchmarks' draw; -1: by the enumerator
};

inline constexpr Interval whole_turn{-std::numbers::pi_v<float>, std::numbers::pi_v<float>};
inline constexpr Interval area_x{area.min_x, area.max_x};
inline constexpr Interval area_y{area.min_y, area.max_y};
inline constexpr Interval test_square{-512, 512};

/// In the order in which the streams came: a row's index is the number of the scenarios' draw, and hashes of
/// initial states depend on it. So rows are only appended.
inline constexpr std::array<StreamRecipe, stream_count> stream_recipes{{
    {.stream = Stream::direction},
    {.stream = Stream::id},
    {.stream = Stream::mass, .tests = {0.25f, 4.25f}},
    {.stream = Stream::max_force, .tests = {0, 32}},
    {.stream = Stream::max_speed, .tests = {0, 8}},
    {.stream = Stream::path},
    {.stream = Stream::position_x, .game = area_x, .tests = test_square, .draw = 0},
    {.stream = Stream::position_y, .game = area_y, .tests = test_square, .draw = 1},
    {.stream = Stream::segment},
    {.stream = Stream::segment_distance},
    {.stream = Stream::speed, .game = {0.5f, 3}, .tests = {-8, 8}, .draw = 3},
    {.stream = Stream::target_x, .game = area_x, .tests = test_square, .draw = 5},
    {.stream = Stream::target_y, .game = area_y, .tests = test_square, .draw = 6},
    {.stream = Stream::velocity_x, .tests = {-4, 4}},
    {.stream = Stream::velocity_y, .tests = {-4, 4}},
    {.stream = Stream::wander_angle, .game = whole_turn, .tests = {-2, 2}, .draw = 4},
    {.stream = Stream::arrived},
    {.stream = Stream::decision},
    {.stream = Stream::finished},
    {.stream = Stream::heading_x},
    {.stream = Stream::heading_y},
    {.stream = Stream::node},
    {.stream = Stream::path_distance},
    {.stream = Stream::previous_x},
    {.stream = Stream::previous_y},
    {.stream = Stream::seconds_left, .game = {0, 1}, .tests = {-0.25f, 0.75f}, .draw = 12},
    {.stream = Stream::external_force_x, .tests = {-16, 16}},
    {.stream = Stream::external_force_y, .tests = {-16, 16}},
    {.stream = Stream::third_target_x, .tests = test_square},
    {.stream = Stream::third_target_y, .tests = test_square},
    {.stream = Stream::step_x},
    {.stream = Stream::step_y},
    {.stream = Stream::target_agent, .draw = 11},
    {.stream = Stream::target_velocity_x, .game = {-2, 2}, .tests = {-4, 4}, .draw = 9},
    {.stream = Stream::target_velocity_y, .game = {-2, 2}, .tests = {-4, 4}, .draw = 10},
    {.stream = Stream::walk_x},
    {.stream = Stream::walk_y},
    {.stream = Stream::offset_x},
    {.stream = Stream::offset_y},
    {.stream = Stream::other_agent},
    {.stream = Stream::other_target_velocity_x, .tests = {-4, 4}},
    {.stream = Stream::other_target_velocity_y, .tests = {-4, 4}},
    {.stream = Stream::other_target_x, .tests = test_square},
    {.stream = Stream::other_target_y, .tests = test_square},
    {.stream = Stream::force_x},
    {.stream = Stream::force_y},
    {.stream = Stream::stages},
    {.stream = Stream::steering_force_x},
    {.stream = Stream::steering_force_y},
    {.stream = Stream::third_agent},
    {.stream = Stream::third_target_velocity_x, .tests = {-4, 4}},
    {.stream = Stream::third_target_velocity_y, .tests = {-4, 4}},
    {.stream = Stream::groups},
    {.stream = Stream::seen_groups},
    {.stream = Stream::position_z},
    {.stream = Stream::body_radius, .tests = {0, 8}},
    {.stream = Stream::record_length},
    {.stream = Stream::record_path},
    {.stream = Stream::record_place},
    {.stream = Stream::record_tangent_x},
    {.stream = Stream::record_tangent_y},
    {.stream = Stream::record_x},
    {.stream = Stream::record_y},
    {.stream = Stream::desired_velocity_x},
    {.stream = Stream::desired_velocity_y},
    {.stream = Stream::path_deviation},
    {.stream = Stream::path_remaining},
    {.stream = Stream::still_time},
    {.stream = Stream::still_x},
    {.stream = Stream::still_y},
    {.stream = Stream::priority, .game = {0, 0}, .tests = {-2, 2}},
    {.stream = Stream::responsibility, .game = {0, 1}, .tests = {0, 1}},
    {.stream = Stream::settled},
    {.stream = Stream::angular_velocity, .game = {0, 0}, .tests = {-4, 4}},
    {.stream = Stream::orientation, .game = whole_turn, .tests = {-2, 2}},
    {.stream = Stream::target_orientation, .game = whole_turn, .tests = {-2, 2}},
    {.stream = Stream::neighbour_horizon, .game = {1, 8}, .tests = {0.5f, 12}},
    {.stream = Stream::neighbour_radius, .game = {1, 50}, .tests = {0, 256}},
    {.stream = Stream::neighbour_weight, .game = {0, 2}, .tests = {0, 2}},
}};

[[nodiscard]] constexpr std::size_t number_of(Stream stream) noexcept {
    std::size_t number = 0;
    while (stream_recipes[number].stream != stream) ++number;
    return number;
}
/// Other streams have values of their own.
[[nodiscard]] constexpr bool is_drawn(Stream stream) noexcept {
    return info(stream).element == ElementType::f32 || stream == Stream::seconds_left;
}
[[nodiscard]] constexpr const StreamRecipe& recipe_of(Stream stream) noexcept {
    return stream_recipes[number_of(stream)];
}
static_assert(
    [] {
        for (std::size_t i = 0; i < stream_count; ++i) static_cast<void>(number_of(static_cast<Stream>(i)));
        return true;
    }(),
    "every stream has a row");

}  // namespace wend::bench

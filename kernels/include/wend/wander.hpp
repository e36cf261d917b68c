// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// The frame in which the circle of wander lies: the world's axes, or the agent's heading.
///
/// In frame `heading` a crowd that starts at rest does not spread evenly: the heading at rest is (1, 0), and
/// the turns of the first ticks depend on dt. After 20 s the mean of angles uniform in [-pi, pi) is 8.7 m
/// behind the start at 15 ticks a second and 3.2 m ahead at 480. Start agents with a velocity where that
/// matters.
enum class WanderFrame : std::uint8_t { world, heading };
constexpr auto words_of(WanderFrame) {
    return std::array{Word{"world", WanderFrame::world}, Word{"heading", WanderFrame::heading}};
}

/// Steering force of an aimless walk (Reynolds, "Steering Behaviors For Autonomous Characters", GDC 1999,
/// "wander").
///
///     force = circle_distance * unit(velocity) + circle_radius * (cos a, sin a)
///     a    += (u - 1/2) * angle_change          u uniform in [0, 1), drawn for (seed, id, tick, purpose wander)
///
/// The force uses the angle before its change. In frame `heading` the circle's point is rotated by
/// unit(velocity) (by (1, 0) at rest). With `reference_dt` the change is scaled by sqrt(dt / reference_dt):
/// the walk's spread then does not depend on the frame rate, which scaling by dt (OpenSteer, gdx-ai, Yuka)
/// does not achieve.
///
/// With `reference_dt` a change is scaled to at most 1000 radians. wander_angle is in radians. If it starts
/// at 0, all agents push the same way until their draws separate them; spread it over [-pi, pi), as `wend
/// run` does. Error: force within 8 units of 2^-24 of the largest of its terms' lengths (circle_distance,
/// circle_radius, the result); angle within 4 units (kernels/docs/math.md).
struct Wander {
    /// The part of the force along the velocity; larger walks straighter.
    float circle_distance = 10;  ///< N
    /// The part of the force whose direction changes; larger turns more sharply.
    float circle_radius = 5;  ///< N
    /// Range of the random change of that direction a tick; larger is more erratic.
    float angle_change = 1;  ///< rad
    /// Whether the direction is relative to the x axis (world) or to the velocity (heading).
    WanderFrame frame = WanderFrame::world;
    /// The change is scaled by sqrt(dt / reference_dt): the walk spreads equally at any frame rate; not set:
    /// no scaling.
    std::optional<float> reference_dt{};  ///< s
    /// Factor of the force.
    float weight = 1;

    static constexpr std::string_view name = "wander";
    template <class S = Wander>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"circle_distance", &S::circle_distance, any_number, Unit::newton},
                          Parameter{"circle_radius", &S::circle_radius, any_number, Unit::newton},
                          Parameter{"angle_change", &S::angle_change, Range{0, 1000}, Unit::radian},
                          Parameter{"frame", &S::frame},
                          Parameter{"reference_dt", &S::reference_dt, positive, Unit::second},
                          Parameter{"weight", &S::weight, any_number}};
    }
    static constexpr StreamUses streams() {
        return {.read = velocity_streams, .written = stream_set(Stream::wander_angle)};
    }
};

}  // namespace wend

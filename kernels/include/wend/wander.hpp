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
/// In frame `heading` a crowd that starts at rest does not spread evenly: at rest there is no heading, (1, 0)
/// takes its place, and what an agent turns to in its first ticks depends on dt. With angles uniform in
/// [-pi, pi) its mean is 8.7 m behind the start at 15 ticks a second, and 3.2 m ahead at 480, after 20 s. Let
/// agents start with a velocity where that matters.
enum class WanderFrame : std::uint8_t { world, heading };
constexpr auto words(WanderFrame) {
    return std::array{Word{"world", WanderFrame::world}, Word{"heading", WanderFrame::heading}};
}

/// Steering force of an aimless walk (Reynolds, "Steering Behaviors For Autonomous Characters", GDC 1999,
/// "wander").
///
///     force = circle_distance * unit(velocity) + circle_radius * (cos a, sin a)
///     a    += (u - 1/2) * angle_change          u uniform in [0, 1), drawn for (seed, id, tick, purpose wander)
///
/// The force uses the angle from before its change. In frame `heading` the circle's point is rotated by
/// unit(velocity) (by (1, 0) at rest). With `reference_dt` the change is scaled by sqrt(dt / reference_dt):
/// the walk's spread then does not depend on the frame rate, which scaling by dt (OpenSteer, gdx-ai, Yuka)
/// does not achieve.
///
/// With `reference_dt` a change is scaled to at most 1000 radians. wander_angle is in radians. Start it at 0,
/// and all agents push the same way until their draws have parted them; spread over [-pi, pi), they differ at
/// once (as `wend run` draws it).
/// Error: force within 8 units of 2^-24 of the largest of its terms' lengths (circle_distance, circle_radius,
/// the result); angle within 4 units (kernels/docs/math.md).
struct Wander {
    float circle_distance = 10;
    float circle_radius = 5;
    float angle_change = 1;
    WanderFrame frame = WanderFrame::world;
    std::optional<float> reference_dt{};
    float weight = 1;

    static constexpr std::string_view name = "wander";
    static constexpr auto parameters() {
        return std::tuple{Parameter{"circle_distance", &Wander::circle_distance, any_number, Unit::newton},
                          Parameter{"circle_radius", &Wander::circle_radius, any_number, Unit::newton},
                          Parameter{"angle_change", &Wander::angle_change, Range{0, 1000}, Unit::radian},
                          Parameter{"frame", &Wander::frame},
                          Parameter{"reference_dt", &Wander::reference_dt, positive, Unit::second},
                          Parameter{"weight", &Wander::weight, any_number}};
    }
    static constexpr StreamUses streams() {
        return {.read = velocity_streams, .written = stream_set(Stream::wander_angle)};
    }
};

}  // namespace wend

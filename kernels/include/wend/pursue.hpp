// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/quarry.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Seek of the quarry's predicted position (Reynolds, GDC 1999, "pursuit"): extrapolated by the time to reach
/// the quarry at max_speed.
///
///     aim   = target + target_velocity * (distance / max_speed)
///     force = unit(aim - position) * max_speed - velocity
///
/// The quarry is a point or another agent (wend/quarry.hpp). max_speed is > 0. Error: within 6 units of 2^-24
/// of the largest term (kernels/docs/math.md).
struct Pursue {
    /// A point with a velocity, or another agent.
    Quarry quarry = Quarry::point;
    /// The streams of the quarry, or one point for all agents, at rest.
    Target target{};  ///< m
    /// Factor of the force; larger turns to the predicted place sooner.
    float weight = 1;

    static constexpr std::string_view name = "pursue";
    template <class S = Pursue>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"quarry", &S::quarry},
                          Parameter{"target", &S::target, any_number, Unit::metre},
                          Parameter{"weight", &S::weight, any_number}};
    }
    [[nodiscard]] constexpr StreamUses streams() const { return quarry_streams(quarry, target); }
    static constexpr StreamUses all_streams() { return all_quarry_streams(); }
};

/// Flee from the quarry's predicted position (Reynolds, GDC 1999, "evasion"). As pursue, with unit(position -
/// aim).
struct Evade {
    /// A point with a velocity, or another agent.
    Quarry quarry = Quarry::point;
    /// The streams of the quarry, or one point for all agents, at rest.
    Target target{};  ///< m
    /// Factor of the force; larger turns away sooner.
    float weight = 1;

    static constexpr std::string_view name = "evade";
    template <class S = Evade>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"quarry", &S::quarry},
                          Parameter{"target", &S::target, any_number, Unit::metre},
                          Parameter{"weight", &S::weight, any_number}};
    }
    [[nodiscard]] constexpr StreamUses streams() const { return quarry_streams(quarry, target); }
    static constexpr StreamUses all_streams() { return all_quarry_streams(); }
};

}  // namespace wend

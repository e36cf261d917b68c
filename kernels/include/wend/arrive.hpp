// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"
#include "wend/target.hpp"

namespace wend {

/// Seek that slows down near its target (Reynolds, GDC 1999, "arrival").
///
///     force = unit(target - position) * max_speed * min(1, distance / slowing_radius) - velocity
///
/// Where it is bound, `arrived` becomes 1 where distance <= arrival_radius at the tick's start, otherwise 0.
/// With k = weight * dt / mass and a = max_speed * dt / slowing_radius, agents oscillate about the target for
/// ever where k (2 + a) is 4 or more, summed over the forces that share the target; `validate` reports that.
/// Error: within 4 units of 2^-24 of the largest term (kernels/docs/math.md).
struct Arrive {
    /// The streams of the target, or one point for all agents.
    Target target{};  ///< m
    /// Agents slow down from this distance on; larger slows down earlier and more gently.
    float slowing_radius = 10;  ///< m
    /// `arrived` is 1 within it; no effect on the motion.
    float arrival_radius = 1;  ///< m
    /// Factor of the force; larger turns to the target and brakes more sharply.
    float weight = 1;

    static constexpr std::string_view name = "arrive";
    template <class S = Arrive>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"slowing_radius", &S::slowing_radius, positive, Unit::metre},
                          Parameter{"arrival_radius", &S::arrival_radius, not_negative, Unit::metre},
                          Parameter{"target", &S::target, any_number, Unit::metre},
                          Parameter{"weight", &S::weight, any_number}};
    }
    [[nodiscard]] constexpr StreamUses streams() const { return with(target_position_streams(target)); }
    static constexpr StreamUses all_streams() { return with(all_target_position_streams); }

    /// The stage's streams, given those of its target.
    static constexpr StreamUses with(StreamSet of_target) {
        return {.read = position_streams | velocity_streams | of_target,
                .stream_or_value = stream_set(Stream::max_speed),
                .output = stream_set(Stream::arrived)};
    }
};

}  // namespace wend

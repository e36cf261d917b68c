// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/quarry.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Steering force towards a point between the predicted positions of two quarries (Buckland, "Programming
/// Game AI by Example", 2005, chapter 3; gdx-ai, "Interpose"). a and va are the position and velocity of the
/// first quarry, b and vb those of the other, and lerp(a, b) = a * (1 - share) + b * share:
///
///     time  = |lerp(a, b) - position| / max_speed
///     aim   = lerp(a + va * time, b + vb * time)
///     force = unit(aim - position) * max_speed * min(1, |aim - position| / slowing_radius) - velocity
///
/// Without a slowing radius the last factor is 1. The quarries are two points (target_*, target_velocity_*,
/// other_target_*, other_target_velocity_*) or two agents of the same view (target_agent, other_agent: -1 in
/// either is "none": no force and no fault; wend/quarry.hpp). max_speed is > 0. Error: within 8 units of
/// 2^-24 of the largest term (kernels/docs/math.md).
struct Interpose {
    /// Two points with velocities, or two other agents.
    Quarry quarry = Quarry::point;
    /// Place of the aim between the quarries: 0 at the first, 1 at the other.
    float share = 0.5f;
    /// Agents slow down within this distance of the aim; larger: more gently; not set: full speed.
    std::optional<float> slowing_radius{};  ///< m
    /// Factor of the force; larger turns to the aim sooner.
    float weight = 1;

    static constexpr std::string_view name = "interpose";
    template <class S = Interpose>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"quarry", &S::quarry}, Parameter{"share", &S::share, Range{0, 1}},
                          Parameter{"slowing_radius", &S::slowing_radius, positive, Unit::metre},
                          Parameter{"weight", &S::weight, any_number}};
    }
    [[nodiscard]] constexpr StreamUses streams() const { return streams_of(quarry); }
    static constexpr StreamUses all_streams() {
        StreamUses uses = streams_of(Quarry::point);
        uses.add(streams_of(Quarry::agent));
        return uses;
    }

    /// The stage's streams, given the kind of its quarry.
    static constexpr StreamUses streams_of(Quarry quarry) {
        StreamUses uses = quarry_streams(quarry);
        if (quarry == Quarry::point)
            uses.read |= stream_set(Stream::other_target_x, Stream::other_target_y,
                                    Stream::other_target_velocity_x, Stream::other_target_velocity_y);
        else
            uses.read |= stream_set(Stream::other_agent);
        return uses;
    }
};

}  // namespace wend

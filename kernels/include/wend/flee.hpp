// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"
#include "wend/target.hpp"

namespace wend {

/// Steering force away from a target at full speed (Reynolds, GDC 1999, "flee"): seek's desired velocity,
/// reversed.
///
///     force = unit(position - target) * max_speed - velocity            at the target: -velocity
///
/// It acts at any distance; the stream `stages` or a custom force can limit that.
/// Error: within 4 units of 2^-24 of the largest term (kernels/docs/math.md).
struct Flee {
    /// The streams of the target, or one point for all agents.
    Target target{};  ///< m
    /// Factor of the force; larger turns away sooner.
    float weight = 1;

    static constexpr std::string_view name = "flee";
    template <class S = Flee>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"target", &S::target, any_number, Unit::metre},
                          Parameter{"weight", &S::weight, any_number}};
    }
    [[nodiscard]] constexpr StreamUses streams() const { return with(target_position_streams(target)); }
    static constexpr StreamUses all_streams() { return with(all_target_position_streams); }

    /// The stage's streams, given those of its target.
    static constexpr StreamUses with(StreamSet of_target) {
        return {.read = position_streams | velocity_streams | of_target,
                .stream_or_value = stream_set(Stream::max_speed)};
    }
};

}  // namespace wend

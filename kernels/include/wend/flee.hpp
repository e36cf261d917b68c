// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/seek.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Steering force away from a target at full speed (Reynolds, GDC 1999, "flee"): seek's desired velocity,
/// turned round.
///
///     force = unit(position - target) * max_speed - velocity            at the target: -velocity
///
/// Error: within 4 units of 2^-24 of the largest term (kernels/docs/math.md).
struct Flee {
    float weight = 1;

    static constexpr std::string_view name = "flee";
    static constexpr auto parameters() { return std::tuple{Parameter{"weight", &Flee::weight, any_number}}; }
    static constexpr StreamUses streams() { return Seek::streams(); }
};

}  // namespace wend

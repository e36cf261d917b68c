// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/seek.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Seek that slows down near its target (Reynolds, GDC 1999, "arrival").
///
///     force = unit(target - position) * max_speed * min(1, distance / slowing_radius) - velocity
///
/// With weight * dt / mass above 2, agents swing about the target for ever; `validate` notices.
/// Error: within 4 units of 2^-24 of the largest term (kernels/docs/math.md).
struct Arrive {
    float slowing_radius = 10;
    float weight = 1;

    static constexpr std::string_view name = "arrive";
    static constexpr auto parameters() {
        return std::tuple{Parameter{"slowing_radius", &Arrive::slowing_radius, positive, Unit::metre},
                          Parameter{"weight", &Arrive::weight, any_number}};
    }
    static constexpr StreamUses streams() { return Seek::streams(); }
};

}  // namespace wend

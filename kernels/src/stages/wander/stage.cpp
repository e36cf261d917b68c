// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>

#include "driver/stage_traits.hpp"
#include "wend/random.hpp"

namespace wend::detail {

StreamNeeds needs(const Wander&) {
    return {.read = mask(Stream::velocity_x, Stream::velocity_y), .written = mask(Stream::wander_angle)};
}

Status check(const Wander& wander) {
    constexpr float limit = component_limit;
    if (Status s = in_range("circle_distance", wander.circle_distance, -limit, limit); !s) return s;
    if (Status s = in_range("circle_radius", wander.circle_radius, -limit, limit); !s) return s;
    if (Status s = in_range("angle_change", wander.angle_change, 0, 1000); !s) return s;
    if (Status s = in_range("weight", wander.weight, -limit, limit); !s) return s;
    if (wander.reference_dt) return in_range("reference_dt", *wander.reference_dt, component_floor, limit);
    return {};
}

StageParameters resolve(const Wander& wander, const ResolveContext& context) {
    float change = wander.angle_change;
    if (wander.reference_dt)
        change = std::min(change * std::sqrt(context.dt / *wander.reference_dt), 1000.0f);
    return {.weight = wander.weight,
            .wander = {.circle_distance = wander.circle_distance,
                       .circle_radius = wander.circle_radius,
                       .angle_change = change,
                       .purpose = purpose(Purpose::wander, context.ordinal),
                       .frame = wander.frame}};
}

}  // namespace wend::detail

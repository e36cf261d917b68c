// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/rectangle.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Keeps away from the sides of a rectangle before they are met: soft walls (Reynolds, GDC 1999,
/// "containment").
///
/// Looked at is where the agent is to be after `prediction` seconds, q = position + velocity * prediction.
/// How far q is into the margin along a side, or beyond it, is the share s of the force that turns the
/// velocity across that side inwards:
///
///     s = clamp((margin - distance from the side inwards) / margin, 0, 1)
///     force = s * (max_speed inwards - velocity)          along x of the sides left and right, and along y
///
/// 0 within, and no force along a side. Beside forces that pull outwards it is a soft wall, which they may
/// press agents into; Bounds::bounce is a hard one. Error: 8 units of 2^-24 of the largest term, position and
/// area over the margin included.
struct Containment {
    Rectangle area;
    float margin = 10;
    float prediction = 1;
    float weight = 1;

    static constexpr std::string_view name = "containment";
    static constexpr auto parameters() {
        return std::tuple{Parameter{"area", &Containment::area, any_number, Unit::metre},
                          Parameter{"margin", &Containment::margin, positive, Unit::metre},
                          Parameter{"prediction", &Containment::prediction, not_negative, Unit::second},
                          Parameter{"weight", &Containment::weight, any_number}};
    }
    static constexpr StreamUses streams() {
        return {.read = position_streams | velocity_streams,
                .stream_or_value = stream_set(Stream::max_speed)};
    }
};

}  // namespace wend

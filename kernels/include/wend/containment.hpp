// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/rectangle.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Keeps agents within a rectangle by soft walls (Reynolds, GDC 1999, "containment").
///
/// The predicted position is q = position + velocity * prediction. The depth of q in the margin along a side,
/// or beyond it, gives the share s of the force that turns the velocity across that side inwards:
///
///     s = clamp((margin - distance from the side inwards) / margin, 0, 1)
///     force = s * (max_speed inwards - velocity)          along x for the left and right sides, and along y
///
/// The force is 0 deeper inside, and has no component along a side. Other forces may press agents into a soft
/// wall; Bounds::bounce is a hard one. Error: 8 units of 2^-24 of the largest term, position and
/// area over the margin included.
struct Containment {
    /// The rectangle to stay in.
    Rectangle area;  ///< m
    /// Width of the soft wall; larger turns back earlier and more gently.
    float margin = 10;  ///< m
    /// How far ahead the position is predicted; larger turns earlier.
    float prediction = 1;  ///< s
    /// Factor of the force; larger turns back more sharply.
    float weight = 1;

    static constexpr std::string_view name = "containment";
    template <class S = Containment>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"area", &S::area, any_number, Unit::metre},
                          Parameter{"margin", &S::margin, positive, Unit::metre},
                          Parameter{"prediction", &S::prediction, not_negative, Unit::second},
                          Parameter{"weight", &S::weight, any_number}};
    }
    static constexpr StreamUses streams() {
        return {.read = position_streams | velocity_streams,
                .stream_or_value = stream_set(Stream::max_speed)};
    }
};

}  // namespace wend

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <tuple>

#include "wend/flow_field.hpp"
#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Follows a flow field (Reynolds, GDC 1999, "flow field following").
///
///     force = truncate(field(position + velocity * prediction), max_speed) - velocity
///
/// A field without a cell gives no force. In a field in the caller's memory (view_flow_field), a velocity
/// that is NaN or beyond 2e18 is a fault of the agents there. Error: 8 units of 2^-24 of the largest term,
/// those of the place in the field included: (|position| + |velocity| prediction + |area|) / cell times the
/// field's largest velocity.
struct FlowFollow {
    /// The desired velocities, in m/s.
    FlowField field{};
    /// The field is read at the position predicted so far ahead; larger turns earlier.
    float prediction = 0;  ///< s
    /// Factor of the force; larger follows the field more closely.
    float weight = 1;

    static constexpr std::string_view name = "flow_follow";
    template <class S = FlowFollow>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"field", &S::field},
                          Parameter{"prediction", &S::prediction, not_negative, Unit::second},
                          Parameter{"weight", &S::weight, any_number}};
    }
    static constexpr StreamUses streams() {
        return {.read = position_streams | velocity_streams,
                .stream_or_value = stream_set(Stream::max_speed)};
    }
};

}  // namespace wend

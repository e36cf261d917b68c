// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <tuple>

#include "wend/flow_field.hpp"
#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Goes with a flow field (Reynolds, GDC 1999, "flow field following").
///
///     force = truncate(field(position + velocity * prediction), max_speed) - velocity
///
/// A field without a cell has no force. A field in the caller's memory (view_flow_field) faults the agents
/// whose velocity there is NaN or beyond 2e18. Error: 8 units of 2^-24 of the largest term, those of the
/// place in the field included: (|position| + |velocity| prediction + |area|) / cell times the field's
/// largest velocity.
struct FlowFollow {
    FlowField field{};
    float prediction = 0;
    float weight = 1;

    static constexpr std::string_view name = "flow_follow";
    static constexpr auto parameters() {
        return std::tuple{Parameter{"field", &FlowFollow::field},
                          Parameter{"prediction", &FlowFollow::prediction, not_negative, Unit::second},
                          Parameter{"weight", &FlowFollow::weight, any_number}};
    }
    static constexpr StreamUses streams() {
        return {.read = position_streams | velocity_streams,
                .stream_or_value = stream_set(Stream::max_speed)};
    }
};

}  // namespace wend

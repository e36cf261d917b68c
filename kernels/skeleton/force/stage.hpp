// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// A spring between the agent and its target, with a damper.
///
///     force = (target - position) * stiffness - velocity * damping
///
/// Error: within 4 units of 2^-24 of the largest term (kernels/docs/math.md).
struct Skeleton {
    /// Force for each metre of distance; larger pulls harder.
    float stiffness = 1;
    /// Force for each m/s of velocity; larger comes to rest sooner.
    float damping = 1;
    /// Factor of the force.
    float weight = 1;

    static constexpr std::string_view name = "skeleton";
    template <class S = Skeleton>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"stiffness", &S::stiffness, not_negative},
                          Parameter{"damping", &S::damping, not_negative},
                          Parameter{"weight", &S::weight, any_number}};
    }
    static constexpr StreamUses streams() {
        return {.read = position_streams | velocity_streams | target_streams};
    }
};

}  // namespace wend

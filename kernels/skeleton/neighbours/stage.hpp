// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

#include "wend/neighbours.hpp"
#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Springs that push the agent away from its neighbours (wend/neighbours.hpp).
///
///     force = -stiffness * sum of (neighbour - position)
///
/// Error: within 24 units of 2^-24 of stiffness * radius for each neighbour (kernels/docs/math.md).
struct Skeleton {
    /// Neighbours farther away are ignored; larger pushes more agents apart.
    float radius = 4;  ///< m
    /// Cosine of half the field of view: neighbours outside are ignored; -1: all around.
    float cos_field_of_view = -1;
    /// Only the nearest ones count; 0: all.
    std::uint32_t max_neighbours = 0;
    /// Neighbours farther above or below are ignored; not set: at any height.
    std::optional<float> height_band{};  ///< m
    /// Only neighbours in one of these groups count, a bit each, of those that the agent sees.
    std::uint32_t seen_groups = every_group;
    /// Force for each metre of distance; larger pushes harder.
    float stiffness = 1;
    /// Factor of the force.
    float weight = 1;

    static constexpr std::string_view name = "skeleton";
    template <class S = Skeleton>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"radius", &S::radius, neighbour_radius, Unit::metre},
                          Parameter{"cos_field_of_view", &S::cos_field_of_view, cosine},
                          Parameter{"max_neighbours", &S::max_neighbours, neighbour_count},
                          Parameter{"height_band", &S::height_band, not_negative, Unit::metre},
                          Parameter{"seen_groups", &S::seen_groups, some_groups},
                          Parameter{"stiffness", &S::stiffness, not_negative},
                          Parameter{"weight", &S::weight, any_number}};
    }
    [[nodiscard]] constexpr StreamUses streams() const { return neighbour_streams(height_band.has_value()); }
    static constexpr StreamUses all_streams() { return neighbour_streams(true); }
};

}  // namespace wend

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

/// Steers towards the mean position of the neighbours (Reynolds, SIGGRAPH 1987, "flock centering"; GDC 1999,
/// "cohesion").
///
///     force = mean of (neighbour - position)          0 without a neighbour
///
/// Neighbours: wend/neighbours.hpp. Error: within 2^-20 of the radius, and 2 units of 2^-24 of it.
struct Cohesion {
    /// Neighbours farther away are ignored; larger joins groups that are farther apart.
    float radius = 9;  ///< m
    /// Cosine of half the field of view: neighbours outside are ignored; larger reacts to those ahead alone;
    /// -1: all around.
    float cos_field_of_view = -0.15f;
    /// Only the nearest ones count; with few, agents ignore the crowd beyond them; 0: all.
    std::uint32_t max_neighbours = 0;
    /// Neighbours farther above or below are ignored, which shortens no search; not set: at any height.
    std::optional<float> height_band{};  ///< m
    /// Only neighbours in one of these groups count, a bit each, of those that the agent sees.
    std::uint32_t seen_groups = every_group;
    /// Factor of the force; larger draws the agents into denser groups.
    float weight = 8;

    static constexpr std::string_view name = "cohesion";
    template <class S = Cohesion>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"radius", &S::radius, neighbour_radius, Unit::metre},
                          Parameter{"cos_field_of_view", &S::cos_field_of_view, cosine},
                          Parameter{"max_neighbours", &S::max_neighbours, neighbour_count},
                          Parameter{"height_band", &S::height_band, not_negative, Unit::metre},
                          Parameter{"seen_groups", &S::seen_groups, some_groups},
                          Parameter{"weight", &S::weight, any_number}};
    }
    [[nodiscard]] constexpr StreamUses streams() const { return streams(height_band.has_value()); }
    static constexpr StreamUses all_streams() { return streams(true); }

  private:
    static constexpr StreamUses streams(bool heights) { return neighbour_streams(heights); }
};

}  // namespace wend

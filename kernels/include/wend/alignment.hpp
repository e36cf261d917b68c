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

/// Steers towards the mean heading of the neighbours (Reynolds, SIGGRAPH 1987, "velocity matching"; GDC 1999,
/// "alignment").
///
///     force = mean of unit(neighbour's velocity) - unit(velocity)          0 without a neighbour
///
/// The heading of an agent at rest is 0. Neighbours: wend/neighbours.hpp. Error: within 2^-20 and 4 units of
/// 2^-24.
struct Alignment {
    /// Neighbours farther away are ignored; larger makes larger groups move in one direction.
    float radius = 7.5f;  ///< m
    /// Cosine of half the field of view: neighbours outside are ignored; larger reacts to those ahead alone;
    /// -1: all around.
    float cos_field_of_view = 0.7f;
    /// Only the nearest ones count; with few, agents ignore the crowd beyond them; 0: all.
    std::uint32_t max_neighbours = 0;
    /// Neighbours farther above or below are ignored, which shortens no search; not set: at any height.
    std::optional<float> height_band{};  ///< m
    /// Only neighbours in one of these groups count, a bit each, of those that the agent sees.
    std::uint32_t seen_groups = every_group;
    /// Factor of the force; larger turns neighbours into one direction sooner.
    float weight = 8;

    static constexpr std::string_view name = "alignment";
    template <class S = Alignment>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"radius", &S::radius, neighbour_radius, Unit::metre},
                          Parameter{"cos_field_of_view", &S::cos_field_of_view, cosine},
                          Parameter{"max_neighbours", &S::max_neighbours, neighbour_count},
                          Parameter{"height_band", &S::height_band, not_negative, Unit::metre},
                          Parameter{"seen_groups", &S::seen_groups, some_groups},
                          Parameter{"weight", &S::weight, any_number}};
    }
    [[nodiscard]] constexpr StreamUses streams() const { return neighbour_streams(height_band.has_value()); }
    static constexpr StreamUses all_streams() { return neighbour_streams(true); }
};

}  // namespace wend

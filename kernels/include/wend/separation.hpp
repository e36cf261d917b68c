// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

#include "wend/neighbours.hpp"
#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// How separation falls off with the distance d.
enum class Falloff : std::uint8_t {
    smooth,  ///< (1 - d^2 / radius^2)^2: 0 at the radius, so that no force jumps
    inverse  ///< 1 / d^2, of d not below radius / 64 (OpenSteer, SteerLibrary.h, steerForSeparation)
};
constexpr auto words(Falloff) {
    return std::array{Word{"smooth", Falloff::smooth}, Word{"inverse", Falloff::inverse}};
}

/// Steers away from neighbours (Reynolds, SIGGRAPH 1987 and GDC 1999, "separation").
///
///     force = -sum of (neighbour - position) * falloff(|neighbour - position|)
///
/// Two agents on one spot count as up to radius / 64 apart, along a direction that is drawn from the seed,
/// both ids and the tick: opposite for the two. The force without a field of view, summed over agents that
/// all see each other, is exactly 0. Neighbours: wend/neighbours.hpp. Error: each neighbour's share within
/// 2^-20 of its largest (radius; inverse: 64 / radius), and 4 units of 2^-24 of it.
struct Separation {
    float radius = 5;
    float cos_field_of_view = -0.707f;
    std::uint32_t max_neighbours = 0;    ///< the nearest ones; 0: all
    std::optional<float> height_band{};  ///< not set: at any height
    Falloff falloff = Falloff::smooth;
    float weight = 12;

    static constexpr std::string_view name = "separation";
    static constexpr auto parameters() {
        return std::tuple{Parameter{"radius", &Separation::radius, neighbour_radius, Unit::metre},
                          Parameter{"cos_field_of_view", &Separation::cos_field_of_view, cosine},
                          Parameter{"max_neighbours", &Separation::max_neighbours, neighbour_count},
                          Parameter{"height_band", &Separation::height_band, not_negative, Unit::metre},
                          Parameter{"falloff", &Separation::falloff},
                          Parameter{"weight", &Separation::weight, any_number}};
    }
    [[nodiscard]] constexpr StreamUses streams() const { return streams(height_band.has_value()); }
    static constexpr StreamUses all_streams() { return streams(true); }

  private:
    static constexpr StreamUses streams(bool heights) { return neighbour_streams(heights); }
};

}  // namespace wend

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "wend/resolve_overlaps.hpp"

namespace wend::detail {

/// The sight of resolve_overlaps, with the members of stages with neighbours: as far as two bodies reach.
struct NearBodies {
    float radius;
    float body_radius;
    std::optional<float> height_band;
    std::uint32_t seen_groups;
    static constexpr float cos_field_of_view = -1;
    static constexpr std::uint32_t max_neighbours = 0;

    explicit NearBodies(const ResolveOverlaps& stage)
        : radius(2 * stage.body_radius),
          body_radius(stage.body_radius),
          height_band(stage.height_band),
          seen_groups(stage.seen_groups) {}
    static constexpr StreamUses all_streams() { return ResolveOverlaps::all_streams(); }
};

}  // namespace wend::detail

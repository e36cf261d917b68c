// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/pictures/ground.hpp"

#include <algorithm>

#include "tools/scenario/agent_recipe.hpp"

namespace wend::pictures {

bool targets_are_inputs(const Program& program) {
    return std::ranges::any_of(program.streams(), [](const StreamUse& use) {
        return use.stream == Stream::target_x && use.use == Use::input;
    });
}

Point low_of(const Rectangle& area) {
    return {static_cast<double>(area.min_x), static_cast<double>(area.min_y)};
}
Point high_of(const Rectangle& area) {
    return {static_cast<double>(area.max_x), static_cast<double>(area.max_y)};
}

void extend_ground(support::PlotExtent& extent, const Program& program) {
    const PathUse use = path_use_of(program);
    for (std::size_t path = 0; path < use.size(); ++path) {
        const std::uint32_t count = use.paths->node_count(path);
        for (std::uint32_t node = 0; node < count; ++node)
            extent.add_circle(use.paths->node(path, node), std::max(use.radius, use.corridor));
        if (use.mode == PathMode::once)
            extent.add_circle(use.paths->node(path, count - 1), use.slowing_radius);
    }
    const ObstacleSet* const obstacles = scenario::find_obstacles(program);
    for (std::size_t i = 0; obstacles != nullptr && i < obstacles->size(); ++i) {
        const Obstacle one = obstacles->obstacle(i);
        extent.add_circle({static_cast<double>(one.from_x), static_cast<double>(one.from_y)},
                          static_cast<double>(one.radius));
        extent.add({static_cast<double>(one.to_x), static_cast<double>(one.to_y)});
    }
    for (const Stage& stage : program.stages()) {
        const auto* locomotion = std::get_if<Locomotion>(&stage);
        const auto* retarget = std::get_if<RetargetWander>(&stage);
        const auto* containment = std::get_if<Containment>(&stage);
        const Rectangle* area = retarget != nullptr      ? &retarget->area
                                : containment != nullptr ? &containment->area
                                : locomotion != nullptr && locomotion->bounds != Bounds::none
                                    ? &locomotion->area
                                    : nullptr;
        if (area == nullptr) continue;
        extent.add(low_of(*area));
        extent.add(high_of(*area));
    }
}

}  // namespace wend::pictures

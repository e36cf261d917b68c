// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/pictures/ground.hpp"

#include <algorithm>

#include "tools/scenario/agent_recipe.hpp"

namespace wend::pictures {

PathUse path_use_of(const Program& program) {
    PathUse result;
    if (const auto* follow = scenario::find_stage<PathFollow>(program))
        return {&follow->paths, follow->mode, static_cast<double>(follow->radius),
                static_cast<double>(follow->slowing_radius.value_or(0))};
    if (const auto* follow = scenario::find_stage<CorridorFollow>(program))
        return {&follow->paths, follow->mode, 0, 0, static_cast<double>(follow->radius)};
    if (const auto* advance = scenario::find_stage<WaypointAdvance>(program))
        return {&advance->paths, advance->mode};
    return result;
}

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
    for (std::size_t path = 0; use.paths != nullptr && path < use.paths->size(); ++path)
        for (std::uint32_t node = 0; node < use.paths->node_count(path); ++node)
            extent.add_circle(use.paths->node(path, node), std::max(use.radius, use.corridor));
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

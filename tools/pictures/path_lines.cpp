// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/pictures/path_lines.hpp"

#include "tools/scenario/agent_recipe.hpp"

namespace wend::pictures {

PathUse path_use_of(const Program& program) {
    if (const auto* follow = scenario::find_stage<PathFollow>(program))
        return {.paths = &follow->paths,
                .mode = follow->mode,
                .radius = static_cast<double>(follow->radius),
                .slowing_radius = static_cast<double>(follow->slowing_radius.value_or(0))};
    if (const auto* follow = scenario::find_stage<CorridorFollow>(program))
        return {
            .paths = &follow->paths, .mode = follow->mode, .corridor = static_cast<double>(follow->radius)};
    if (const auto* follow = scenario::find_stage<PortalFollow>(program))
        return {.paths = &follow->paths,
                .slowing_radius = static_cast<double>(follow->slowing_radius.value_or(0)),
                .portals = true};
    if (const auto* advance = scenario::find_stage<WaypointAdvance>(program))
        return {.paths = &advance->paths, .mode = advance->mode};
    return {};
}

std::vector<Point> path_line(const PathUse& use, std::size_t path) {
    const PathSet& paths = *use.paths;
    const std::uint32_t count = paths.node_count(path);
    std::vector<Point> line;
    const auto add = [&](std::uint32_t node) { line.push_back(paths.node(path, node)); };
    if (use.portals) {
        add(0);
        for (std::uint32_t left = 1; left + 2 < count; left += 2) add(left);
        add(count - 1);
        for (std::uint32_t right = count - 2; right > 1; right -= 2) add(right);
    } else {
        for (std::uint32_t node = 0; node < count; ++node) add(node);
    }
    if (use.portals || use.mode == PathMode::loop || paths.closed(path)) add(0);
    return line;
}

}  // namespace wend::pictures

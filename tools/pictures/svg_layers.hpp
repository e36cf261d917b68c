// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "tools/pictures/svg_track.hpp"
#include "tools/support/svg_canvas.hpp"

namespace wend::pictures {

/// Layers of a run's picture besides trajectories, by stage. Each layer adds its line to the legend.

/// The distinct targets of the drawn agents, with the target velocities where there are any.
[[nodiscard]] std::vector<DrawnTarget> targets_of(const AgentView& agents, std::span<const Track> tracks);

/// The points that stages give to all agents as their target.
[[nodiscard]] std::vector<Point> shared_targets_of(const Program& program);

/// Only if wander is the only force: combined with others its circle explains nothing.
[[nodiscard]] std::optional<WanderForce> wander_force_of(const Program& program, const AgentView& agents,
                                                         std::size_t slot);

/// Extends the plot to everything that the layers draw.
void extend(support::PlotExtent& extent, const DrawnRun& run);

/// Below the trajectories: bounds, paths with nodes and width, radii.
void draw_ground(support::SvgCanvas& canvas, const DrawnRun& run);

/// Above the trajectories: targets; for few agents also approach's cones, wander's circles and lines to
/// target agents.
void draw_explanations(support::SvgCanvas& canvas, const DrawnRun& run);

}  // namespace wend::pictures

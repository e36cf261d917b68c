// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "tools/pictures/svg_canvas.hpp"
#include "tools/pictures/svg_track.hpp"

namespace wend::scenario {

/// What a run's picture shows besides trajectories, by stage. Each layer adds its line to the legend.

/// Makes room for everything that the layers draw.
void extend(PlotExtent& extent, const DrawnRun& run);

/// Under the trajectories: bounds, paths with their nodes and width, radii.
void draw_ground(SvgCanvas& canvas, const DrawnRun& run);

/// Over them: targets; where few agents make it readable, approach's cones, wander's circle, who looks at
/// whom.
void draw_explanations(SvgCanvas& canvas, const DrawnRun& run);

}  // namespace wend::scenario

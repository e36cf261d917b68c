// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "tools/pictures/path_lines.hpp"
#include "tools/support/svg_canvas.hpp"
#include "wend/path.hpp"
#include "wend/program.hpp"
#include "wend/rectangle.hpp"

/// The motionless ground of a run's pictures, below the agents.
namespace wend::pictures {

/// Whether agents read their targets, rather than choose them.
[[nodiscard]] bool targets_are_inputs(const Program& program);

[[nodiscard]] Point low_of(const Rectangle& area);
[[nodiscard]] Point high_of(const Rectangle& area);

/// Extends the plot to paths, obstacles and areas.
void extend_ground(support::PlotExtent& extent, const Program& program);

}  // namespace wend::pictures

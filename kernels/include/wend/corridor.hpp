// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wend/export.hpp"
#include "wend/flow_field.hpp"
#include "wend/path.hpp"
#include "wend/status.hpp"

namespace wend {

/// A gap that agents pass: its ends on their left and right.
struct Portal {
    Point left, right;  ///< m
};

/// Corridors for PortalFollow, as paths: a start, the left and the right point of each portal, and a goal.
/// Each function appends the points of one corridor, to be added to a PathSetBuilder or PathPool, alone or
/// with others. Where it refuses one (Code::bad_corridor, with the index of the portal, polygon, cell,
/// segment or bend; Code::bad_point, with the index of the point in the path or line), nothing is appended.
///
/// A path merges neighbours of equal place, and a corridor must keep all its points. So a goal on the last
/// portal's right end moves towards the left one by 1/1024 of the width, and a start on the first one's left
/// end to another place of that portal: agents do not use the start.

/// A corridor of the caller's portals; between two of them it should be convex. Refuses a portal without a
/// width, and one whose left end is the right one of the portal before it.
WEND_API Status append_corridor(std::vector<Point>& points, Point start, std::span<const Portal> portals,
                                Point goal);

/// A corridor of convex polygons, as path finders on navigation meshes return them: polygon i has the
/// vertices from `ends[i - 1]` (0 for the first) up to `ends[i]`, in either sense of rotation. The portal
/// between two polygons is the longest piece on which an edge of one lies on an edge of the other: at the
/// borders of tiles part of an edge. Refuses polygons that share none, and what append_corridor refuses.
WEND_API Status append_polygon_corridor(std::vector<Point>& points, Point start,
                                        std::span<const Point> vertices, std::span<const std::uint32_t> ends,
                                        Point goal);

/// A corridor of cells of a grid (row * columns + column), each beside the one before it: where a path finder
/// steps across a corner, one of the two cells between must be given. A straight row of cells has no portals.
/// Refuses cells that are not beside each other, or outside the grid, and grids beyond FlowGrid's limits.
WEND_API Status append_cell_corridor(std::vector<Point>& points, Point start,
                                     std::span<const std::uint32_t> cells, const FlowGrid& grid, Point goal);

/// A corridor along a polyline with a width, in m; start and goal are its ends. Refuses widths that are not
/// positive, segments without a length, and bends that leave no room for the width: the inner corner must lie
/// beside the nearer half of both segments. Bend i is between the segments i and i + 1.
WEND_API Status append_lane(std::vector<Point>& points, std::span<const Point> line, double width);

}  // namespace wend

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "paths/path_data.hpp"
#include "wend/path.hpp"

/// Points to the records of a path, for sets that are built once and for pools.
namespace wend::detail {

/// Record indices times 4 must fit 31 bits, for the kernels.
inline constexpr std::size_t max_path_nodes = std::size_t{1} << 28;

/// Where a path's elements begin.
struct PathPlace {
    std::uint32_t first;        ///< in the arrays with one element a node
    std::uint32_t block;        ///< BucketRecord::block
    std::uint32_t first_point;  ///< in node_of
};

/// Whether two nodes count as one: equal in float, or too close for 1 / length to be finite.
[[nodiscard]] bool same_place(PathNode a, PathNode b);
[[nodiscard]] bool same_place(Point a, Point b);

/// empty_path or bad_point of that path, or ok.
[[nodiscard]] Status check_points(std::span<const Point> points, std::span<const float> offsets,
                                  std::size_t path);

/// As stored: in float, and 0 below the component floor.
[[nodiscard]] float to_component(double coordinate);

/// Merges neighbours, drops a ring's repeated last point, and writes all elements of a path. The arrays have
/// room for as many nodes as there are points; the points may stand where the nodes will. Points without an
/// offset have 0. Returns the number of nodes.
std::uint32_t write_path(std::span<const PathNode> points, std::span<const float> offsets, bool closed,
                         PathData& data, std::size_t path, const PathPlace& place);

}  // namespace wend::detail

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "wend/export.hpp"
#include "wend/parameter.hpp"
#include "wend/status.hpp"

namespace wend {

/// At a path's end: stay there, go on at the start (the path is closed by a segment from the last node to the
/// first), or reverse.
enum class PathMode : std::uint8_t { once, loop, ping_pong };
constexpr auto words_of(PathMode) {
    return std::array{Word{"once", PathMode::once}, Word{"loop", PathMode::loop},
                      Word{"ping-pong", PathMode::ping_pong}};
}

/// A point given by the caller.
struct Point {
    double x = 0;  ///< m
    double y = 0;  ///< m
};

/// A place on a path: the state of waypoint advance.
struct PathLocation {
    std::uint32_t segment = 0;  ///< counted in its path
    double distance = 0;        ///< m into the segment
};

namespace detail {
struct PathData;
struct PathDataAccess;

/// A point of a path in the floats of the kernels.
struct PathNode {
    float x = 0;
    float y = 0;
};
}  // namespace detail

/// Many polylines in flat arrays: built once, immutable, shared by all threads; copying shares the data.
/// PathPool::paths() is such a set, but changes with its pool.
///
/// Nodes are the points after conversion to float; neighbours that become equal (or so close that 1 / length
/// would overflow) are merged, and a repeated last point marks the path as closed. Segment i runs from node i
/// to node i + 1; the segment from the last node back to the first exists in mode `loop`, and in every mode
/// on a closed path.
/// Indices of paths, nodes, points and segments must be below their counts (assertions in debug builds;
/// otherwise the result is 0).
class WEND_API PathSet {
  public:
    /// Without a path: size() is 0.
    PathSet() noexcept;
    // No moves: a moved-from set would have no data.
    PathSet(const PathSet&) noexcept = default;
    PathSet& operator=(const PathSet&) noexcept = default;

    /// Number of paths.
    [[nodiscard]] std::size_t size() const noexcept;
    /// Nodes of all paths.
    [[nodiscard]] std::size_t total_node_count() const noexcept;

    /// Nodes of a path.
    [[nodiscard]] std::uint32_t node_count(std::size_t path) const noexcept;
    /// Segments of a path in that mode.
    [[nodiscard]] std::uint32_t segment_count(std::size_t path, PathMode mode) const noexcept;
    /// Whether the path is closed.
    [[nodiscard]] bool closed(std::size_t path) const noexcept;

    /// The node's coordinates, exactly the floats of the kernels.
    [[nodiscard]] Point node(std::size_t path, std::uint32_t node) const noexcept;

    /// The node of the caller's point.
    [[nodiscard]] std::uint32_t node_of(std::size_t path, std::size_t point) const noexcept;

    /// @{
    /// Length of one segment (m), and the distance from the path's start to the segment's (m), a double sum
    /// of the float lengths.
    [[nodiscard]] float segment_length(std::size_t path, std::uint32_t segment) const noexcept;
    [[nodiscard]] double segment_start(std::size_t path, std::uint32_t segment) const noexcept;
    /// @}

    /// The lateral offset of the segment (m), along its left normal.
    [[nodiscard]] float segment_offset(std::size_t path, std::uint32_t segment) const noexcept;

    /// Total length (m) in that mode.
    [[nodiscard]] double length(std::size_t path, PathMode mode) const noexcept;

    /// The location at distance `s` (m) from the start: clamped to the path in modes once and ping-pong,
    /// modulo its length in loop.
    [[nodiscard]] PathLocation locate(std::size_t path, double s, PathMode mode) const noexcept;

    /// The point at a location (no easing, no offset): node + unit tangent * distance, in double.
    [[nodiscard]] Point at(std::size_t path, PathLocation location) const noexcept;

  private:
    friend class PathSetBuilder;
    friend class PathPool;
    friend struct detail::PathDataAccess;
    explicit PathSet(std::shared_ptr<const detail::PathData> data) noexcept : data_(std::move(data)) {}
    std::shared_ptr<const detail::PathData> data_;
};

/// Collects paths, then builds the set. `build` refuses NaN, infinity and coordinates beyond 1e18 in
/// magnitude, and a path without a point, naming path and point. A path of one distinct point is kept:
/// waypoint advance refuses it, path following does not.
class WEND_API PathSetBuilder {
  public:
    /// Adds one path. `closed`: the segment from the last point back to the first belongs to it.
    /// `offsets`: for waypoint advance, a signed lateral distance (m) along the left normal of the segment
    /// that begins at each point (of merged points the last one's counts); with fewer offsets than points the
    /// rest are 0. Throws std::bad_alloc when memory runs out, and adds nothing then.
    PathSetBuilder& add(std::span<const Point> points, bool closed = false,
                        std::span<const float> offsets = {});

    /// The set of the added paths, or the first refusal.
    [[nodiscard]] Expected<PathSet> build() const;

  private:
    std::vector<detail::PathNode> points_;
    std::vector<float> segment_offsets_;  ///< one a point, up to the last path with offsets
    std::vector<std::size_t> ends_;       ///< of each path, in points
    std::vector<bool> closed_;
    Status refused_;  ///< of the first path that has no point, or a bad one
};

}  // namespace wend

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "wend/export.hpp"
#include "wend/path.hpp"
#include "wend/status.hpp"

namespace wend {

namespace detail {
struct ObstacleData;
struct ObstacleDataAccess;
}  // namespace detail

/// A circle, or a piece of a wall (radius 0): all points within `radius` of the segment from `from` to `to`,
/// in the floats of the kernels.
struct Obstacle {
    float from_x = 0, from_y = 0;          ///< m
    float to_x = 0, to_y = 0;              ///< m; equal to `from` for a circle
    float radius = 0;                      ///< m
    bool of_polygon = false;               ///< a side of a closed wall
    float velocity_x = 0, velocity_y = 0;  ///< m/s; of obstacles in an ObstaclePool
};

/// Circles and walls at rest, with an index to find near ones: built once, immutable, shared by all threads;
/// copying shares the data. ObstaclePool::obstacles() is such a set, but changes with its pool. An obstacle
/// takes about 200 bytes: 100,000 walls take 21 MB.
class WEND_API ObstacleSet {
  public:
    /// Without an obstacle: size() is 0.
    ObstacleSet() noexcept;
    ObstacleSet(const ObstacleSet&) noexcept = default;
    ObstacleSet& operator=(const ObstacleSet&) noexcept = default;

    /// Number of circles and pieces of walls.
    [[nodiscard]] std::size_t size() const noexcept;
    /// In the order in which they were added. index must be below size() (an assertion in debug builds,
    /// otherwise zeros).
    [[nodiscard]] Obstacle obstacle(std::size_t index) const noexcept;

  private:
    friend class ObstacleSetBuilder;
    friend class ObstaclePool;
    friend struct detail::ObstacleDataAccess;
    explicit ObstacleSet(std::shared_ptr<const detail::ObstacleData> data) noexcept
        : data_(std::move(data)) {}
    std::shared_ptr<const detail::ObstacleData> data_;
};

/// Collects obstacles, then builds the set.
class WEND_API ObstacleSetBuilder {
  public:
    /// Adds a circle; centre and radius are in m.
    ObstacleSetBuilder& add_circle(Point center, double radius);

    /// Adds a wall along the points. `closed`: with three points or more it is a polygon, whose last point is
    /// joined to the first. Both sides of a wall stop agents: a polygon keeps those outside out and those
    /// inside in. One point is a circle of radius 0.
    ObstacleSetBuilder& add_wall(std::span<const Point> points, bool closed = false);

    /// Adds a circle or a piece of a wall, as ObstacleSet::obstacle gives it.
    ObstacleSetBuilder& add(const Obstacle& obstacle);

    /// Adds the paths of a set as walls, closed ones as polygons.
    ObstacleSetBuilder& add_walls(const PathSet& paths);

    /// Errors, with the number of the call that added the obstacle (Status::index) and of the point
    /// (Status::sub_index): Code::bad_point, a coordinate that is NaN, infinite or beyond 1e18 in magnitude;
    /// Code::empty_path, a wall without a point; Code::parameter_out_of_range, a radius that is negative, NaN
    /// or beyond 1e18.
    [[nodiscard]] Expected<ObstacleSet> build() const;

  private:
    void refuse(const Status& status) {
        if (refused_.ok()) refused_ = status;
    }

    std::vector<Obstacle> obstacles_;
    std::size_t calls_ = 0;
    Status refused_;
};

}  // namespace wend

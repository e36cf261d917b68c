// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "bench/rivals/obstacle_grid.hpp"
#include "wend/obstacles.hpp"

namespace wend::bench::rivals {

/// The memory of an ObstacleGrid, with as many cells as obstacles.
class ObstacleCells {
  public:
    ObstacleCells(const ObstacleSet& set, float body_radius, float horizon);

    [[nodiscard]] const ObstacleGrid& grid() const noexcept { return grid_; }

  private:
    std::vector<std::uint32_t> first_;
    std::vector<Capsule> capsules_;
    std::vector<Box> boxes_;
    ObstacleGrid grid_{};
};

}  // namespace wend::bench::rivals

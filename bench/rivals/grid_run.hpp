// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/rivals/grid_loop.hpp"
#include "wend/locomotion.hpp"

namespace wend::bench {

/// Those that were built and that this processor can run.
[[nodiscard]] std::vector<const GridLoop*> grid_loops();

/// Where agents start, in a square from (0, 0) on; velocity_x and velocity_y as long as x and y.
struct GridStart {
    float side;
    std::span<const float> x, y, velocity_x, velocity_y;
};

/// The memory of a plain loop's flock, with wend's defaults but for the radius and the vehicle.
class GridRun {
  public:
    GridRun(const GridStart& start, float radius, const Locomotion& vehicle, float dt);
    GridRun(const GridRun&) = delete;
    GridRun& operator=(const GridRun&) = delete;

    /// Back to the start.
    void reset(const GridStart& start);

    GridFlock flock;

  private:
    std::vector<float> floats_;
    std::vector<std::uint32_t> words_;
    std::vector<std::uint32_t> starts_;
};

}  // namespace wend::bench

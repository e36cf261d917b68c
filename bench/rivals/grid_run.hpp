// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/populations/population.hpp"
#include "bench/rivals/grid_loop.hpp"
#include "wend/locomotion.hpp"

namespace wend::bench {

/// The memory of a plain loop's flock, with wend's defaults but for the radius and the vehicle.
class GridRun {
  public:
    /// Agents with position and velocity, in a square from (0, 0) on.
    GridRun(const Population& start, float side, float radius, const Locomotion& vehicle, float tick);
    GridRun(const GridRun&) = delete;
    GridRun& operator=(const GridRun&) = delete;

    /// Back to the start.
    void reset(const Population& start);

    GridFlock flock;

  private:
    std::vector<float> floats_;
    std::vector<std::uint32_t> words_;
    std::vector<std::uint32_t> starts_;
};

}  // namespace wend::bench

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "wend/path.hpp"

namespace wend::bench {

/// A convex polygon of the ground, three to six points, counter-clockwise, in multiples of 5 cm and not below
/// 0.
using Floor = std::vector<Point>;

/// DetourCrowd, which games use, as a crowd beside wend's. A point is a body's centre: the ground is what
/// centres may stand on.
class DetourCrowd {
  public:
    struct Settings {
        float body_radius;       ///< m
        float max_speed;         ///< m/s
        float max_acceleration;  ///< m/s^2
        float range = 5;         ///< m; farther neighbours are not seen, and never more than six
        float separation = 0;    ///< its weight; 0: none
        float cell_size = 6;     ///< m, of its grid; Detour's own choice is three bodies' radii
    };
    DetourCrowd(std::span<const Floor> floors, std::size_t most, const Settings& settings);
    DetourCrowd(DetourCrowd&&) noexcept;
    ~DetourCrowd();

    /// At rest; throws std::runtime_error where there is no ground.
    void add(Point position);
    /// Agent i walks there.
    void walk_to(std::size_t agent, Point target);
    /// Agent i wants that velocity.
    void keep_velocity(std::size_t agent, float x, float y);
    void remove(std::size_t agent);
    void tick(float dt);

    struct Place {
        float x, y;
    };
    [[nodiscard]] Place at(std::size_t agent) const;
    [[nodiscard]] float speed(std::size_t agent) const;  ///< m/s

  private:
    struct Detour;
    std::unique_ptr<Detour> detour_;
};

}  // namespace wend::bench

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "wend/wend.hpp"

/// Random walks in double precision with a separate generator (std::mt19937_64), which have the distribution
/// of the kernels' walks. They follow the formulas, or deliberately wrong ones.
namespace wend::test {

/// All agents at one time.
struct Moment {
    std::vector<double> x, y, velocity_x, velocity_y;
};

enum class WanderRule {
    right,
    change_not_centred,  ///< u in place of u - 1/2
    one_draw_for_all,    ///< all agents of a tick use one draw
    angle_after_change,  ///< the force uses the angle at the end of the tick
};

struct WanderWalk {
    Wander wander;
    Locomotion locomotion;  ///< values, no bounds
    float dt;
};

/// From rest at the origin with angle 0: the moments after `ticks` (ascending) ticks.
[[nodiscard]] std::vector<Moment> oracle_wander(const WanderWalk& walk, std::size_t agents,
                                                std::span<const std::uint32_t> ticks, std::uint64_t seed,
                                                WanderRule rule = WanderRule::right);

enum class ApproachRule {
    right,
    always_left,
    cone_not_halved,        ///< the angle is up to the full cone
    one_draw_for_all_legs,  ///< all decisions of an agent use its first draw
};

struct ApproachWalk {
    Approach approach;  ///< with a value for speed
    float dt;
    float distance;  ///< of the start from the target
};

/// First passages of walks whose target is the origin: for each of `radii`, descending to 0, the tick after
/// which an agent is first within, and its turn around the target until then, in radians, left positive.
struct Passages {
    struct Passage {
        std::vector<double> tick, turn;
    };
    std::vector<Passage> at;  ///< one for each of the radii

    Passages(std::size_t agents, std::span<const float> radii);
    /// Takes the positions after a tick of agents that started on the positive x axis. Returns whether all
    /// have arrived.
    bool observe(std::uint32_t tick, std::span<const double> x, std::span<const double> y);

  private:
    std::vector<double> radii_;
    std::vector<std::size_t> passed_;  ///< the number of passed radii of each agent
};

/// From (distance, 0), until all have arrived.
[[nodiscard]] Passages oracle_approach(const ApproachWalk& walk, std::size_t agents,
                                       std::span<const float> radii, std::uint64_t seed,
                                       ApproachRule rule = ApproachRule::right);

}  // namespace wend::test

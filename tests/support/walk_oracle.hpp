// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "wend/wend.hpp"

/// Walks of many agents, in double precision and with a generator of their own (std::mt19937_64): not the
/// kernels' walks, but of the same distribution. Written from the formulas, right ones and deliberately wrong
/// ones.
namespace wend::test {

/// All agents at one time.
struct Moment {
    std::vector<double> x, y, velocity_x, velocity_y;
};

enum class WanderRule {
    right,
    change_not_centred,  ///< u in place of u - 1/2
    one_draw_for_all,    ///< each tick's draw is every agent's
    angle_after_change,  ///< the force takes the angle that the tick ends with
};

struct WanderWalk {
    Wander wander;
    Locomotion locomotion;  ///< values, no bounds
    float dt;
};

/// From rest in the origin at angle 0; the moments after `ticks` (ascending) ticks.
[[nodiscard]] std::vector<Moment> oracle_wander(const WanderWalk& walk, std::size_t agents,
                                                std::span<const std::uint32_t> ticks, std::uint64_t seed,
                                                WanderRule rule = WanderRule::right);

enum class ApproachRule {
    right,
    always_left,
    cone_not_halved,        ///< the angle goes up to the full cone
    one_draw_for_all_legs,  ///< each agent's decisions are all its first one's
};

struct ApproachWalk {
    Approach approach;  ///< with its speed
    float dt;
    float distance;  ///< of the start from the target
};

/// When and where walks first come near their target, which is the origin: for each of `radii`, descending
/// down to 0, the tick after which an agent first stands within, and how far it has turned around the target
/// by then, in radians, left positive.
struct Passages {
    struct Passage {
        std::vector<double> tick, turn;
    };
    std::vector<Passage> at;  ///< one for each of the radii

    Passages(std::size_t agents, std::span<const float> radii);
    /// Where the agents stand after a tick, when they started at (start_distance, 0). Returns whether all
    /// have arrived.
    bool observe(std::uint32_t tick, std::span<const double> x, std::span<const double> y);

  private:
    std::vector<double> radii_;
    std::vector<std::size_t> passed_;  ///< of each agent, how many of the radii
};

/// From (distance, 0), until all have arrived.
[[nodiscard]] Passages oracle_approach(const ApproachWalk& walk, std::size_t agents,
                                       std::span<const float> radii, std::uint64_t seed,
                                       ApproachRule rule = ApproachRule::right);

}  // namespace wend::test

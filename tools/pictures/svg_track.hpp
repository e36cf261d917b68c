// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tools/scenario/agent_recipe.hpp"
#include "wend/agents.hpp"
#include "wend/path.hpp"
#include "wend/program.hpp"

namespace wend::pictures {

/// A choice of an agent.
struct Decision {
    std::size_t sample = 0;  ///< the first one with it
    Point from;              ///< the position of the agent
    Point to;                ///< approach: its walk-to point; retarget wander: its new target
    Point target;            ///< approach: its target
};

/// Wander's force as a picture: from the agent to a point on a circle ahead of it.
struct WanderForce {
    Point centre, chosen;
};

/// The samples of one agent.
struct Track {
    std::size_t slot = 0;
    std::vector<Point> points;  ///< sampled positions, the initial one first
    std::vector<Decision> decisions;
    std::vector<double> orientations{};  ///< in radians, of each point; none: not bound
    std::vector<WanderForce> forces{};   ///< of each point; none: not drawn
};

/// A target with its velocity.
struct DrawnTarget {
    Point place;
    Point velocity;
};

/// Agents that decisions, forces and marks of equal time are drawn for.
inline constexpr std::size_t few_agents = 12;

/// The paths, obstacles and targets from a sample on, until a scenario's event changes them.
struct Ground {
    std::size_t sample = 0;
    const Program* program = nullptr;
    std::vector<DrawnTarget> targets;     ///< the distinct ones of the drawn agents
    std::vector<Point> shared_targets{};  ///< that stages give to all agents, perhaps far beyond the picture
};

/// The data of a picture: all agents at the end, and tracks of some.
struct DrawnRun {
    const Program& program;
    const AgentView& agents;
    std::span<const Track> tracks;
    double sample_seconds = 0;
    std::size_t samples = 0;
    std::span<const Ground> grounds;
    double loop_seconds = 0;  ///< of a moving picture; 0: a still one, of all times at once

    /// The time of a sample, as a share of the run.
    [[nodiscard]] double share(std::size_t sample) const {
        return static_cast<double>(sample) / static_cast<double>(samples - 1);
    }
};

/// A pair of an agent's float streams; (0, 0) where they are not bound.
template <Stream X, Stream Y>
[[nodiscard]] Point point_of(const AgentView& agents, std::size_t slot) {
    if (!agents.has(X) || !agents.has(Y)) return {};
    return {static_cast<double>(agents.get<X>()[slot]), static_cast<double>(agents.get<Y>()[slot])};
}

}  // namespace wend::pictures

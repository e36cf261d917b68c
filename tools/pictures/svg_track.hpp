// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "wend/agents.hpp"
#include "wend/path.hpp"
#include "wend/program.hpp"

namespace wend::scenario {

/// A choice that an agent made on its way.
struct Decision {
    Point from;    ///< where it stood
    Point to;      ///< approach: its walk-to point; retarget wander: its new target
    Point target;  ///< what it approaches
};

/// What a picture keeps of one agent.
struct Track {
    std::size_t slot = 0;
    std::vector<Point> points;  ///< sampled positions, the initial one first
    std::vector<Decision> decisions;
};

/// A run as a picture shows it: all agents at the end, some of them on their way.
struct DrawnRun {
    const Program& program;
    const AgentView& agents;
    std::span<const Track> tracks;
    double sample_seconds = 0;
};

/// The program's first stage of a kind; null without one.
template <class S>
[[nodiscard]] const S* find_stage(const Program& program) {
    for (const Stage& stage : program.stages())
        if (const auto* found = std::get_if<S>(&stage)) return found;
    return nullptr;
}

/// A pair of an agent's float streams; (0, 0) where they are not bound.
template <Stream X, Stream Y>
[[nodiscard]] Point point_of(const AgentView& agents, std::size_t slot) {
    if (!agents.has(X) || !agents.has(Y)) return {};
    return {static_cast<double>(agents.get<X>()[slot]), static_cast<double>(agents.get<Y>()[slot])};
}

}  // namespace wend::scenario

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <random>
#include <string_view>
#include <variant>
#include <vector>

#include "bench/cases/kernel_id.hpp"
#include "bench/rivals/world.hpp"

/// The tutorial's loop: what popular articles on steering teach and most games began with. An array of
/// objects, updated one after the other. tutorial_loop.cpp is compiled at -O2 and at -O3; the header line of
/// `wend bench` shows the flags.
namespace wend::bench::tutorial {

struct Waypoint {
    Vector2 position;
    float distance_to_next = 0;
    float offset = 0;  ///< of the curve to the next waypoint, to the left
    const Waypoint* next = nullptr;
};

struct Agent {
    Vector2 position;
    Vector2 velocity;
    float wander_angle = 0;
    Vector2 target;
    float seconds_left = 0;              ///< until the next target
    const Waypoint* waypoint = nullptr;  ///< the sought one; in waypoint advance the one behind
    float distance = 0;                  ///< travelled from the waypoint behind
    float speed = 0;                     ///< along the path
};

/// An agent that pursues a moving target: a point, or another hunter.
struct Hunter {
    Vector2 position;
    Vector2 velocity;
    Vector2 target;
    Vector2 target_velocity;
    const Hunter* quarry = nullptr;
};

/// An agent that walks to its target point by point.
struct Walker {
    Vector2 position;
    Vector2 target;
    Vector2 walk_to;
    float speed = 0;
};

/// One frame of all agents.
template <class Body>
using Frame = void (*)(std::vector<Body>& agents, const World& world, std::mt19937& random);

/// The frame of a kernel, over the type of agent that its behaviour needs.
struct TutorialFrame {
    KernelId kernel;
    std::variant<Frame<Agent>, Frame<Hunter>, Frame<Walker>> frame;
};

/// The behaviours that the tutorial has, compiled with one set of flags; behind the last one the frames are
/// null.
struct Loop {
    std::string_view name;   ///< as in benchmark names
    std::string_view flags;  ///< compiler flags that change code
    TutorialFrame rows[named_kernel_count];

    /// Null where the tutorial has no such behaviour.
    [[nodiscard]] const TutorialFrame* row_of(KernelId kernel) const {
        for (const TutorialFrame& row : rows)
            if (row.kernel == kernel && row.frame != decltype(row.frame){}) return &row;
        return nullptr;
    }
};

inline constexpr std::string_view source_file = "bench/loops/tutorial_loop.cpp";
extern const Loop loop_o2;
extern const Loop loop_o3;

}  // namespace wend::bench::tutorial

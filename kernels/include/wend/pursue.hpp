// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace wend {

/// What pursue and evade look at: a point with a velocity (target_*, target_velocity_*), or another agent of
/// the same view (target_agent: its slot, -1 for nobody, which means no force and no fault; a slot outside
/// the view is a fault).
enum class Quarry : std::uint8_t { point, agent };

/// Seek of where the quarry will be (Reynolds, GDC 1999, "pursuit"): its position, extrapolated by the time
/// that the way there takes at max_speed.
///
///     aim   = target + target_velocity * (distance / max_speed)
///     force = unit(aim - position) * max_speed - velocity
///
/// Streams: position_*, velocity_* (read), target_*, target_velocity_* (quarry point) or target_agent with
/// the scratch start_position_*, start_velocity_* (quarry agent: the run copies all agents there before each
/// tick, so that everybody sees the tick's start); max_speed (a stream or the locomotion's value), > 0.
/// Whoever moves agents to other slots remaps target_agent; AgentBuffer does. Error: within 6 units of 2^-24
/// of the largest term (kernels/docs/math.md). Parameter weight: [-1e18, 1e18].
struct Pursue {
    Quarry quarry = Quarry::point;
    float weight = 1;
};

/// Flee from where the quarry will be (Reynolds, GDC 1999, "evasion"). As pursue, with unit(position - aim).
struct Evade {
    Quarry quarry = Quarry::point;
    float weight = 1;
};

}  // namespace wend

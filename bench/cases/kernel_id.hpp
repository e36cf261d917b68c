// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace wend::bench {

/// Kernels with rivals, in the order of the table in programs.cpp. The other forces of wend's list follow
/// them and need no name here. Those that follow paths run on 1,000 paths of 50 nodes, but for
/// `waypoint_advance_long`: 10 of 100,000. Those of `portal_follow` are corridors with 96 portals.
enum class KernelId : std::uint8_t {
    wander,
    seek,
    flee,
    arrive,
    pursue,
    pursue_agent,
    evade,
    offset_pursue,
    interpose,
    external_force,
    retarget_wander,
    weighted,
    prioritised,
    approach,
    approach_brisk,
    path_follow,
    path_follow_line,
    corridor_follow,
    portal_follow,
    waypoint_advance,
    waypoint_advance_shaped,
    waypoint_advance_long,
    flock,
    flock_of_8,
    flock_of_32,
    avoid_obstacles
};
inline constexpr std::size_t named_kernel_count = 26;

}  // namespace wend::bench
